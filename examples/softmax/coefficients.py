#!/usr/bin/python3
"""Prints coefficients.h: the constants of exp in softmax.S, and of its reciprocal."""

import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

# pylint: disable=import-error, wrong-import-position
import gmpy2  # noqa: E402
from gmpy2 import mpfr  # noqa: E402
from minimax import BF16, FP32, Fit, Term, header, polynomial, rounded, word  # noqa: E402

LN2 = gmpy2.log(mpfr(2))
HALF = LN2 / 2 * (1 + mpfr(2) ** -12)  # what rounding of x / ln2 lets through


def exp(c5: Term) -> Fit:
    return polynomial(gmpy2.exp, -HALF, HALF,
                      [Term(0, fixed=1), Term(1, fixed=1), Term(2), Term(3), Term(4), c5, Term(6, BF16)])


def reciprocal() -> int:
    """The constant word for which the constant minus the word of x is closest to the word of 1 / x. Its last 12 bits
    are 0."""
    xs = [struct.unpack("<f", struct.pack("<f", 1 + i / 128))[0] for i in range(256)]

    def error(c: int) -> float:
        return max(abs(1 - x * struct.unpack("<f", struct.pack("<I", c - word(mpfr(x))))[0]) for x in xs)

    return min(range(0x7EF00000, 0x7EF80000, 0x1000), key=error)


def main():
    best = word(exp(Term(5))[5]) & ~255
    tried = [exp(Term(5, fixed=struct.unpack("<f", struct.pack("<I", best + 256 * i + 127))[0])) for i in range(-2, 2)]
    c = min(tried, key=lambda fit: fit.error)
    print(header(f"exp of |r| <= ln2 / 2 to 2^{float(gmpy2.log2(c.error)):.2f}; the last byte of C5 is 127",
                 [("LOG2E", rounded(1 / LN2, FP32)), ("MINUS_LN2", rounded(-LN2, FP32)),
                  *((f"C{power}", c[power]) for power in range(2, 7))]))
    print(f"\n/* Less the word of x: a word of a number close to 1 / x. */\n#define RECIPROCAL 0x{reciprocal():08X}")


if __name__ == "__main__":
    main()
