#!/usr/bin/python3
"""Prints coefficients.h: the constants of Wormhole's first reciprocal, and the numbers that put integers into the
mantissa.

The bits of y0 are START minus the bits of b, minus 1. The product u of y0 and b is the same for each exponent of b. 1/u
is close to (u - h)^2 + g for u near 1, and y0 times that is y1. One SFPLOADI loads each constant, so all of them are
bf16 numbers.
"""

import struct

STEPS = 4096  # mantissas that are tried, of 2^23: u is a parabola in two pieces, and smooth
MAGIC = 0x4B400000  # 1.5 * 2^23: to what is less than 2^22 away its last bit is worth 1
DIGIT = 11


def bits_of(x: float) -> int:
    return struct.unpack("<I", struct.pack("<f", x))[0]


def float_of(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]


def products(start: int) -> list[float]:
    """u for mantissas of b from 1 to 2."""
    return [float_of(bits) * float_of(start - bits - 1) for bits in range(bits_of(1), bits_of(2), 2**23 // STEPS)]


def error(us: tuple[float, ...], h: float, g: float) -> float:
    return max(abs(u * ((u - h) ** 2 + g) - 1) for u in us)


def bf16(low: float, high: float) -> list[float]:
    return [float_of(bits << 16) for bits in range(bits_of(low) >> 16, (bits_of(high) >> 16) + 1)]


def main() -> None:
    found = []
    for start in range(0x7EF00000, 0x7EF80000, 0x10000):
        us = products(start)
        few = (min(us), max(us), *us[:: STEPS // 32])
        found += [(error(few, h, g), start, h, g) for h in bf16(1.45, 1.55) for g in bf16(0.7, 0.8)]
    _, start, h, g = min(found)
    worst = error(products(start), h, g)

    # q = 2^11 q1 + q2, computed on the bits of both floats, includes the bits of the second MAGIC. Those of the first
    # MAGIC, times 2^11, fall out of 32 bits. So the first MAGIC is reduced by the second, in units of 2^11.
    less = -((MAGIC >> DIGIT) % 2 ** (32 - DIGIT))
    if less < -(2 ** (31 - DIGIT)):
        less += 2 ** (32 - DIGIT)
    high = MAGIC + less
    assert ((high << DIGIT) + MAGIC) % 2**32 == 0

    print("/* Made by coefficients.py. */")
    print(f"#define START {start >> 16:#06x} /* bf16; u ((u - h)^2 + g) is within {worst:.3g} of 1 */")
    print(f"#define MINUS_CENTRE {bits_of(-h) >> 16:#06x} /* -h, {-h} in bf16 */")
    print(f"#define FLOOR {bits_of(g) >> 16:#06x} /* g, {g} in bf16 */")
    print(f"#define MAGIC {MAGIC >> 16:#06x} /* 1.5 * 2^23 in bf16 */")
    print(f"#define MAGIC_HIGH_BITS {high:#010X} /* 1.5 * 2^23 - {-less} */".replace("0X", "0x"))


if __name__ == "__main__":
    main()
