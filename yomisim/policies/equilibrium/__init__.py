"""Policy `equilibrium`: each combat as a zero-sum game of two ranges of hands, on a learned worth of states."""
