#!/usr/bin/python3
"""Prints coefficients.h: what the kernels of tanh keep in registers."""

import math
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

# pylint: disable=wrong-import-position
import intervals  # noqa: E402
from minimax import BF16, Term, header  # noqa: E402


def tanh_bf16() -> None:
    """tanh(x) = x + C2 x^2 + ... + C9 x^9 for x >= 0, right when rounded to bf16; from 3.46 on more than rounds to 1."""
    points = intervals.bf16(2**-10, 8)
    low, high = intervals.halfways([math.tanh(x) for x in points])
    ones = points > 3.46
    low[ones], high[ones] = 1 - 2**-9 + 2**-14, numpy.inf
    c, margin = intervals.polynomial(points, low, high,
                                     [Term(1, fixed=1), Term(9, BF16)] + [Term(p) for p in range(8, 1, -1)])
    assert margin > 0
    print(header("tanh(x) for bf16 x > 0, at most 1 ULP / 2 off: x + C2 x^2 + ... + C9 x^9",
                 [(f"BF16_C{p}", c[p]) for p in range(2, 10)]))


tanh_bf16()
