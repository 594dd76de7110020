#!/usr/bin/python3
"""Prints coefficients.h: what the kernels of sinh and cosh keep in registers."""

import pathlib
import sys

import gmpy2
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

# pylint: disable=wrong-import-position
from minimax import BF16, FP32, Term, header, polynomial, rounded, split  # noqa: E402

CHOOSING = 2e-5  # what |r| is too large at most, as k is chosen with rounding
K_BITS = 8  # of k, so that its products with a number of 16 bits are exact
LN2 = gmpy2.log(2)


def cosh_less_one(s):
    """(cosh r - 1) / r^2 as a function of s = r^2, from its half-angle form, which loses nothing."""
    r = gmpy2.sqrt(s)
    return 2 * (gmpy2.sinh(r / 2) / r) ** 2


def sinh_over(s):
    """sinh r / r."""
    r = gmpy2.sqrt(s)
    return gmpy2.sinh(r) / r


def squares(limit) -> tuple:
    """r^2 of r up to a limit; 0 has no quotients."""
    return gmpy2.mpfr("1e-20"), (limit + CHOOSING) ** 2


def reduction() -> list:
    high, low = split(-LN2, 24 - K_BITS)
    return [("LOG2E_WORD", rounded(1 / LN2, FP32)), ("MINUS_LN2_HIGH_WORD", high), ("MINUS_LN2_LOW_WORD", low)]


def sinh_fp32() -> list:
    """sinh r = r (1 + S3 r^2 + S5 r^4 + S7 r^6) and cosh r = 1 + r^2 (1/2 + C4 r^2 + C6 r^4 + C8 r^6), 0 <= r <= ln2."""
    c = polynomial(cosh_less_one, *squares(LN2), [Term(0, fixed=0.5), Term(3, BF16), Term(2), Term(1)],
                   weight=lambda s: s / gmpy2.cosh(gmpy2.sqrt(s)))
    s = polynomial(sinh_over, *squares(LN2), [Term(0, fixed=1), Term(3, BF16), Term(2), Term(1)])
    return [("SINH_C4_WORD", c[1]), ("SINH_C6_WORD", c[2]), ("SINH_C8_WORD", c[3]),
            ("SINH_S3_WORD", s[1]), ("SINH_S5_WORD", s[2]), ("SINH_S7_WORD", s[3])]


def cosh_fp32() -> list:
    """e^r = 1 + r (1 + r (C + r S)), C = 1/2 + C4 r^2 + C6 r^4, S = S3 + S5 r^2, |r| <= ln2 / 2."""
    c = polynomial(cosh_less_one, *squares(LN2 / 2), [Term(0, fixed=0.5), Term(2, BF16), Term(1)], weight=lambda s: s)
    s = polynomial(sinh_over, *squares(LN2 / 2), [Term(0, fixed=1), Term(2), Term(1)], weight=gmpy2.sqrt)
    return [("COSH_C4_WORD", c[1]), ("COSH_C6_WORD", c[2]), ("COSH_S3_WORD", s[1]), ("COSH_S5_WORD", s[2])]


def intervals(f) -> tuple:
    """All bf16 numbers of which f is neither x, nor 1, nor too large, and between what a result rounds to f of them."""
    x = (numpy.arange(0x3C00, 0x42B3, dtype=numpy.uint32) << 16).view(numpy.float32).astype(float)
    y = numpy.array([float(f(gmpy2.mpfr(float(v)))) for v in x])
    below = (y.astype(numpy.float32).view(numpy.uint32) >> 16 << 16).view(numpy.float32).astype(float)
    above = ((y.astype(numpy.float32).view(numpy.uint32) >> 16) + 1 << 16).view(numpy.float32).astype(float)
    half, ulp = (below + above) / 2, above - below
    return x, numpy.where(y > half, half, below - ulp / 2), numpy.where(y > half, above + ulp / 2, half)


def bf16(f, sign: int) -> list:
    """C4 and S3 of (e^r and sign e^-r) / 2, e^r = 1 + r (S + r C), S = 1 + S3 r^2, C = 1/2 + C4 r^2: of many pairs that
    are a little larger than those of the series the one with which f of all bf16 numbers is farthest from where it would
    be rounded wrongly."""
    x, low, high = intervals(f)
    k = numpy.rint(x * float(rounded(1 / LN2, FP32)))
    r = x - k * float(rounded(LN2, FP32))
    grid = numpy.linspace(1, 1.008, 81)
    best = (0.0, 0.0, 0.0)
    for c4 in grid / 24:
        for s3 in grid / 6:
            s, c = 1 + s3 * r**2, 0.5 + c4 * r**2
            y = 2 ** (k - 1) * (1 + r * (s + r * c)) + sign * 2 ** (-k - 1) * (1 - r * (s - r * c))
            margin = (numpy.minimum(y - low, high - y) / (high - low)).min()
            best = max(best, (margin, c4, s3))
    if best[0] <= 0:
        raise ValueError("no pair makes all results right")
    return [rounded(gmpy2.mpfr(value), FP32) for value in best[1:]]


def main() -> None:
    cosh_c4, cosh_s3 = bf16(gmpy2.cosh, 1)
    sinh_c4, sinh_s3 = bf16(gmpy2.sinh, -1)
    print(header("sinh and cosh", reduction() + sinh_fp32() + cosh_fp32() + [
        ("BF16_MINUS_LN2_WORD", rounded(-LN2, FP32)), ("BF16_COSH_C4_WORD", cosh_c4), ("BF16_COSH_S3_WORD", cosh_s3),
        ("BF16_SINH_C4_WORD", sinh_c4), ("BF16_SINH_S3_WORD", sinh_s3)]))


main()
