#!/usr/bin/python3
"""Prints coefficients.h."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

import gmpy2  # noqa: E402
import numpy as np  # noqa: E402
import search  # noqa: E402
from minimax import BF16, Term, header, polynomial, rounded  # noqa: E402


def fp32():
    """1 + C1 r + C2 r^2 ..., for |r| <= 1/2. C1 is ln 2 itself, which 24 bits have almost exactly: its error counts most."""
    c = polynomial(gmpy2.exp2, -0.5, 0.5, [Term(0, fixed=1), Term(1, fixed=rounded(gmpy2.const_log2(), 24)),
                                           Term(6, BF16), *(Term(i) for i in range(5, 1, -1))])
    return [(f"C{i}", c[i]) for i in range(1, 7)]


def bf16():
    """The same to r^4, for the r of exp2-bf16.S."""
    bias = 126.9375
    c = polynomial(gmpy2.exp2, -0.4375, 0.5625, [Term(0, fixed=1), *(Term(i) for i in range(4, 0, -1))])
    x = search.inputs(-126, 127.5)
    exact = np.exp2(x.astype(np.float64))
    x, exact = (v[search.hard(exact, 1e-4)] for v in (x, exact))
    k = np.floor(search.mad(x, 1, bias).astype(np.float64) + 0.5) - 127
    r = search.mad(k, -1, x)
    scale = np.where(k > -127, np.exp2(k), 0)

    def wrong(tried):
        result = search.to_bf16((search.horner(tried, r) * scale).astype(np.float32))
        return int((result != search.correct(exact)).sum())

    found = search.climb([c[4], c[3], c[2], c[1], 1], wrong, [0, 1, 2, 3])
    return [("BF16_BIAS", bias), *((f"BF16_C{4 - i}", found[i]) for i in range(4))]


print(header("2^r of |r| <= 1/2, and as a tile of bf16 needs it", fp32() + bf16()))
