#!/usr/bin/env python3
"""Constants of atan: coefficients.py > coefficients.h.

Of 1/x, p: y0 is -INFINITY - x, as words; c = x y0 lies between -2.25 and -2, and p(c) is -1/c.
Of atan, q: atan(t) = t + t z q(z), with z = t^2, for |t| <= 1. Errors of q count as they change atan(t), relative to it.
What one SFPLOADI loads, as fp16, has 11 bits.

pi/2 is Q3 QUARTER_TURN, closer than fp32 has it: Q3 is one for which the fp32 number that is nearest to pi/2 / Q3 is closest to
that.
"""

import pathlib
import struct
import sys

import gmpy2
from gmpy2 import mpfr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

from minimax import FP16, FP32, Fit, Term, polynomial, rounded, word  # noqa: E402

NEAR = 200  # so many numbers on both sides are tried


def rest(z: mpfr) -> mpfr:
    t = gmpy2.sqrt(z)
    return (gmpy2.atan(t) / t - 1) / z


def weight(z: mpfr) -> mpfr:
    t = gmpy2.sqrt(z)
    return z * t / gmpy2.atan(t)


def show(name: str, fit: Fit, bits: dict[int, int]) -> None:
    for power in sorted(fit.coefficients):
        value = fit[power]
        if bits[power] == FP16:
            half = word(value) >> 13
            half = (half >> 18 << 15) | (((half >> 10 & 0xFF) - 112) << 10) | (half & 0x3FF)
            print(f"#define {name}{power} 0x{half:04X} /* fp16: {float(value):.9g} */")
        else:
            print(f"#define {name}{power} 0x{word(value):08X} /* {float(value):.9g} */")


def factors(near: mpfr) -> tuple[mpfr, mpfr]:
    """Two fp32 numbers, the first of them near this one, whose product is pi/2."""
    half_pi = gmpy2.const_pi() / 2
    best = None
    low = word(rounded(near, FP32)) - NEAR
    for bits in range(low, low + 2 * NEAR):
        a = mpfr(struct.unpack("<f", struct.pack("<I", bits))[0])
        b = rounded(half_pi / a, FP32)
        if best is None or abs(a * b - half_pi) < best[0]:
            best = (abs(a * b - half_pi), a, b)
    return best[1], best[2]


def fit(name: str, what: str, f, low, high, bits: dict[int, int], weights=None, fixed: dict | None = None) -> None:
    terms = [Term(k, bits[k], (fixed or {}).get(k)) for k in sorted(bits, reverse=True)]
    found = polynomial(f, low, high, terms, weights, width=2)
    print(f"/* {what}, to 2^{float(gmpy2.log2(found.error)):.1f}. */")
    show(name, found, bits)


def main() -> None:
    print("/* Polynomials of atan, made by coefficients.py. */")
    fit("P", "-1/c", lambda c: -1 / c, mpfr(-2.25), mpfr(-2), {0: FP32, 1: FP16, 2: FP16})
    bits = {k: FP32 if k < 4 else FP16 for k in range(8)}
    terms = [Term(k, bits[k]) for k in reversed(range(8))]
    q3, quarter_turn = factors(polynomial(rest, mpfr("1e-6"), 1, terms, weight, width=2)[3])
    fit("Q", "atan of fp32", rest, mpfr("1e-6"), 1, bits, weight, {3: q3})
    fit("BF16_Q", "atan of bf16", rest, mpfr("1e-6"), 1, {k: FP32 if k < 2 else FP16 for k in range(6)}, weight)
    print(f"#define QUARTER_TURN 0x{word(quarter_turn):08X} /* {float(quarter_turn):.9g} */")
    print(f"#define HALF_PI 0x{word(rounded(gmpy2.const_pi() / 2, FP32)):08X}")


if __name__ == "__main__":
    main()
