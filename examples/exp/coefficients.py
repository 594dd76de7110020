#!/usr/bin/python3
"""Prints coefficients.h."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

import gmpy2  # noqa: E402
import numpy as np  # noqa: E402
import search  # noqa: E402
from minimax import BF16, FP16, Term, header, polynomial, rounded, split  # noqa: E402

LN2 = gmpy2.const_log2()
LOG2E = rounded(1 / LN2, 24)


def fp32():
    """1 + r + C2 r^2 ..., for |r| <= ln2 / 2. What is left over of that is for k that was rounded the other way."""
    high, low = split(-LN2, 15)
    c = polynomial(gmpy2.exp, -LN2 / 2 - 1e-5, LN2 / 2 + 1e-5,
                   [Term(0, fixed=1), Term(1, fixed=1), Term(6, BF16), *(Term(i) for i in range(5, 1, -1))])
    eleven, rest = split(-LN2, FP16)
    return [("LOG2E", LOG2E), ("MINUS_LN2_11_BITS_FP16", eleven), ("MINUS_LN2_REST", rest), ("MINUS_LN2_HIGH", high),
            ("MINUS_LN2_LOW", low), *((f"C{i}", c[i]) for i in range(2, 7))]


def bf16():
    """The same to r^4, for the r of exp-bf16.S."""
    bias = 126.75
    low, high = (-0.75 * LN2 + LN2 / 2, 0.75 * LN2)
    c = polynomial(gmpy2.exp, low, high, [Term(0, fixed=1), Term(1, fixed=1), *(Term(i) for i in range(4, 1, -1))])
    minus_ln2 = np.float32(-float(LN2))
    x = search.inputs(-87, 88.5)
    exact = np.exp(x.astype(np.float64))
    x, exact = (v[search.hard(exact, 1e-4)] for v in (x, exact))
    k = np.floor(search.mad(x, np.float32(float(LOG2E)), bias).astype(np.float64) + 0.5) - 127
    r = search.mad(k, minus_ln2, x)
    scale = np.where(k > -127, np.exp2(k), 0)

    def wrong(tried):
        result = search.to_bf16((search.horner(tried, r) * scale).astype(np.float32))
        return int((result != search.correct(exact)).sum())

    found = search.climb([c[4], c[3], c[2], 1, 1], wrong, [0, 1, 2])
    return [("BF16_BIAS", bias), ("MINUS_LN2", float(minus_ln2)), *((f"BF16_C{4 - i}", found[i]) for i in range(3))]


print(header("exp(r) of |r| <= ln2 / 2, and as a tile of bf16 needs it", fp32() + bf16()))
