"""Polynomials whose values round correctly: at each of finitely many points, the value lies between two bounds.

A result of few bits is right if the unrounded value lies between the two numbers half-way to its neighbours. These
bounds are often much further from the function than the error of a polynomial that approximates the function itself. So
linear programming can find the coefficients: those with the largest margin, in parts of half an interval, at the point
where the margin is smallest.

    from intervals import bf16, halfways, polynomial
    points = bf16(2**-10, 3.5)
    low, high = halfways([math.tanh(x) for x in points])
    c, margin = polynomial(points, low, high, [Term(1, fixed=1), Term(3), Term(5)])

polynomial() rounds one coefficient after another, to the better of its two neighbours. The margin is positive if all
values round correctly.
"""

from collections.abc import Sequence

import gmpy2
import numpy
from gmpy2 import mpfr

from minimax import Term, rounded, solve

STEPS = 2000  # of the simplex algorithm, which takes some dozens
TINY = 1e-10


def bf16(low: float, high: float) -> numpy.ndarray:
    """All bf16 numbers from low to high, which are positive."""
    x = (numpy.arange(0x0080, 0x7F80, dtype=numpy.uint32) << 16).view(numpy.float32).astype(float)
    return x[(x >= low) & (x <= high)]


def halfways(values: Sequence) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The numbers half-way to the neighbours of the bf16 number that is nearest to each of the positive values."""
    values = numpy.array([float(v) for v in values])
    unit = 2.0 ** (numpy.frexp(values)[1] - 8)
    nearest = numpy.rint(values / unit) * unit
    mantissa, exponent = numpy.frexp(nearest)
    unit = 2.0 ** (exponent - 8)
    return nearest - numpy.where(mantissa == 0.5, unit / 4, unit / 2), nearest + unit / 2


def margin(rows: numpy.ndarray, weights: numpy.ndarray, bounds: numpy.ndarray) -> tuple[list[mpfr], mpfr]:
    """The coefficients c with rows c + t weights <= bounds for the largest t, and that t, by the simplex algorithm.

    Each step replaces one of the rows that are equations, as in Remez's algorithm.
    """
    q, r = numpy.linalg.qr(rows)
    columns = numpy.hstack([q * 100, weights[:, None]])
    count = columns.shape[1]
    basis = numpy.eye(count)
    prices = numpy.full(count, 1e6 * max(1.0, numpy.abs(bounds).max()))
    members = [-1] * count
    right = numpy.append(1e-9 * numpy.arange(1, count), 1.0)  # no two steps are of equal length
    for _ in range(STEPS):
        shadow = numpy.linalg.solve(basis.T, prices)
        reduced = bounds - columns @ shadow
        entering = int(numpy.argmin(reduced))
        if reduced[entering] > -TINY:
            break
        share = numpy.linalg.solve(basis, columns[entering])
        have = numpy.linalg.solve(basis, right)
        lengths = numpy.where(share > TINY, have / numpy.where(share > TINY, share, 1), numpy.inf)
        leaving = int(numpy.argmin(lengths))
        basis[:, leaving] = columns[entering]
        prices[leaving] = bounds[entering]
        members[leaving] = entering
    if -1 in members:
        raise ValueError("there are not enough points")
    *c, t = solve([[mpfr(float(v)) for v in (*rows[m], weights[m], bounds[m])] for m in members])
    return c, t


def polynomial(points: Sequence, low: Sequence, high: Sequence, terms: Sequence[Term]) -> tuple[dict[int, mpfr], mpfr]:
    """The coefficients of terms, and the margin. An infinite high means no bound at that point, and no margin there."""
    points, low, high = (numpy.array(v, dtype=float) for v in (points, low, high))
    two = numpy.isfinite(high)
    half = numpy.where(two, (high - low) / 2, low / 512)

    def best(given: dict[int, mpfr], powers: list[int]) -> tuple[dict[int, mpfr], mpfr]:
        known = sum(float(c) * points**p for p, c in given.items())
        if not powers:
            margins = numpy.minimum((high - known) / half, (known - low) / half)[two]
            return given, mpfr(float(margins.min()))
        rows = numpy.stack([points**p for p in powers], 1) / half[:, None]
        c, t = margin(numpy.vstack([rows[two], -rows]), numpy.append(numpy.ones(two.sum()), numpy.where(two, 1.0, 0.0)),
                      numpy.append(((high - known) / half)[two], (known - low) / half))
        return given | dict(zip(powers, c)), t

    given = {t.power: mpfr(t.fixed) for t in terms if t.fixed is not None}
    free = [t for t in terms if t.fixed is None]
    found = best(given, [t.power for t in free])
    for i, term in enumerate(free):
        rest = [t.power for t in free[i + 1:]]
        tried = []
        for mode in (gmpy2.RoundDown, gmpy2.RoundUp):
            tried.append(best(given | {term.power: rounded(found[0][term.power], term.bits, mode)}, rest))
        found = max(tried, key=lambda fit: fit[1])
        given = given | {term.power: found[0][term.power]}
    return found
