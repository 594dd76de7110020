#!/usr/bin/python3
"""Prints coefficients.h: what the kernels of sigmoid and silu keep in registers."""

import math
import pathlib
import struct
import sys

import gmpy2

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

# pylint: disable=wrong-import-position
from minimax import BF16, FP16, FP32, Term, header, polynomial, rounded, split  # noqa: E402

SCALE = 40  # of 1 + e^-x: 2^-40, so that neither it nor its reciprocal nor what is added to that leaves the range


def fp32() -> None:
    """e^-f of the fraction f, and what the reduction takes."""
    half = gmpy2.log(2) / 2
    c = polynomial(lambda f: gmpy2.exp(-f), -half * 1.001, half * 1.001,
                   [Term(0, fixed=1), Term(1, fixed=-1), Term(2, fixed=0.5), Term(6, BF16), Term(5, FP16), Term(4), Term(3)])
    high, low = split(gmpy2.log(2), BF16)
    print(header(f"e^-f = 1 - f + f^2 / 2 + C3 f^3 + ... + C6 f^6 for |f| <= ln2 / 2, 2^{math.log2(c.error):.1f} off",
                 [(f"C{p}", c[p]) for p in range(3, 7)]))
    print(header("Of the reduction", [
        ("MINUS_LOG2E", rounded(-1 / gmpy2.log(2), FP32)), ("MINUS_LN2_HIGH", -high),
        ("MINUS_LN2_LOW", -low), ("MAGIC", 1.5 * 2**23 + 127 - SCALE), ("MINUS_RECIPROCAL", struct.unpack("<f", struct.pack("<I", 0xFEF30000))[0]), ("SCALE", 2.0**-SCALE), ("MINUS_SCALE", -2.0**-SCALE)]))


fp32()
