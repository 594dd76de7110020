#!/usr/bin/env python3
"""Constants of the reciprocals: coefficients.py > coefficients.h.

recip-wormhole.S starts with (1 + T3(3 - a) / 99) / a = (105 - 36 a + 4 a^2) / 99 on [2, 4]. T3, the third Chebyshev
polynomial, is at most 1 there; 99 = T3(3) makes the numerator divisible by a.

recip-bf16.S computes y0 = INFINITY - x, as words, for which c = x y0 is between 2 and 2.25. p is a quadratic polynomial
of c such that y0 p(c) lies on the same side of all points half-way between two bf16 numbers as 1/x. Among these
polynomials, p keeps the largest distance from these points. The reciprocal of 2^126 is the least normal number, and y0
p(c) must not be less. The constants are those of p / LAST, because the kernel multiplies by LAST at the end. So
denormals, whose c is 0, overflow, and the sum of the other terms is below 1 for them too.
"""

import pathlib
import struct
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

from minimax import FP32, header, rounded  # noqa: E402

INFINITY = 0x7F800000
MIDDLE = 2.125
LAST = 0.6875


def number(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def bounds() -> list[tuple[float, float, float]]:
    """For each bf16 number from 1 to 2, without 2: c, and the bounds of p(c)."""
    result = []
    for d in range(128, 256):
        x = d / 128
        y0 = number(INFINITY - struct.unpack("<I", struct.pack("<f", x))[0])
        place = 2.0**-7 if d == 128 else 2.0**-8
        near = round(1 / x / place) * place
        below = 0 if d == 128 else place / 2
        result.append((x * y0, (near - below) / y0, (near + place / 2) / y0))
    return result


def centre(powers: numpy.ndarray, low: numpy.ndarray, high: numpy.ndarray) -> numpy.ndarray:
    """z and the largest m for which low + m <= powers z <= high - m, by an interior-point method."""
    ones = numpy.ones(len(low))
    rows = numpy.vstack([numpy.c_[powers, ones], numpy.c_[-powers, ones]])
    most = numpy.r_[high, -low]
    z = numpy.linalg.lstsq(powers, (low + high) / 2, rcond=None)[0]
    z = numpy.r_[z, (most - rows[:, :-1] @ z).min() - 1]
    weight = 1.0
    while weight < 1e7:
        for _ in range(30):
            slack = most - rows @ z
            gradient = rows.T @ (1 / slack)
            gradient[-1] -= weight
            scaled = rows / slack[:, None]
            step = -numpy.linalg.solve(scaled.T @ scaled, gradient)
            length = 1.0
            while (most - rows @ (z + length * step)).min() <= 0:
                length /= 2
            z = z + length * step * (0.99 if length < 1 else 1)
            if -gradient @ step < 1e-9:
                break
        weight *= 1.5
    return z


def main() -> None:
    c, low, high = (numpy.array(column) for column in zip(*bounds()))
    a0, a1, a2, margin = centre(numpy.vstack([(c - MIDDLE) ** k for k in range(3)]).T, low, high)
    assert margin > 0
    q = [float(rounded(v / LAST, FP32)) for v in (a0 - a1 * MIDDLE + a2 * MIDDLE**2, a1 - 2 * a2 * MIDDLE, a2)]
    p = (q[0] + q[1] * c + q[2] * c * c) * LAST
    assert ((low < p) & (p < high)).all() and abs(q[1]) < 1 and q[0] * number(INFINITY - 0x7F0000) >= 2.0**128
    constants = [("LAST", LAST)]
    constants += [(f"BF16_C{k}", q[k]) for k in range(3)]
    constants += [(f"START_{k}", float(rounded(v / 99, FP32))) for k, v in enumerate((105.0, 36.0, 4.0))]
    print(header("Polynomials of the reciprocals", constants))


if __name__ == "__main__":
    main()
