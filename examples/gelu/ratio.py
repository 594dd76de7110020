"""Ratios of two polynomials, N/D with D(0) = 1, whose coefficients are numbers that a kernel can load."""

from collections.abc import Callable, Sequence

import gmpy2
from gmpy2 import mpfr

from minimax import alternating, chebyshev, rounded, solve, value

EXCHANGES = 25
EQUAL = mpfr("1e-4")

Coefficients = dict[tuple[str, int], mpfr]  # by N or D, and the power


def part(coefficients: Coefficients, which: str) -> dict[int, mpfr]:
    return {power: c for (side, power), c in coefficients.items() if side == which}


class Ratio:
    """f, from low to high, as a ratio of N and D of given degrees; errors are relative."""

    def __init__(self, f: Callable, low, high, above: int, below: int):
        self.f, self.low, self.high = f, mpfr(low), mpfr(high)
        self.keys = [("N", i) for i in range(above + 1)] + [("D", i) for i in range(below + 1)]
        near = chebyshev(self.low, self.low + (self.high - self.low) / 8, 200)
        self.grid = sorted(set(chebyshev(self.low, self.high, 500) + near))
        self.values = [f(x) for x in self.grid]

    def fit(self, given: Coefficients) -> tuple[mpfr, Coefficients]:
        """The smallest possible maximum error, and the coefficients that give it, some of which are fixed."""
        free = [key for key in self.keys if key not in given]
        count = len(free) + 1
        width = self.high - self.low
        angles = [gmpy2.const_pi() * i / max(count - 1, 1) for i in range(count)]
        points = [self.low + width * ((1 - gmpy2.cos(t)) / 2) ** mpfr("1.6") for t in angles]
        found, below = dict(given), part(given, "D")
        best = None
        for _ in range(EXCHANGES if free else 1):
            levelled = mpfr(0)
            for _ in range(4 if free else 0):  # the error's factor, D, is that of the time before
                rows = []
                for i, x in enumerate(points):
                    y = self.f(x)
                    known = value(part(given, "N"), x) - y * value(part(given, "D"), x)
                    factors = [x**power if side == "N" else -y * x**power for side, power in free]
                    rows.append(factors + [(-1) ** i * y * value(below, x), -known])
                *solution, levelled = solve(rows)
                found = dict(given) | dict(zip(free, solution))
                below = part(found, "D")
            above = part(found, "N")
            errors = [value(above, x) / value(below, x) / y - 1 for x, y in zip(self.grid, self.values)]
            error = max(map(abs, errors))
            if best is None or error < best[0]:
                best = (error, found)
            points = alternating(self.grid, errors, count)
            if len(points) < count or error <= abs(levelled) * (1 + EQUAL):
                break
        return best

    def rounded(self, order: Sequence[tuple[tuple[str, int], int]], given: Coefficients, width: int = 3):
        """The same, with coefficients of given numbers of bits, rounded in this order."""
        fits = [self.fit(given)]
        done = list(given)
        for key, bits in order:
            tried = []
            for _, c in fits:
                fixed = {k: c[k] for k in done}
                for mode in (gmpy2.RoundDown, gmpy2.RoundUp):
                    tried.append(self.fit(fixed | {key: rounded(c[key], bits, mode)}))
            done.append(key)
            fits = sorted(tried, key=lambda found: found[0])[:width]
        return fits[0]
