#!/usr/bin/python3
"""The constants of the kernels here, as coefficients.h."""

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
    """The function f in ln(1 + r) = r + r^2 f(r), which the polynomial approximates."""
    return (gmpy2.log1p(r) - r) / r**2 if abs(r) > mpfr("1e-20") else mpfr(-0.5)


def weight(r):
    """The factor that turns an error of f into a relative error of ln(1 + r)."""
    return abs(r**2 / gmpy2.log1p(r)) if abs(r) > mpfr("1e-20") else abs(r)


def fp32():
    terms = [Term(power, BF16) for power in (8, 7, 6, 5, 4)] + [Term(power) for power in (3, 2, 1, 0)]
    c = polynomial(rest, ROOT / 2 - 1, ROOT - 1, terms, weight)
    title = f"log.S: ln(1 + r) = r + r^2 (C0 + ... + C8 r^8), within 2^{float(gmpy2.log2(c.error)):.2f} of it"
    return header(title, [(f"C{i}", c[i]) for i in range(9)] + [("MINUS_LN2", -rounded(LN2, FP32))])


# The factors of exponent + f: ln(2) and the logarithm of 2 to base 10, changed by a few units so that all bf16 results
# round correctly. With ln(2) itself one sum would be exactly half-way between two results.
LN2_BF16 = rounded(LN2, FP32) - 3 * mpfr(2) ** -24
LOG10_BF16 = rounded(gmpy2.log10(mpfr(2)), FP32) + 3 * mpfr(2) ** -25


def bf16(name, f, factor, upper):
    """log(x) = (exponent + f) factor + f (1 - f) h(-f), of x = 2^exponent (1 + f)."""
    low, high = {}, {}
    for bits in range(0x0080, 0x7F80):
        exponent, fraction = (bits >> 7) - 127, mpfr(bits & 0x7F) / 128
        if fraction:
            x = mpfr(2) ** exponent * (1 + fraction)
            sign = -1 if x < 1 else 1
            bounds = sorted(sign * mpfr(float(b[0])) for b in intervals.halfways([abs(f(x))]))
            linear = rounded((exponent + fraction) * factor, FP32)
            # z = -f (1 - f) is negative, so the bounds are exchanged
            above, below = ((b - linear) / (fraction * (fraction - 1)) for b in bounds)
            low[-fraction] = max(low.get(-fraction, below), below)
            high[-fraction] = min(high.get(-fraction, above), above)
    points = sorted(low)
    terms = [Term(power, BF16) for power in upper] + [Term(power) for power in (2, 1, 0)]
    c, margin = intervals.polynomial(points, [low[t] for t in points], [high[t] for t in points], terms)
    return header(f"{name}, with {float(margin):.4f} of half an interval left",
                  [(f"{name}_H{i}", c[i]) for i in sorted(c)] + [(f"{name}_OF_2", factor)])


print(fp32())
print(bf16("LN", gmpy2.log, LN2_BF16, (4, 3)))
print(bf16("LOG2", gmpy2.log2, mpfr(1), (3,)))
print(bf16("LOG10", gmpy2.log10, LOG10_BF16, (3,)))
