#!/usr/bin/python3
"""Prints coefficients.h."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

import gmpy2  # noqa: E402
import numpy as np  # noqa: E402
import search  # noqa: E402
from gmpy2 import mpfr  # noqa: E402
from minimax import BF16, FP16, Term, header, polynomial, rounded, split  # noqa: E402

LN2 = gmpy2.const_log2()


def even(w):
    """(cosh(r) - 1) / r^2, of r^2."""
    r = gmpy2.sqrt(w)
    return (gmpy2.cosh(r) - 1) / w if w else mpfr(1) / 2


def odd(w):
    """(sinh(r) - r) / r^3, of r^2."""
    r = gmpy2.sqrt(w)
    return (gmpy2.sinh(r) - r) / (w * r) if w else mpfr(1) / 6


def weight(w):
    return w + mpfr("1e-6")


def fp32():
    """cosh(r) = 1 + w (1/2 + A2 w ...) and sinh(r) = r + r w (B1 + B2 w ...), w = r^2."""
    high, low = split(-LN2, FP16)
    bias = mpfr("125.6875")  # 1/16 are what fp16 has there
    scale = rounded((mpfr(254.5) - bias) / mpfr("89.41600"), 24, gmpy2.RoundDown)  # k is 128 up to there
    most = mpfr(0.6935) ** 2
    a = polynomial(even, 0, most, [Term(0, fixed=0.5), Term(3, BF16), Term(2, FP16), Term(1)], weight=weight)
    b = polynomial(odd, 0, most, [Term(2, BF16), Term(1), Term(0)], weight=weight)
    return [("SCALE", scale), ("BIAS_FP16", bias), ("MINUS_LN2_HIGH_FP16", high), ("MINUS_LN2_LOW", low),
            ("A2", a[1]), ("A3_FP16", a[2]), ("A4", a[3]), ("B1", b[0]), ("B2", b[1]), ("B3", b[2])]


def cosh():
    """The same, of |r| <= ln2 / 2."""
    most = (LN2 / 2 + mpfr("1e-5")) ** 2
    a = polynomial(even, 0, most, [Term(0, fixed=0.5), Term(2, FP16), Term(1)], weight=weight)
    b = polynomial(odd, 0, most, [Term(1, FP16), Term(0)], weight=weight)
    return [("COSH_A2", a[1]), ("COSH_A3_FP16", a[2]), ("COSH_B1", b[0]), ("COSH_B2_FP16", b[1])]


def bf16(name, f):
    """cosh(r) = 1 + w (A1 + A2 w) and sinh(r) = r + r w B1, w = r^2."""
    bias = 125.875
    log2e, minus_ln2 = rounded(1 / LN2, 24), rounded(-LN2, 24)
    x = search.inputs(2.0**-11, 89)
    exact = f(x.astype(np.float64))
    x, exact = (v[search.hard(exact, 2e-4)] for v in (x, exact))
    k = np.floor(search.mad(x, float(log2e), bias).astype(np.float64) + 0.5) - 126
    r = search.mad(k, float(minus_ln2), x)
    w = search.mad(r, r, 0)
    most = float(w.max())
    a = polynomial(even, 0, most, [Term(1), Term(0)], weight=weight)
    b = polynomial(odd, 0, most, [Term(0)], weight=weight)
    up, down = np.exp2(k - 1), np.exp2(-k - 1)
    plus, minus = ((up + sign * down).astype(np.float32) for sign in (1, -1))
    if name == "SINH":
        plus, minus = minus, plus

    def wrong(tried):
        c = search.horner([tried[0], tried[1], 1], w)
        s = search.mad(search.horner([tried[2], 1], w), r, 0)
        result = search.mad(c, plus, search.mad(s, minus, 0))
        return int((search.to_bf16(result) != search.correct(exact)).sum())

    found = search.climb([a[1], a[0], b[0]], wrong, [0, 1, 2])
    return [(f"BF16_{name}_{which}", c) for which, c in zip(("A2", "A1", "B1"), found)]


constants = fp32() + cosh() + [("LOG2E", rounded(1 / LN2, 24)), ("MINUS_LN2", rounded(-LN2, 24)),
                               ("BF16_BIAS_FP16", 125.875)]
print(header("cosh(r) and sinh(r), for tiles of fp32 and of bf16",
             constants + bf16("COSH", np.cosh) + bf16("SINH", np.sinh)))
