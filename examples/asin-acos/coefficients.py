#!/usr/bin/env python3
"""Constants of asin and acos: coefficients.py > coefficients.h.

Of the square root: y0 = MAGIC - w / 2, of the words as integers, is -1/sqrt(w), times a factor that MAGIC decides.
c = w y0^2
is then the same for w, 4 w, 16 w and so on, and y0 p(c) is to be -2/sqrt(w), with

    p(c) = (c - CENTRE)^2 + FLOOR

CENTRE and FLOOR are numbers of 11 bits, as one SFPLOADI loads them, and MAGIC makes the best of them. Its last five
bits are ones, since it is also an amount by which SFPSHFT2 shifts to the right once.

Of asin, q: asin(s) = s + s w q(w), with w = s^2 <= 1/4. Errors of q count as they change asin(s), relative to it.

pi/2 is a product of two constants, and closer so than fp32 has it: TURN MAGIC of asin, ACOS_TURN QUARTER.
"""

import pathlib
import struct
import sys

import gmpy2
import numpy
from gmpy2 import mpfr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

from minimax import FP16, FP32, Term, polynomial, rounded, word  # noqa: E402

LEAST = mpfr("1e-7")
SHIFT = 31  # -31 & 31 = 1
SIGN = 1 << 31
HALF_PI = gmpy2.const_pi() / 2


def number(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]


def rest(w: mpfr) -> mpfr:
    s = gmpy2.sqrt(w)
    return (gmpy2.asin(s) / s - 1) / w


def favoured(w: mpfr) -> mpfr:
    """rest(), so changed that asin is rounded better: see README.md."""
    return rest(w) + mpfr("-2.2e-6") * (w - mpfr("0.2"))


def weight(w: mpfr) -> mpfr:
    s = gmpy2.sqrt(w)
    return w * s / gmpy2.asin(s)


def starts(magic: int, scale: int) -> tuple[numpy.ndarray, numpy.ndarray]:
    """c of all w from 1 to 4 at a distance, and the factor that y0 lacks."""
    bits = numpy.arange(0x3F800000, 0x40800000, 1 << 12, dtype=numpy.int64)
    w = bits.astype(numpy.uint32).view(numpy.float32).astype(float)
    y0 = (magic - (bits >> 1)).astype(numpy.uint32).view(numpy.float32).astype(float)
    return w * y0 * y0, scale / numpy.sqrt(w) / y0


def short(value: float) -> float:
    """The nearest number of 11 bits."""
    return float(rounded(mpfr(value), FP16))


def root(scale: int) -> tuple[int, float, float, float]:
    """MAGIC without its sign, CENTRE, FLOOR, and the largest error of the root that they leave."""
    low, high = 0x5F000000, 0x5F800000
    while high - low > 1 << 10:  # the best factor of c^2 is above 1 with the one, below 1 with the other
        middle = (low + high) // 2
        c, wanted = starts(middle, scale)
        if numpy.polyfit(c, wanted, 2)[0] > 1:
            low = middle
        else:
            high = middle
    best = None
    for magic in range((low >> 12 << 12) + SHIFT - (1 << 18), low + (1 << 18), 1 << 12):
        c, wanted = starts(magic, scale)
        middle = -numpy.polyfit(c, wanted - c * c, 1)[0] / 2
        for centre in (short(middle) + step * 2.0**-10 for step in (-1, 0, 1)):
            left = wanted - (c - centre) ** 2
            floor = short((left.max() + left.min()) / 2)
            error = abs(((c - centre) ** 2 + floor) / wanted - 1).max()
            if best is None or error < best[3]:
                best = (magic, centre, floor, error)
    return best


def factor_of_turn(magic: int) -> tuple[int, mpfr]:
    """MAGIC again, with other bits in its middle, and what pi/2 is of it, which is almost an fp32 number."""
    best = None
    for bits in range(magic - (1 << 11), magic + (1 << 11), SHIFT + 1):
        b = -mpfr(number(bits))
        a = rounded(HALF_PI / b, FP32)
        if best is None or abs(a * b - HALF_PI) < best[0]:
            best = (abs(a * b - HALF_PI), bits, a)
    return best[1], best[2]


def quarter() -> tuple[mpfr, mpfr]:
    """A number of 11 bits, and what pi/2 is of it, which is almost an fp32 number."""
    best = None
    for k in range(1 << (FP16 - 1), 1 << FP16):
        b = mpfr(k) / (1 << (FP16 - 1))
        a = rounded(HALF_PI / b, FP32)
        if best is None or abs(a * b - HALF_PI) < best[0]:
            best = (abs(a * b - HALF_PI), b, a)
    return best[1], best[2]


def half(value) -> int:
    """As SFPLOADI loads it with SFPLOADI_FLOATA."""
    bits = word(value)
    return (bits >> 31 << 15) | (((bits >> 23 & 0xFF) - 112) << 10) | (bits >> 13 & 0x3FF)


def show(name: str, value, fp16: bool = False) -> None:
    if fp16:
        print(f"#define {name} 0x{half(value):04X} /* as fp16: {float(value):.9g} */")
    else:
        print(f"#define {name} 0x{word(value):08X} /* {float(value):.9g} */")


def main() -> None:
    print("/* Of asin and acos, made by coefficients.py. */")
    for prefix, scale in (("", 1), ("ACOS_", 2)):
        magic, centre, floor, error = root(scale)
        if scale == 1:
            magic, turn = factor_of_turn(magic)
        print(f"/* -{scale}/sqrt(w), to 2^{numpy.log2(error):.1f}. */")
        print(f"#define {prefix}MAGIC 0x{magic + SIGN:08X}")
        show(f"{prefix}MINUS_CENTRE", -mpfr(centre), True)
        show(f"{prefix}FLOOR", mpfr(floor), True)
    terms = [Term(4, FP16), Term(3, FP16), Term(2, FP16), Term(1), Term(0)]
    for prefix, f in (("", favoured), ("ACOS_", rest)):
        fit = polynomial(f, LEAST, mpfr("0.25"), terms, weight)
        print(f"/* {'acos' if prefix else 'asin'}, to 2^{float(gmpy2.log2(fit.error)):.1f}. */")
        for power in range(5):
            show(f"{prefix}Q{power}", fit[power], power > 1)
    print("/* pi/2 is TURN MAGIC, or ACOS_TURN QUARTER. */")
    show("TURN", turn)
    b, a = quarter()
    show("ACOS_TURN", a)
    show("QUARTER", b, True)
    show("MINUS_QUARTER", -b, True)
    show("TWO_QUARTERS", 2 * b, True)


if __name__ == "__main__":
    main()
