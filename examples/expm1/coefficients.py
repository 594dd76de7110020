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


def fp32():
    """exp(r) - 1 = r + r^2 (C2 + C3 r + ...)."""
    high, low = split(-LN2, FP16)
    bias = rounded(mpfr(127.5) - gmpy2.log(mpfr(1.5)) / LN2, 24)  # x = log 1.5 is where k becomes 1
    scale = rounded((mpfr(254.5) - bias) / mpfr("88.7229"), 24, gmpy2.RoundDown)  # k is 127 up to there
    least, most = gmpy2.log(mpfr(0.75)), gmpy2.log(mpfr(1.5)) + mpfr(0.001)

    def q(r):
        return (gmpy2.expm1(r) - r) / (r * r)

    def weight(r):  # relative to exp(r) - 1, and to exp(r) where k is large
        return r * r / (abs(gmpy2.expm1(r)) if r < most else gmpy2.exp(r))

    terms = [Term(0, fixed=0.5), Term(5, BF16), Term(4, FP16), Term(3), Term(2), Term(1)]
    points = [least + (mpfr(0.6935) - least) * i / 400 + mpfr("1e-9") for i in range(401)]
    c = polynomial(q, least, 0.6935, terms, weight=weight, points=points)
    return [("BIAS", bias), ("SCALE", scale), ("MINUS_LN2_HIGH_FP16", high), ("MINUS_LN2_LOW", low),
            *((f"C{i + 2}{'_FP16' * (i == 4)}", c[i]) for i in range(6))]


def bf16():
    """exp(r) - 1 = r (1 + C2 r + ...), for the r of expm1-bf16.S."""
    bias = 126.75
    log2e, minus_ln2 = rounded(1 / LN2, 24), rounded(-LN2, 24)
    least, most = (mpfr(126.5) - bias) * LN2, (mpfr(127.5) - bias) * LN2
    points = [least + (most - least) * (i + 0.5) / 400 for i in range(400)]
    c = polynomial(lambda r: gmpy2.expm1(r) / r if r else mpfr(1), least, most,
                   [Term(3), Term(2), Term(1), Term(0, fixed=1)], points=points)
    x = search.inputs(-6.5, 88.5)
    x = x[abs(x) > 2**-11]
    exact = np.expm1(x.astype(np.float64))
    x, exact = (v[search.hard(exact, 1e-4)] for v in (x, exact))
    k = np.floor(search.mad(x, float(log2e), bias).astype(np.float64) + 0.5) - 127
    r = search.mad(k, float(minus_ln2), x)
    scale = np.exp2(k)

    def wrong(tried):
        result = search.mad(search.mad(search.horner(tried, r), r, 0), scale, (scale - 1).astype(np.float32))
        return int((search.to_bf16(result) != search.correct(exact)).sum())

    found = search.climb([c[3], c[2], c[1], 1], wrong, [0, 1, 2])
    return [("LOG2E", log2e), ("MINUS_LN2", minus_ln2), ("BF16_BIAS", bias),
            *((f"BF16_C{4 - i}", found[i]) for i in range(3))]


print(header("exp(r) - 1, for tiles of fp32 and of bf16", fp32() + bf16()))
