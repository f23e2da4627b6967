r"""Zero-sum matrix games, solved by the simplex method in compiled code.

The game: the row player chooses a row, the column player a column, and the row player is paid ``payoff[row, column]``
by the other. The value v and optimal mixes x, y satisfy (von Neumann 1928)

    max_x min_y  x' A y  =  min_y max_x  x' A y  =  v.

With A moved and stretched to B in [1, 2], v(B) > 0 and the column player's problem is the linear programme (Dantzig
1951; Gale, Kuhn, Tucker 1951)

    maximise  sum w   subject to   B w <= 1,  w >= 0;      v(B) = 1 / sum w,   y = w / sum w,

whose dual u gives x = u / sum u. Slacks are a feasible start, so there is no first phase. The tableau is Tucker's
condensed one: one column per variable outside the basis, (m + 1) (n + 1) numbers in all.

Moving and stretching makes the tolerances relative: the same game in units of 1e-6 or 1e6 takes the same pivots. The
rule is Dantzig's (steepest cost); after a run of pivots that gain nothing it is Bland's (1977), which cannot cycle.

A general library routine was measured as well (quantecon's `minmax`, about as fast): loading it takes longer than all
else that a command loads, it brings a dozen packages along, and it takes memory on each call. Hence this one, which
works in buffers of the caller.
"""

from __future__ import annotations

import numpy as np

from yomisim.kernel.jit import compiled, entry

#: Entries of B are between 1 and 2. Costs smaller than this are zero, and limits this near to each other are equal:
#: a wider tie would let a right side fall below zero, and small pivots would magnify that.
TOLERANCE = 1e-12
TIE = 1e-15
#: Pivots smaller than this are rounding. If that proves wrong (payoffs over ten orders of magnitude in one game), the
#: game is solved again in the next way.
SMALLEST_PIVOTS = (1e-12, 1e-10, 1e-8, 1e-11)
#: From this attempt on Bland's rule is used throughout, which takes another way.
BLAND = 3
#: A gap between what the mixes guarantee that is fine, in units of the payoffs' size.
GOOD_GAP = 1e-11
#: Probabilities below this are rounding.
NOTHING = 1e-13


@compiled
def solve_into(payoff, table, labels, row_mix, column_mix):
    """Solve one game in buffers of the caller; takes no memory.

    Parameters
    ----------
    payoff : float64, shape (m, n), finite; what the row player gets.
    table : float64, at least (m + 1, n + 1), overwritten.
    labels : int64, at least m + n, overwritten.
    row_mix : float64, at least m; gets the row player's mix in its first m places.
    column_mix : float64, at least n; gets the column player's mix.

    Returns
    -------
    The value, in the units of `payoff`: the middle between what the two mixes guarantee (equal but for rounding).
    """
    best = 0
    least_gap = np.inf
    for attempt in range(len(SMALLEST_PIVOTS)):
        size = _attempt(payoff, table, labels, row_mix, column_mix, attempt)
        low, high = bounds(payoff, row_mix, column_mix)
        if high - low <= GOOD_GAP * size:
            return (low + high) / 2
        if high - low < least_gap:
            best = attempt
            least_gap = high - low
    _attempt(payoff, table, labels, row_mix, column_mix, best)
    low, high = bounds(payoff, row_mix, column_mix)
    return (low + high) / 2


@compiled
def _attempt(payoff, table, labels, row_mix, column_mix, attempt):
    """Solve in one way; gives the payoffs' size."""
    m, n = payoff.shape
    size = _fill(payoff, table)
    for k in range(m + n):  # column j of the table stands for variable j, row i for slack n + i
        labels[k] = k
    _pivot_to_the_end(table, labels, m, n, SMALLEST_PIVOTS[attempt], attempt >= BLAND)
    row_mix[:m] = 0.0
    column_mix[:n] = 0.0
    for j in range(n):
        if labels[j] >= n:
            row_mix[labels[j] - n] = table[m, j]
    for i in range(m):
        if labels[n + i] < n:
            column_mix[labels[n + i]] = table[i, n]
    _normalise(row_mix, m)
    _normalise(column_mix, n)
    return size


@compiled
def bounds(payoff, row_mix, column_mix):
    """What the row mix is sure to get, and what the column mix is sure not to exceed; equal at an equilibrium.

    Parameters
    ----------
    payoff : float64, shape (m, n).
    row_mix, column_mix : float64, at least m and n; further places are not read.
    """
    m, n = payoff.shape
    high = -np.inf
    for i in range(m):
        gain = 0.0
        for j in range(n):
            gain += payoff[i, j] * column_mix[j]
        high = max(high, gain)
    low = np.inf
    for j in range(n):
        loss = 0.0
        for i in range(m):
            loss += payoff[i, j] * row_mix[i]
        low = min(low, loss)
    return low, high


@entry
def solve(payoff):
    """Solve one game and make room for it.

    Parameters
    ----------
    payoff : float64, C-ordered, shape (m, n), both at least 1, finite.

    Returns
    -------
    (value, row mix of shape (m,), column mix of shape (n,)). Where there are several equilibria, one of them.
    """
    m, n = payoff.shape
    row_mix, column_mix = np.empty(m), np.empty(n)
    value = solve_into(payoff, np.empty((m + 1, n + 1)), np.empty(m + n, np.int64), row_mix, column_mix)
    return value, row_mix, column_mix


