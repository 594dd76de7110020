"""Polynomials for kernels: the best polynomials whose coefficients are numbers that a kernel can load.

A kernel's coefficients.py states the function, the interval, the powers of x and the bits of each coefficient, and
prints the header that the kernel's sources include:

    from minimax import Term, polynomial, header
    c = polynomial(gmpy2.exp, -0.35, 0.35, [Term(0, fixed=1), Term(1, fixed=1), Term(2), Term(3), Term(4, BF16)])
    print(header("exp(r) of |r| <= 0.35", [("C2", c[2]), ("C3", c[3])]))

remez() exchanges the points at which the error is largest until all these errors are equally large (Remez, 1934).
polynomial() then rounds one coefficient after another, to both of its neighbours, and lets remez() find the other
coefficients again, which compensate for the rounding. It continues with the best few of these fits.

All numbers are computed with MPFR, with PRECISION bits.
"""

import dataclasses
import struct
from collections.abc import Callable, Sequence

import gmpy2
from gmpy2 import mpfr

PRECISION = 160
gmpy2.get_context().precision = PRECISION

# Bits of a significand, including the leading 1: FP32 for two SFPLOADIs or a constant register, the others for one
# SFPLOADI, SFPADDI or SFPMULI.
FP32 = 24
BF16 = 8
FP16 = 11

GRID = 600  # points between which the largest errors are looked for
EXCHANGES = 30  # by then the errors are equal, or will not become so
EQUAL = mpfr("1e-6")  # and so are errors that differ by this part


@dataclasses.dataclass(frozen=True)
class Term:
    """A power of x, how many bits its coefficient may have, and its value if that is given."""

    power: int
    bits: int = FP32
    fixed: mpfr | float | None = None


@dataclasses.dataclass(frozen=True)
class Fit:
    """Coefficients by their powers, and their largest weighted error."""

    coefficients: dict[int, mpfr]
    error: mpfr

    def __getitem__(self, power: int) -> mpfr:
        return self.coefficients[power]


def rounded(x: mpfr, bits: int, mode: int = gmpy2.RoundToNearest) -> mpfr:
    """x rounded to this number of bits."""
    with gmpy2.local_context(gmpy2.get_context(), precision=bits, round=mode):
        return mpfr(x, bits)


def value(coefficients: dict[int, mpfr], x: mpfr) -> mpfr:
    return sum((c * x**power for power, c in coefficients.items()), mpfr(0))


