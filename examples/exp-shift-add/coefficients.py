#!/usr/bin/python3
"""Prints coefficients.h. See README.md."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

import gmpy2  # noqa: E402
from gmpy2 import mpfr  # noqa: E402
from minimax import FP32, header, rounded  # noqa: E402

PER_POWER = 128  # bf16 numbers from one power of two to the next
BIAS = 127
MOST = 32767  # where SFPSTOCHRND stops

# (1 + f) / 2^f is largest where its derivative is 0: 1 + f = 1 / ln 2. 2^-c makes the errors above and below 1 equal.
peak = 1 / gmpy2.const_log2()
largest = peak / gmpy2.exp2(peak - 1)
c = gmpy2.log2((1 + largest) / 2)

slope = PER_POWER / gmpy2.const_log2()
offset = PER_POWER * (BIAS - c)
constants = {"SLOPE": slope, "OFFSET": offset, "MINUS_SLOPE": -slope, "REST": MOST - offset}
print(header(f"128 x / ln 2 + 128 (127 - c), and 32767 less that; c is {float(c):.4f}",
             [(name, rounded(mpfr(x), FP32)) for name, x in constants.items()]))
