#!/usr/bin/python3
"""The constants of softplus.S and softplus-bf16.S, as coefficients.h."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

import gmpy2
import intervals
import numpy
from gmpy2 import mpfr
from minimax import BF16, FP16, FP32, Term, header, polynomial, rounded

LN2 = gmpy2.log(mpfr(2))
LOG2E_11 = rounded(1 / LN2, FP16)  # for the quotient; one SFPLOADI
HALF = LN2 / 2 * mpfr("1.055")  # what is left of |x| by ln2, at most: log2(e) has 11 bits


def exponential(r):
    """The function f in e^-r = 1 - r + r^2 f(r), which the polynomial approximates."""
    return (gmpy2.exp(-r) - 1 + r) / r**2 if abs(r) > mpfr("1e-15") else mpfr(0.5)


def logarithm(v):
    """The function f in ln(1 + w) = w + w^2 f(w - 1/2), which the polynomial approximates."""
    w = v + mpfr(0.5)
    return (gmpy2.log1p(w) - w) / w**2 if w > mpfr("1e-18") else mpfr(-0.5)


def weight(v):
    """The factor that turns an error of f into a relative error of ln(1 + w)."""
    w = v + mpfr(0.5)
    return w**2 / gmpy2.log1p(w) if w > mpfr("1e-18") else w


def fp32():
    e = polynomial(exponential, -HALF, HALF, [Term(4, BF16), Term(3, BF16), Term(2), Term(1), Term(0)],
                   lambda r: r**2 * gmpy2.exp(r), width=6)
    p = polynomial(logarithm, mpfr("-0.499999"), mpfr("0.5"), [Term(power, BF16) for power in (8, 7, 6)]
                   + [Term(5, FP16), Term(4, FP16)] + [Term(power) for power in (3, 2, 1, 0)], weight)
    ln2 = rounded(LN2, 20)  # a product of it and 7 bits has 27, as many as SFPMAD keeps in any case
    constants = [(f"E{i}", e[i]) for i in range(5)] + [(f"P{i}", p[i]) for i in range(9)]
    constants += [("MINUS_LOG2E", -LOG2E_11), ("LN2", ln2), ("LN2_REST", rounded(LN2 - ln2, BF16))]
    title = (f"softplus.S: e^-r, within 2^{float(gmpy2.log2(e.error)):.1f} of it, and ln(1 + w), "
             f"within 2^{float(gmpy2.log2(p.error)):.1f}")
    return header(title, constants)


def bf16():
    """w = e^-|x| = 2^-k 2^-f, as the kernel computes it, and q in ln(1 + w) = w q(w). Each x gives bounds for q at its
    w."""
    terms = [Term(4, BF16), Term(3, FP16), Term(2), Term(1), Term(0, fixed=1)]
    e = polynomial(lambda f: gmpy2.exp2(-f), mpfr("-0.53"), mpfr("0.53"), terms)
    log2e = rounded(1 / LN2, FP32)
    a = intervals.bf16(2.0**-20, 87.3)
    k = numpy.rint(a * float(LOG2E_11))
    f = a * float(log2e) - k
    w = numpy.zeros_like(a)
    for power in (4, 3, 2, 1, 0):
        w = numpy.float32(w * f + float(e[power])).astype(float)
    w *= 2.0**-k
    values = [gmpy2.log1p(gmpy2.exp(-mpfr(v))) for v in a]
    values += [mpfr(v) + y for v, y in zip(a, values)]
    linear = numpy.concatenate([numpy.zeros_like(a), a])
    w = numpy.concatenate([w, w])
    low, high = intervals.halfways(values)
    terms = [Term(5, FP16), Term(4, FP16)] + [Term(power) for power in (3, 2, 1, 0)]
    q, margin = intervals.polynomial(w, (low - linear) / w, (high - linear) / w, terms)
    constants = [(f"C{i}", e[i]) for i in range(1, 5)] + [(f"Q{i}", q[i]) for i in range(6)] + [("LOG2E", log2e)]
    return header(f"softplus-bf16.S, with {float(margin):.5f} of half an interval left", constants)


print(fp32())
print(bf16())
