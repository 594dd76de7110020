#!/usr/bin/python3
"""The constants of log.S and log-bf16.S, as coefficients.h."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

import gmpy2
import intervals
from gmpy2 import mpfr
from minimax import BF16, FP32, Term, header, polynomial, rounded

LN2 = gmpy2.log(mpfr(2))
ROOT = gmpy2.sqrt(mpfr(2))


def rest(r):
    """What ln(1 + r) = r + r^2 f(r) leaves to approximate."""
    return (gmpy2.log1p(r) - r) / r**2 if abs(r) > mpfr("1e-20") else mpfr(-0.5)


def weight(r):
    """Makes an error of f one of ln(1 + r), relative to it."""
    return abs(r**2 / gmpy2.log1p(r)) if abs(r) > mpfr("1e-20") else abs(r)


def fp32():
    terms = [Term(power, BF16) for power in (8, 7, 6, 5, 4)] + [Term(power) for power in (3, 2, 1, 0)]
    c = polynomial(rest, ROOT / 2 - 1, ROOT - 1, terms, weight)
    title = f"log.S: ln(1 + r) = r + r^2 (C0 + ... + C8 r^8), within 2^{float(gmpy2.log2(c.error)):.2f} of it"
    return header(title, [(f"C{i}", c[i]) for i in range(9)] + [("MINUS_LN2", -rounded(LN2, FP32))])


# Of ln(2), what has ln of all bf16 numbers come out right; the nearest one to it has 2^-52 wrong, which is half-way
# between two bf16 numbers within 2^-17 of their distance.
LN2_BF16 = rounded(LN2, FP32) - 3 * mpfr(2) ** -24


def bf16():
    """ln(x) = (exponent + f) LN2_BF16 + f (1 - f) h(-f), of x = 2^exponent (1 + f)."""
    low, high = {}, {}
    for bits in range(0x0080, 0x7F80):
        exponent, f = (bits >> 7) - 127, mpfr(bits & 0x7F) / 128
        if f:
            x = mpfr(2) ** exponent * (1 + f)
            sign = -1 if x < 1 else 1
            bounds = sorted(sign * mpfr(float(b[0])) for b in intervals.halfways([abs(gmpy2.log(x))]))
            linear = rounded((exponent + f) * LN2_BF16, FP32)
            # z = -f (1 - f), so that the bounds change places
            upper, lower = ((b - linear) / (f * (f - 1)) for b in bounds)
            low[-f] = max(low.get(-f, lower), lower)
            high[-f] = min(high.get(-f, upper), upper)
    points = sorted(low)
    terms = [Term(4, BF16), Term(3, BF16)] + [Term(power) for power in (2, 1, 0)]
    c, margin = intervals.polynomial(points, [low[f] for f in points], [high[f] for f in points], terms)
    title = f"log-bf16.S, where {float(margin):.4f} of half an interval is left"
    return header(title, [(f"H{i}", c[i]) for i in range(5)] + [("LN2", LN2_BF16)])


print(fp32())
print(bf16())
