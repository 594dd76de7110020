"""Polynomials whose results round correctly: coefficients for which all results lie between two bounds.

A bf16 kernel has few inputs. The correctly rounded result of each input is known, and so are the bounds between which a
polynomial's value has to lie for the kernel to give that result. The bounds need not contain the function. A good
polynomial keeps as far as possible from both bounds of each point:

    fit = between(points, low, high, [Term(4, BF16), Term(3), Term(2), Term(1), Term(0)])
    if fit.error < 1: all values are between low and high; 0 would be half-way.

The points are positive. exchange() replaces, one after another, a point of the reference by the point where the error
is largest (Stiefel, 1959). remez() cannot be used, because the errors of a step function change their sign too often.
"""

from collections.abc import Sequence

import gmpy2
from gmpy2 import mpfr

from minimax import EQUAL, Fit, Term, chebyshev, rounded, solve, value

LIMIT = 400  # exchanges


class Bounds:
    """Points with the middle of the bounds there, and the factor that makes an error 1 at the bounds."""

    def __init__(self, points: Sequence, low: Sequence, high: Sequence):
        rows = sorted(zip(map(mpfr, points), map(mpfr, low), map(mpfr, high)))
        self.points = [x for x, _, _ in rows]
        self.middle = [(a + b) / 2 for _, a, b in rows]
        self.weight = [2 / (b - a) for _, a, b in rows]

    def errors(self, coefficients: dict[int, mpfr]) -> list[mpfr]:
        descending = range(max(coefficients), -1, -1)
        factors = [coefficients.get(power, mpfr(0)) for power in descending]
        result = []
        for x, y, w in zip(self.points, self.middle, self.weight):
            p = mpfr(0)
            for c in factors:
                p = p * x + c
            result.append((p - y) * w)
        return result


def swapped(reference: list[int], errors: list[mpfr], worst: int) -> list[int]:
    """The reference with worst in it, whose errors still have alternating signs."""
    same = lambda i: (errors[i] > 0) == (errors[worst] > 0)
    after = sum(i < worst for i in reference)
    if 0 < after < len(reference):
        out = after - 1 if same(reference[after - 1]) else after
        return sorted(reference[:out] + reference[out + 1 :] + [worst])
    if after == 0:
        return sorted([worst] + (reference[1:] if same(reference[0]) else reference[:-1]))
    return sorted((reference[:-1] if same(reference[-1]) else reference[1:]) + [worst])


def exchange(bounds: Bounds, free: Sequence[int], given: dict[int, mpfr]) -> Fit:
    """The coefficients of the free powers that, with the given ones, have the smallest maximum error."""
    if not free:
        return Fit(dict(given), max(map(abs, bounds.errors(given))))
    reference: list[int] = []
    for x in chebyshev(bounds.points[0], bounds.points[-1], len(free) + 1):
        near = sorted(range(len(bounds.points)), key=lambda i: abs(bounds.points[i] - x))
        reference.append(next(i for i in near if i not in reference))
    reference.sort()
    best: Fit | None = None
    for _ in range(LIMIT):
        rows = []
        for n, i in enumerate(reference):
            x, w = bounds.points[i], bounds.weight[i]
            rows.append([w * x**p for p in free] + [mpfr((-1) ** n), w * (bounds.middle[i] - value(given, x))])
        *solution, levelled = solve(rows)
        found = dict(given) | dict(zip(free, solution))
        errors = bounds.errors(found)
        worst = max(range(len(errors)), key=lambda i: abs(errors[i]))
        if best is None or abs(errors[worst]) < best.error:
            best = Fit(found, abs(errors[worst]))
        if worst in reference or abs(errors[worst]) <= abs(levelled) * (1 + EQUAL):
            break
        reference = swapped(reference, errors, worst)
    return best


def between(points: Sequence, low: Sequence, high: Sequence, terms: Sequence[Term], width: int = 2) -> Fit:
    """The coefficients of terms, each rounded to its bits, in the order of terms, as minimax.polynomial() has them.

    The error is 1 where a value is one of its bounds.
    """
    bounds = Bounds(points, low, high)
    given = {t.power: mpfr(t.fixed) for t in terms if t.fixed is not None}
    free = [t for t in terms if t.fixed is None]
    fits = [exchange(bounds, [t.power for t in free], given)]
    for i, term in enumerate(free):
        rest = [t.power for t in free[i + 1 :]]
        tried = []
        for fit in fits:
            fixed = {p: c for p, c in fit.coefficients.items() if p not in rest}
            for mode in (gmpy2.RoundDown, gmpy2.RoundUp):
                tried.append(exchange(bounds, rest, fixed | {term.power: rounded(fit[term.power], term.bits, mode)}))
        fits = sorted(tried, key=lambda found: found.error)[:width]
    return fits[0]


BF16_MIN = mpfr(2) ** -126


def numbers(low: float, high: float) -> list[mpfr]:
    """The positive bf16 numbers from low to high."""
    result = []
    exponent = gmpy2.floor(gmpy2.log2(mpfr(low)))
    while (step := gmpy2.exp2(exponent - 7)) * 128 <= high:
        result += [step * i for i in range(128, 256) if low <= step * i <= high]
        exponent += 1
    return result


def rounding(y: mpfr) -> tuple[mpfr, mpfr]:
    """The bounds of the numbers that bf16 rounds to the same number as the positive y, or flushes to 0 as it does y."""
    step = gmpy2.exp2(gmpy2.floor(gmpy2.log2(y)) - 7)
    nearest = gmpy2.rint(y / step) * step
    if nearest < BF16_MIN:
        return mpfr(0), BF16_MIN * (1 - gmpy2.exp2(-9))
    below = step / 4 if nearest == 128 * step else step / 2
    above = step if nearest == 256 * step else step / 2
    return nearest - below, nearest + above
