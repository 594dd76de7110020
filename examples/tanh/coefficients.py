#!/usr/bin/python3
"""Prints coefficients.h: the constants of the tanh kernels."""

import math
import pathlib
import sys

import gmpy2
import numpy
from gmpy2 import mpfr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

# pylint: disable=wrong-import-position
import intervals  # noqa: E402
from minimax import BF16, FP16, FP32, Term, chebyshev, header, polynomial, rounded  # noqa: E402

LIMIT = 9.0625  # a bf16 number; from 9.02 on tanh rounds to 1


def tanh_fp32() -> None:
    """e^2v - 1 for the fraction 2 v of -2 |x|, by halves, and what a reciprocal starts with."""
    half = gmpy2.log(2) / 4
    c = polynomial(lambda v: gmpy2.expm1(2 * v) / 2, -half, half,
                   [Term(1, fixed=1), Term(2, fixed=1), Term(6, BF16), Term(5, FP16), Term(4), Term(3)],
                   points=[v for v in chebyshev(-half, half, 600) if abs(v) > 0.0001])
    r = polynomial(lambda m: 1 / (1 - m), 0, 0.5, [Term(0, fixed=1), Term(2, BF16), Term(1, BF16)],
                   lambda m: (1 - m) / (2 - m),
                   points=chebyshev(mpfr(0), mpfr(0.5), 300))
    print(header(f"(e^2v - 1) / 2 = v + v^2 + C3 v^3 + ... + C6 v^6 for |v| <= ln2 / 4, 2^{math.log2(c.error):.1f} off",
                 [(f"C{p}", c[p]) for p in range(3, 7)]))
    print(header(f"1 / (1 - m) = 1 + R1 m + R2 m^2 for 0 <= m <= 1/2, 2^{math.log2(r.error):.1f} off",
                 [(f"R{p}", r[p]) for p in (1, 2)]))
    print(header("Of the reduction", [
        ("LIMIT", LIMIT), ("TWO_LOG2E", rounded(2 / gmpy2.log(2), FP32)), ("HALF_LN2", rounded(gmpy2.log(2) / 2, FP32)),
        ("MAGIC", 1.5 * 2**23 + 127)]))


def tanh_bf16() -> None:
    """Polynomials for x >= 0 whose results, rounded to bf16, are right, or off by little more than half an ULP.

    From 3.46 on, where tanh rounds to 1, their values have to be 1 or more.
    """
    points = intervals.bf16(2**-10, 8)
    values = numpy.array([math.tanh(x) for x in points])
    low, high = intervals.halfways(values)
    unit = 2.0 ** (numpy.frexp(values)[1] - 8)
    ones = points > 3.46

    def fit(beyond: float, terms: list[Term]) -> tuple[dict, float]:
        """Allows values very close to half-way between two results to become the other result."""
        least = numpy.where(values - low < beyond * unit, low - unit, low)
        most = numpy.where(high - values < beyond * unit, high + unit, high)
        least[ones], most[ones] = 1 - 2**-9 + 2**-14, numpy.inf
        return intervals.polynomial(points, least, most, terms)

    c, margin = fit(0.23926, [Term(1, fixed=1), Term(6), Term(5), Term(4), Term(3), Term(2)])
    assert margin > 0
    print(header("tanh(x) for bf16 x > 0, at most 0.74 ULP off: x + C2 x^2 + ... + C6 x^6",
                 [(f"BF16_C{p}", c[p]) for p in range(2, 7)]))
    c, margin = fit(0, [Term(1, fixed=1), Term(9, BF16)] + [Term(p) for p in range(8, 1, -1)])
    assert margin > 0
    print(header("tanh(x) for bf16 x > 0, at most 0.5 ULP off: x + C2 x^2 + ... + C9 x^9",
                 [(f"ROUNDED_C{p}", c[p]) for p in range(2, 10)]))


tanh_fp32()
tanh_bf16()
