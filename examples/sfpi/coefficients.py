#!/usr/bin/python3
"""Prints coefficients.h: the best of all lines that SFPLUT's bytes can give, one for each of its three ranges."""

import math

import numpy as np

POINTS = 401  # of a stretch
ZERO = 0xFF


def byte(b: int) -> float:
    """The value of a byte for SFPLUT: a sign, a negative power of two, and four bits after the point."""
    return 0.0 if b == ZERO else (-1) ** (b >> 7) * 2.0 ** -(b >> 4 & 7) * (1 + (b & 15) / 16)


def best(low: float, high: float, offsets: range) -> tuple[float, int, int]:
    """The smallest maximum error of x P, and the slope and the offset that give it."""
    x = np.linspace(low, high, POINTS)
    wanted = np.array([math.erf(a / math.sqrt(2)) / 2 for a in x])
    c = np.array([byte(b) for b in offsets])
    return min((float(e), slope, offsets[i]) for slope in range(ZERO + 1)
               for i, e in enumerate(np.abs(x * (byte(slope) * x + c[:, None] - wanted)).max(axis=1)))


print("/* P - 1/2 of |x|: a slope and an offset, a byte each; made by coefficients.py. */")
everything = range(ZERO + 1)
for name, low, high, offsets in (("BELOW_1", 0, 1, range(ZERO, ZERO + 1)), ("BELOW_2", 1, 2, everything),
                                 ("ABOVE_2", 2, 3, everything)):
    error, slope, offset = best(low, high, offsets)
    line = f"{byte(slope):g} |x|" + (f" + {byte(offset):g}" if offset != ZERO else "")
    print(f"#define GELU_{name} 0x{slope:02x}{offset:02x} /* {line}; x P is {error:.4f} off at most */")