@compiled
def _fill(payoff, table):
    """The first tableau: the game moved and stretched to [1, 2], right sides 1, costs -1; gives the payoffs' size."""
    m, n = payoff.shape
    least = payoff[0, 0]
    most = payoff[0, 0]
    for i in range(m):
        for j in range(n):
            least = min(least, payoff[i, j])
            most = max(most, payoff[i, j])
    stretch = 1.0 / (most - least) if most > least else 0.0
    for i in range(m):
        for j in range(n):
            table[i, j] = 1.0 + (payoff[i, j] - least) * stretch
        table[i, n] = 1.0
    for j in range(n):
        table[m, j] = -1.0
    table[m, n] = 0.0
    # Payoffs far from zero have rounding of their own.
    return max(most - least, 1e-3 * max(abs(most), abs(least)))


@compiled
def _pivot_to_the_end(table, labels, m, n, smallest, bland):
    """Pivot until no column would gain. The number of pivots is bounded for the sake of rounding errors only."""
    idle = 0
    for _ in range(50 * (m + n) + 100):
        careful = bland or idle > m + n
        column = _entering(table, labels, m, n, careful)
        if column < 0:
            return
        row = _leaving(table, labels, column, m, n, careful, smallest)
        if row < 0:  # only rounding can make a bounded programme look unbounded
            return
        before = table[m, n]
        _pivot(table, row, column, m, n)
        labels[column], labels[n + row] = labels[n + row], labels[column]
        idle = 0 if table[m, n] > before + TOLERANCE else idle + 1


@compiled
def _entering(table, labels, m, n, careful):
    """The column of steepest cost, or (careful) the gaining one of lowest label; -1 at the optimum."""
    best = -1
    for j in range(n):
        if table[m, j] < -TOLERANCE:
            if best < 0:
                best = j
            elif careful:
                if labels[j] < labels[best]:
                    best = j
            elif table[m, j] < table[m, best]:
                best = j
    return best


@compiled
def _leaving(table, labels, column, m, n, careful, smallest):
    """The row that limits the entering variable; among equals the largest pivot, or (careful) the lowest label."""
    best = -1
    limit = np.inf
    for i in range(m):
        pivot = table[i, column]
        if pivot > smallest:
            ratio = table[i, n] / pivot
            if best < 0 or ratio < limit - TIE:
                best = i
                limit = ratio
            elif ratio <= limit + TIE:
                if labels[n + i] < labels[n + best] if careful else pivot > table[best, column]:
                    best = i
                    limit = min(limit, ratio)
    return best


@compiled
def _pivot(table, row, column, m, n):
    """Exchange the variable of a row with that of a column."""
    inverse = 1.0 / table[row, column]
    for j in range(n + 1):
        table[row, j] *= inverse
    for i in range(m + 1):
        factor = table[i, column]
        if i != row and factor != 0.0:
            for j in range(n + 1):
                table[i, j] -= factor * table[row, j]
            table[i, column] = -factor * inverse
    table[row, column] = inverse
    # A right side a hair below zero is zero: left alone it would turn the ratio test round.
    for i in range(m):
        if table[i, n] < 0.0:
            table[i, n] = 0.0


@compiled
def _normalise(mix, count):
    """Drop rounding and make the sum 1."""
    total = 0.0
    for k in range(count):
        if mix[k] < NOTHING:
            mix[k] = 0.0
        total += mix[k]
    for k in range(count):
        mix[k] = mix[k] / total if total > 0.0 else 1.0 / count


@entry
def solve_parts(payoffs, rows, columns):
    """Solve many games, of each only some of the rows and columns.

    Parameters
    ----------
    payoffs : float64, C-ordered, shape (k, m, n), finite.
    rows, columns : bool, shapes (k, m) and (k, n): what takes part, at least one of either.

    Returns
    -------
    (values, row mixes, column mixes), float64 of shapes (k,), (k, m) and (k, n).
    """
    count, m, n = payoffs.shape
    values, row_mixes, column_mixes = np.empty(count), np.zeros((count, m)), np.zeros((count, n))
    room, table, labels = np.empty(m * n), np.empty((m + 1, n + 1)), np.empty(m + n, np.int64)
    row_mix, column_mix = np.empty(m), np.empty(n)
    for k in range(count):
        game = _part(payoffs[k], rows[k], columns[k], room)
        values[k] = solve_into(game, table, labels, row_mix, column_mix)
        _spread(row_mix, rows[k], row_mixes[k])
        _spread(column_mix, columns[k], column_mixes[k])
    return values, row_mixes, column_mixes


@compiled
def _part(payoff, rows, columns, room):
    """The rows and columns that take part, side by side in `room`."""
    m, n = payoff.shape
    at = 0
    height = 0
    for i in range(m):
        if rows[i]:
            height += 1
            for j in range(n):
                if columns[j]:
                    room[at] = payoff[i, j]
                    at += 1
    return room[:at].reshape(height, at // height)


@compiled
def _spread(mix, chosen, full):
    """A mix over what takes part, put back to its places in `full`."""
    at = 0
    for k in range(len(chosen)):
        if chosen[k]:
            full[k] = mix[at]
            at += 1