def solve(rows: list[list[mpfr]]) -> list[mpfr]:
    """The solution of linear equations. Each row has the factors and then their sum."""
    n = len(rows)
    for column in range(n):
        pivot = max(range(column, n), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(column + 1, n):
            factor = rows[row][column] / rows[column][column]
            rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    result = [mpfr(0)] * n
    for row in reversed(range(n)):
        known = sum((rows[row][i] * result[i] for i in range(row + 1, n)), mpfr(0))
        result[row] = (rows[row][n] - known) / rows[row][row]
    return result


def chebyshev(low: mpfr, high: mpfr, count: int) -> list[mpfr]:
    """Points from low to high, closer together towards both ends."""
    pi = gmpy2.const_pi()
    return [(low + high) / 2 - (high - low) / 2 * gmpy2.cos(pi * i / (count - 1)) for i in range(count)]


def alternating(points: list[mpfr], errors: list[mpfr], count: int) -> list[mpfr]:
    """For each stretch in which the error keeps its sign, the point of the largest error; at most `count` points."""
    peaks: list[tuple[mpfr, mpfr]] = []
    for x, e in zip(points, errors):
        if peaks and (e > 0) == (peaks[-1][1] > 0):
            if abs(e) > abs(peaks[-1][1]):
                peaks[-1] = (x, e)
        else:
            peaks.append((x, e))
    while len(peaks) > count:
        del peaks[0 if abs(peaks[0][1]) < abs(peaks[-1][1]) else -1]
    return [x for x, _ in peaks]


class Problem:
    """A function on an interval, as points; errors count by a weight, which makes them relative ones if it is 1/f."""

    def __init__(self, f: Callable, low, high, weight: Callable | None = None, points: Sequence | None = None):
        self.low, self.high = mpfr(low), mpfr(high)
        self.f = f
        self.weight = weight or (lambda x: 1 / f(x))
        self.grid = [mpfr(x) for x in points] if points else chebyshev(self.low, self.high, GRID)
        self.values = [f(x) for x in self.grid]
        self.weights = [self.weight(x) for x in self.grid]

    def errors(self, coefficients: dict[int, mpfr]) -> list[mpfr]:
        return [(value(coefficients, x) - y) * w for x, y, w in zip(self.grid, self.values, self.weights)]

    def error(self, coefficients: dict[int, mpfr]) -> mpfr:
        return max(map(abs, self.errors(coefficients)))


def remez(problem: Problem, free: Sequence[int], given: dict[int, mpfr]) -> Fit:
    """The coefficients of the free powers that, with the given ones, have the smallest maximum error."""
    if not free:
        return Fit(dict(given), problem.error(given))
    points = chebyshev(problem.low, problem.high, len(free) + 1)
    best: Fit | None = None
    for _ in range(EXCHANGES):
        rows = []
        for i, x in enumerate(points):
            w = problem.weight(x)
            rows.append([w * x**p for p in free] + [mpfr((-1) ** i), w * (problem.f(x) - value(given, x))])
        *solution, levelled = solve(rows)
        found = dict(given) | dict(zip(free, solution))
        errors = problem.errors(found)
        fit = Fit(found, max(map(abs, errors)))
        if best is None or fit.error < best.error:
            best = fit
        points = alternating(problem.grid, errors, len(free) + 1)
        if len(points) <= len(free) or fit.error <= abs(levelled) * (1 + EQUAL):
            break
    return best


def polynomial(f: Callable, low, high, terms: Sequence[Term], weight: Callable | None = None, width: int = 4,
               points: Sequence | None = None) -> Fit:
    """The coefficients of terms for f from low to high, each rounded to its bits.

    weight(x) is the factor of an error at x; the default is 1/f(x), for relative errors. It must be finite at all
    points. Coefficients are rounded in the order of terms, and later coefficients compensate for earlier ones. `width`
    is the number of fits with which the search continues. `points` replace a grid of the whole interval.
    """
    problem = Problem(f, low, high, weight, points)
    given = {t.power: mpfr(t.fixed) for t in terms if t.fixed is not None}
    free = [t for t in terms if t.fixed is None]
    fits = [remez(problem, [t.power for t in free], given)]
    for i, term in enumerate(free):
        rest = [t.power for t in free[i + 1 :]]
        tried = {}
        for fit in fits:
            fixed = {p: c for p, c in fit.coefficients.items() if p not in rest}
            for mode in (gmpy2.RoundDown, gmpy2.RoundUp):
                fixed[term.power] = rounded(fit[term.power], term.bits, mode)
                key = tuple(sorted(fixed.items()))
                if key not in tried:
                    tried[key] = remez(problem, rest, fixed)
        fits = sorted(tried.values(), key=lambda found: found.error)[:width]
    return fits[0]


def word(x) -> int:
    """The bits of x as fp32. x must be an fp32 number."""
    bits = struct.unpack("<I", struct.pack("<f", float(x)))[0]
    if mpfr(x) != mpfr(struct.unpack("<f", struct.pack("<f", float(x)))[0]):
        raise ValueError(f"{x} has more bits than fp32")
    return bits


def half(x) -> int:
    """The bits of x as SFPLOADI takes them in its mode FLOATA. x must be such a number."""
    bits = word(x)
    exponent = (bits >> 23 & 0xFF) - 112
    if bits & 0x1FFF or not 0 <= exponent <= 31:
        raise ValueError(f"{x} has more bits than fp16, or is out of its range")
    return bits >> 16 & 0x8000 | exponent << 10 | bits >> 13 & 0x3FF


def split(x, bits: int) -> tuple[mpfr, mpfr]:
    """x as a number of this many bits, and the rest as fp32. Products of the first part with small integers are
    exact."""
    high = rounded(mpfr(x), bits)
    return high, rounded(mpfr(x) - high, FP32)


def header(title: str, constants: Sequence[tuple[str, mpfr | float]]) -> str:
    """A header that defines each name as the word of its value, or as its fp16 if it ends in _FP16."""
    lines = [f"/* {title}; made by coefficients.py. */"]
    width = max(len(name) for name, _ in constants)
    for name, x in constants:
        bits = f"0x{half(x):04X}    " if name.endswith("_FP16") else f"0x{word(x):08X}"
        lines.append(f"#define {name:{width}} {bits} /* {float(x):.9g} */")
    return "\n".join(lines)
