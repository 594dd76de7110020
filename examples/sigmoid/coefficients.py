#!/usr/bin/python3
"""Prints coefficients.h: the constants of the sigmoid and silu kernels."""

import math
import pathlib
import struct
import sys

import gmpy2
import numpy
from gmpy2 import mpfr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

# pylint: disable=wrong-import-position
import intervals  # noqa: E402
from minimax import BF16, FP16, FP32, Term, header, polynomial, rounded, split  # noqa: E402

SCALE = 40  # of 1 + e^-x: 2^-40, so that neither it nor its reciprocal nor what is added to that leaves the range
MINUS_LOG2E = rounded(-1 / gmpy2.log(2), FP32)
ROUNDS = 4


def number(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def fp32() -> None:
    """e^-f of the fraction f, and what the reduction takes."""
    half = gmpy2.log(2) / 2
    c = polynomial(lambda f: gmpy2.exp(-f), -half * 1.001, half * 1.001,
                   [Term(0, fixed=1), Term(1, fixed=-1), Term(2, fixed=0.5), Term(6, BF16), Term(5, FP16), Term(4),
                    Term(3)])
    high, low = split(gmpy2.log(2), BF16)
    print(header(f"e^-f = 1 - f + f^2 / 2 + C3 f^3 + ... + C6 f^6 for |f| <= ln2 / 2, 2^{math.log2(c.error):.1f} off",
                 [(f"C{p}", c[p]) for p in range(3, 7)]))
    print(header("Of the reduction", [
        ("MINUS_LOG2E", MINUS_LOG2E), ("MINUS_LN2_HIGH", -high), ("MINUS_LN2_LOW", -low),
        ("MAGIC", 1.5 * 2**23 + 127 - SCALE), ("BF16_MAGIC", 1.5 * 2**23 + 127),
        ("MINUS_RECIPROCAL", number(0xFEF30000)), ("SCALE", 2.0**-SCALE), ("MINUS_SCALE", -2.0**-SCALE)]))


def bf16(name: str, lowest: float, times_x: bool, seed: int | None) -> None:
    """C1 to C4 in 2^f = 1 + C1 f + ... + C4 f^4 with which 1 / (1 + 2^(k + f)), or x times that, is right for each bf16
    x.

    With a seed the reciprocal of d is y (1 + e + E2 e^2 + e^3), where the bits of y are those of the seed minus those
    of d, and e is 1 - d y. E2 makes it exact for powers of 2. The bounds take its error elsewhere into account.
    """
    x = numpy.concatenate([-intervals.bf16(2**-12, -lowest), intervals.bf16(2**-12, 9)])
    value = numpy.array([(v if times_x else 1.0) / (1 + math.exp(-v)) for v in x])
    low, high = intervals.halfways(abs(value))
    if times_x:
        low, high = low / abs(x), high / abs(x)
    inside = high < 1
    x, low, high = x[inside], low[inside], high[inside]
    k = numpy.rint(x * float(MINUS_LOG2E))
    f = x * float(MINUS_LOG2E) - k
    right = numpy.ones_like(x)
    e = mpfr(1 - number(seed - 0x3F800000)) if seed else mpfr(1)  # of d = 1, whose reciprocal is to be no less than 1
    e2 = float(rounded(((rounded(1 / (1 - e), FP32, gmpy2.RoundUp) - 1) / e - 1) / e - e, FP32)) if seed else 0
    for _ in range(ROUNDS if seed else 1):
        c, margin = intervals.polynomial(f, (right / high - 1) * 2.0**-k, (right / low - 1) * 2.0**-k,
                                         [Term(0, fixed=1), Term(4, FP16), Term(3), Term(2), Term(1)])
        if seed:
            d = (1 + sum(float(v) * f**p for p, v in c.items()) * 2.0**k) * (2.0**-SCALE if times_x else 1)
            y = (seed - d.astype(numpy.float32).view(numpy.uint32).astype(numpy.int64)).astype(numpy.uint32)
            e = 1 - d * y.view(numpy.float32).astype(float)
            right = (1 + e * (1 + e * (e2 + e))) * (1 - e)
    constants = [(f"{name}_C{p}", c[p]) for p in range(1, 5)]
    if seed:
        constants += [(f"{name}_E2", e2), (f"{name}_MINUS_RECIPROCAL", number(seed | 1 << 31))]
    print(header(f"{name}: 2^f = 1 + C1 f + ... + C4 f^4, with a margin of {float(margin):.1e} ULP / 2", constants))


fp32()
bf16("SIGMOID_WORMHOLE", -87.3, False, 0x7EF40000)
bf16("SIGMOID_BLACKHOLE", -87.3, False, None)
bf16("SILU_WORMHOLE", -91.7, True, 0x7EF60000)
bf16("SILU_BLACKHOLE", -91.7, True, None)
