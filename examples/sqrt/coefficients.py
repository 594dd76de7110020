#!/usr/bin/env python3
"""Constants of sqrt and rsqrt: coefficients.py > coefficients.h.

y0 = MAGIC - x / 2, of the words as integers, is 1/sqrt(x) to 3 %, times a factor that depends on MAGIC. So c = x y0^2
is the same for x, 4 x, 16 x and so on. y0 p(c) has to be 1/sqrt(x), with a p of degree 2 that takes two operations:

    p(c) = (c - CENTRE)^2 + FLOOR

In this form the factor of c^2 is 1. MAGIC is chosen such that the best polynomial has that factor.
"""

import pathlib
import struct
import sys

import gmpy2
from gmpy2 import mpfr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

from minimax import BF16, FP32, Term, polynomial, rounded, word  # noqa: E402

STEP = 1 << 10  # of the words of x, from 1 to 4, at which c is looked at


def number(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def bounds(magic: int) -> tuple[mpfr, mpfr]:
    """The least and the largest c."""
    c = [number(bits) * number(magic - (bits >> 1)) ** 2 for bits in range(0x3F800000, 0x40800000, STEP)]
    return mpfr(min(c)), mpfr(max(c))


def inverse_root(c: mpfr) -> mpfr:
    return 1 / gmpy2.sqrt(c)


def fit(magic: int, terms: list[Term]):
    return polynomial(inverse_root, *bounds(magic), terms)


def correct_floor(magic: int, centre: mpfr, parts) -> mpfr:
    """The middle of the values with which factor * p(c) rounds to bf16 as the function does, for all bf16 x.

    parts gives function and factor. The x are those from 1 to 4, which cover all others up to powers of 4.
    """
    least, most = mpfr(-100), mpfr(100)
    for bits in range(0x3F800000, 0x40800000, 0x10000):
        x = mpfr(number(bits))
        y0 = mpfr(number(magic - (bits >> 1)))
        exact, factor = parts(x, y0)
        factor = rounded(factor, FP32)
        square = (rounded(factor * y0 if factor != y0 else rounded(x * y0, FP32) * y0, 60) - centre) ** 2
        near = rounded(exact, BF16)
        below = (near + rounded(gmpy2.next_below(near), BF16, gmpy2.RoundDown)) / 2
        above = (near + rounded(gmpy2.next_above(near), BF16, gmpy2.RoundUp)) / 2
        least, most = max(least, below / factor - square), min(most, above / factor - square)
    assert least < most
    return rounded((least + most) / 2, FP32)


def main() -> None:
    low, high = 0x5F000000, 0x5F400000  # the factor of c^2 is above 1 with the one, below 1 with the other
    while high - low > 1 << 6:
        middle = (low + high) // 2
        if fit(middle, [Term(0, 60), Term(1, 60), Term(2, 60)])[2] > 1:
            low = middle
        else:
            high = middle
    found = fit(low, [Term(2, fixed=1), Term(1, FP32), Term(0, 60)])
    centre = -found[1] / 2
    floor = rounded(found[0] - centre * centre, FP32)
    root = correct_floor(low, centre, lambda x, y0: (gmpy2.sqrt(x), x * y0))
    inverse = correct_floor(low, centre, lambda x, y0: (inverse_root(x), y0))
    low_c, high_c = bounds(low)
    points = [low_c + (high_c - low_c) * i / 1000 for i in range(1001)]
    below = rounded(min(inverse_root(c) - (c - centre) ** 2 for c in points) - mpfr(2) ** -19, FP32, gmpy2.RoundDown)
    print(f"""\
/* Of sqrt and rsqrt, made by coefficients.py: y0 p(c) is 1/sqrt(x) to 2^{float(gmpy2.log2(found.error)):.1f}. */
#define MAGIC 0x{low:08X}
#define CENTRE 0x{word(centre):08X} /* {float(centre):.9g} */
#define MINUS_CENTRE 0x{word(-centre):08X}
#define FLOOR 0x{word(floor):08X} /* {float(floor):.9g} */
/* With this y0 p(c) is nowhere above 1/sqrt(x). */
#define FLOOR_BELOW 0x{word(below):08X} /* {float(below):.9g} */
/* With these sqrt and rsqrt of all bf16 numbers are rounded correctly. */
#define FLOOR_SQRT_BF16 0x{word(root):08X} /* {float(root):.9g} */
#define FLOOR_RSQRT_BF16 0x{word(inverse):08X} /* {float(inverse):.9g} */""")


if __name__ == "__main__":
    main()
