#!/usr/bin/env python3
"""Constants of asin and acos: coefficients.py > coefficients.h.

Square root: y0 = MAGIC - w / 2, of the words as integers, is -1/sqrt(w), times a factor that depends on MAGIC. So c = w
y0^2 is the same for w, 4 w, 16 w and so on. y0 p(c) has to be -1/sqrt(w) in asin, -2/sqrt(w) in acos and in asin for
bf16, and about -sqrt(2/w) in acos for bf16, with

    p(c) = (c - CENTRE)^2 + FLOOR

CENTRE is a number of 11 bits, as one SFPLOADI loads it, and MAGIC is chosen to fit it. The last five bits of MAGIC are
ones, since MAGIC is also an amount by which SFPSHFT2 shifts to the right once.

q of asin: asin(s) = s + s w q(w), with w = s^2 <= 1/4. An error of q counts by its relative effect on asin(s).

pi/2 is a product of two constants, which is closer to pi/2 than an fp32 number: TURN MAGIC in asin, and ACOS_TURN
QUARTER, where QUARTER has 11 bits, in acos.

bf16: r and p lie between bounds within which results round correctly, with the root as the kernels compute it.
"""

import pathlib
import struct
import sys

import gmpy2
import numpy
from gmpy2 import mpfr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

from intervals import bf16, halfways  # noqa: E402
from intervals import polynomial as between  # noqa: E402
from minimax import FP16, FP32, Term, polynomial, rounded, word  # noqa: E402

LEAST = mpfr("1e-7")
SHIFT = 31  # -31 & 31 = 1
SIGN = 1 << 31
BF16_SHIFT = 60 / (1 << 20)  # relative, of the root, as p(0) = 1 makes good for it: found by trying, for a wide margin
HALF_PI = gmpy2.const_pi() / 2


def number(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]


def rest(w: mpfr) -> mpfr:
    s = gmpy2.sqrt(w)
    return (gmpy2.asin(s) / s - 1) / w


def favoured(w: mpfr) -> mpfr:
    """rest(), changed so that asin's largest errors in both ranges, which README.md describes, are about the same."""
    return rest(w) + mpfr("-2.2e-6") * (w - mpfr("0.2"))


def weight(w: mpfr) -> mpfr:
    s = gmpy2.sqrt(w)
    return w * s / gmpy2.asin(s)


def starts(magic: int, scale: float) -> tuple[numpy.ndarray, numpy.ndarray]:
    """c for w from 1 to 4 at equal distances, and the factor that y0 lacks."""
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
            floor = float(rounded(mpfr((left.max() + left.min()) / 2), FP32))
            error = abs(((c - centre) ** 2 + floor) / wanted - 1).max()
            if best is None or error < best[3]:
                best = (magic, centre, floor, error)
    return best


def exact_root(scale: float, bits: int) -> tuple[int, float, float]:
    """MAGIC without its sign, CENTRE with this number of bits, and FLOOR, with 24 bits."""
    low, high = 0x5F000000, 0x5F800000
    while high - low > SHIFT + 1:
        middle = (low + high) // 2
        low, high = (middle, high) if numpy.polyfit(*starts(middle, scale), 2)[0] > 1 else (low, middle)
    magic = (low & ~SHIFT) + SHIFT
    c, wanted = starts(magic, scale)
    centre = float(rounded(mpfr(-numpy.polyfit(c, wanted - c * c, 1)[0] / 2), bits))
    left = wanted - (c - centre) ** 2
    return magic, centre, float(rounded(mpfr((left.max() + left.min()) / 2), FP32))


def roots(w: numpy.ndarray, magic: int, centre: float, floor: float) -> numpy.ndarray:
    """The square roots as the bf16 kernels compute them, without their rounding."""
    bits = w.astype(numpy.float32).view(numpy.uint32).astype(numpy.int64)
    y0 = (magic - (bits >> 1)).astype(numpy.uint32).view(numpy.float32).astype(float)
    return w * y0 * ((w * y0 * y0 - centre) ** 2 + floor)


