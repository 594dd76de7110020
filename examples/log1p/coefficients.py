#!/usr/bin/python3
"""The constants of log1p.S and log1p-bf16.S, as coefficients.h."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

import gmpy2
import intervals
import numpy
from gmpy2 import mpfr
from minimax import BF16, FP32, Term, header, polynomial, rounded

SPLIT = mpfr("0.75")  # of 1 + x by a power of two, what is left is 1 + r from this to its double


def rest(r):
    """The function f in ln(1 + r) = r + r^2 f(r), which the polynomial approximates."""
    return (gmpy2.log1p(r) - r) / r**2 if abs(r) > mpfr("1e-20") else mpfr(-0.5)


def weight(r):
    """The factor that turns an error of f into an error of ln(1 + r), in units of its last place."""
    return r**2 / 2 ** gmpy2.floor(gmpy2.log2(abs(gmpy2.log1p(r)))) if abs(r) > mpfr("1e-6") else abs(r)


LN2 = rounded(gmpy2.log(mpfr(2)), FP32)


def fp32():
    terms = [Term(power, BF16) for power in (8, 7, 6, 5)] + [Term(power) for power in (4, 3, 2, 1, 0)]
    c = polynomial(rest, SPLIT - 1, 2 * SPLIT - 1, terms, weight)
    title = "log1p.S: ln(1 + r) = r + (4 r)^2 (C0 + ... + C8 (4 r)^8)"
    return header(title, [(f"C{i}", c[i] / 4 ** (i + 2)) for i in range(9)]
                  + [("MINUS_LN2", -LN2)])


def bf16():
    """q in ln(1 + x) = k ln2 + 4 r q(4 r). Each x gives bounds for q at its 4 r."""
    low, high = {}, {}
    x = intervals.bf16(2.0**-30, 3.4e38)
    x = numpy.concatenate([x, -x[x < 1]])
    values = [gmpy2.log1p(mpfr(float(v))) for v in x]
    below, above = intervals.halfways([abs(y) for y in values])
    for v, y, a, b in zip(x, values, below, above):
        m = 1 + mpfr(float(v))
        k = gmpy2.get_exp(m) - 1
        m /= mpfr(2) ** k
        if m >= 2 * SPLIT:
            k, m = k + 1, m / 2
        r = rounded(m - 1, FP32)
        if r:
            linear = rounded(k * LN2, FP32)
            bounds = sorted(((mpfr(float(t)) if y > 0 else -mpfr(float(t))) - linear) / (4 * r) for t in (a, b))
            low[4 * r] = max(low.get(4 * r, bounds[0]), bounds[0])
            high[4 * r] = min(high.get(4 * r, bounds[1]), bounds[1])
    points = sorted(low)
    terms = [Term(5, BF16), Term(4, BF16)] + [Term(power) for power in (3, 2, 1, 0)]
    c, margin = intervals.polynomial(points, [low[r] for r in points], [high[r] for r in points], terms)
    title = f"log1p-bf16.S: 4 r (Q0 + ... + Q5 (4 r)^5), with {float(margin):.5f} of half an interval left"
    return header(title, [(f"Q{i}", c[i]) for i in range(6)])


print(fp32())
print(bf16())
