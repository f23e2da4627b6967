"""Policy `equilibrium` of Yomi 2: each combat as a zero-sum game of two ranges of hands."""