def arcsine_bf16(constants: tuple[int, float, float]) -> tuple[dict[int, mpfr], mpfr]:
    """r of asin(s) = s r(w)."""
    x = bf16(2.0**-8, 0.998)
    low, high = halfways(numpy.arcsin(x))
    w = numpy.minimum(x * x, (1 - x) / 2)
    s = roots(w, *constants)
    turn = float(rounded(HALF_PI, FP32))
    small = x <= 0.5
    low, high = numpy.where(small, low / x, (turn - high) / s), numpy.where(small, high / x, (turn - low) / s)
    return between(w, low, high, [Term(0, fixed=1), Term(2, FP16), Term(1)])


def arccosine_bf16(constants: tuple[int, float, float]) -> tuple[dict[int, mpfr], mpfr]:
    """p of acos(x) = sqrt(2 - 2 x) p(1 - x)."""
    x = bf16(2.0**-10, 0.998)
    w = numpy.float32(1 - x).astype(float)
    s = roots(w, *constants)
    half_turn = float(rounded(2 * HALF_PI, FP32))
    low, high = halfways(numpy.arccos(x))
    low2, high2 = halfways(numpy.arccos(-x))
    low, high = numpy.append(low, half_turn - high2), numpy.append(high, half_turn - low2)
    return between(numpy.append(w, w), low / numpy.append(s, s), high / numpy.append(s, s),
                   [Term(0, fixed=1), Term(1, FP16), Term(2, FP16), Term(3, FP16), Term(4, FP16)])


def factor_of_turn(magic: int) -> tuple[int, mpfr]:
    """MAGIC with other bits in its middle, and pi/2 divided by it, which is almost an fp32 number."""
    best = None
    for bits in range(magic - (1 << 11), magic + (1 << 11), SHIFT + 1):
        b = -mpfr(number(bits))
        a = rounded(HALF_PI / b, FP32)
        if best is None or abs(a * b - HALF_PI) < best[0]:
            best = (abs(a * b - HALF_PI), bits, a)
    return best[1], best[2]


def quarter() -> tuple[mpfr, mpfr]:
    """A number of 11 bits, and pi/2 divided by it, which is almost an fp32 number."""
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
        show(f"{prefix}FLOOR", mpfr(floor))
    terms = [Term(4, FP16), Term(3, FP16), Term(2, FP16), Term(1, FP16), Term(0)]
    for prefix, f in (("", favoured), ("ACOS_", rest)):
        fit = polynomial(f, LEAST, mpfr("0.25"), terms, weight)
        print(f"/* {'acos' if prefix else 'asin'}, to 2^{float(gmpy2.log2(fit.error)):.1f}. */")
        for power in range(5):
            show(f"{prefix}Q{power}", fit[power], power > 0)
    print("/* pi/2 is TURN MAGIC, or ACOS_TURN QUARTER. */")
    show("TURN", turn)
    b, a = quarter()
    show("ACOS_TURN", a)
    show("MINUS_QUARTER", -b, True)
    show("TWO_QUARTERS", 2 * b, True)
    for prefix, scale, bits, f, short_from, sign in (
        ("BF16_", 2, FP16, arcsine_bf16, 2, 1),
        ("BF16_ACOS_", 2**0.5 * (1 + BF16_SHIFT), FP32, arccosine_bf16, 1, -1),
    ):
        constants = exact_root(scale, bits)
        found, margin = f(constants)
        name = "asin" if scale == 2 else "acos"
        print(f"/* {name} of bf16; {100 * float(margin):.2f} % of half an interval are left. */")
        print(f"#define {prefix}MAGIC 0x{constants[0] + SIGN:08X}")
        show(f"{prefix}MINUS_CENTRE", -mpfr(constants[1]), bits == FP16)
        show(f"{prefix}FLOOR", mpfr(constants[2]))
        for power in sorted(found):
            if found[power] != 1:
                show(f"{prefix}R{power}", sign * found[power], power >= short_from)
    show("HALF_PI", rounded(HALF_PI, FP32))
    show("PI", rounded(2 * HALF_PI, FP32))


if __name__ == "__main__":
    main()
