#!/usr/bin/env python3
"""Constants of atan: coefficients.py > coefficients.h.

p of 1/x: y0 is -INFINITY - x, as words. c = x y0 lies between -2.25 and -2, and p(c) is -1/c.

q of atan: atan(t) = t + t z q(z), with z = t^2, for |t| <= 1. An error of q counts by its relative effect on atan(t).

One SFPLOADI loads a number of 11 bits, as fp16. For the short coefficients, all such numbers near the ideal ones are
tried.

pi/2 is a product of two constants, which is closer to pi/2 than an fp32 number. The first constant is a coefficient,
chosen among near values such that pi/2 divided by it is almost an fp32 number.
"""

import itertools
import pathlib
import struct
import sys

import gmpy2
import numpy
from gmpy2 import mpfr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))

from minimax import FP16, FP32, Fit, Term, polynomial, rounded, word  # noqa: E402

LEAST = mpfr("1e-6")
NEAR = 200  # the numbers tried on each side, for pi/2
POINTS = 100


def rest(z: mpfr) -> mpfr:
    t = gmpy2.sqrt(z)
    return (gmpy2.atan(t) / t - 1) / z


def weight(z: mpfr) -> mpfr:
    t = gmpy2.sqrt(z)
    return z * t / gmpy2.atan(t)


def around(value: float, steps: int) -> list[float]:
    """The neighbouring numbers of 11 bits, on both sides."""
    unit = 2.0 ** (numpy.frexp(value)[1] - FP16)
    return [(round(value / unit) + k) * unit for k in range(-steps, steps + 1)]


def short(f, w, low: float, high: float, ideal: Fit, first: int, steps: int) -> list[tuple[float, ...]]:
    """The best ten sets of 11-bit coefficients from `first` on; the others are fitted by least squares."""
    z = (low + high) / 2 - (high - low) / 2 * numpy.cos(numpy.pi * (numpy.arange(POINTS) + 0.5) / POINTS)
    weights = numpy.array([float(w(mpfr(v))) for v in z])
    wanted = numpy.array([float(f(mpfr(v))) for v in z]) * weights
    powers = numpy.vstack([z**k for k in range(len(ideal.coefficients))]).T * weights[:, None]
    basis = numpy.linalg.qr(powers[:, :first])[0]
    found = []
    for values in itertools.product(*(around(float(ideal[k]), steps) for k in range(first, len(ideal.coefficients)))):
        error = wanted - powers[:, first:] @ numpy.array(values)
        found.append((abs(error - basis @ (basis.T @ error)).max(), values))
    return [values for _, values in sorted(found)[:10]]


def reciprocal() -> dict[int, mpfr]:
    """p, of 11 bits each; its last coefficient is what the others leave best."""
    c = numpy.linspace(-2.25, -2, POINTS)
    ideal = polynomial(lambda c: -1 / c, mpfr(-2.25), mpfr(-2), [Term(k, 60) for k in range(3)])
    best = None
    for p2, p1 in itertools.product(around(float(ideal[2]), 60), around(float(ideal[1]), 60)):
        left = -1 / c - (p2 * c + p1) * c
        p0 = around((left.max() + left.min()) / 2, 0)[0]
        error = abs((left - p0) * c).max()
        if best is None or error < best[0]:
            best = (error, {0: p0, 1: p1, 2: p2})
    print(f"/* -1/c, to 2^{numpy.log2(best[0]):.1f}. */")
    return best[1]


def factors(near: mpfr) -> tuple[mpfr, mpfr]:
    """Two fp32 numbers, the first of them near this one, whose product is pi/2."""
    half_pi = gmpy2.const_pi() / 2
    best = None
    low = word(near) - NEAR
    for bits in range(low, low + 2 * NEAR):
        a = mpfr(struct.unpack("<f", struct.pack("<I", bits))[0])
        b = rounded(half_pi / a, FP32)
        if best is None or abs(a * b - half_pi) < best[0]:
            best = (abs(a * b - half_pi), a, b)
    return best[1], best[2]


def arctangent(count: int, first: int, factor: int) -> tuple[Fit, mpfr]:
    """q with `count` coefficients, of 11 bits from `first` on, and pi/2 divided by coefficient `factor`."""
    ideal = polynomial(rest, LEAST, 1, [Term(k, 60) for k in range(count)], weight, width=1)
    best = None
    for values in short(rest, weight, float(LEAST), 1.0, ideal, first, 3):
        fixed = [Term(first + i, fixed=v) for i, v in enumerate(values)]
        found = polynomial(rest, LEAST, 1, fixed + [Term(k) for k in reversed(range(first))], weight, width=1)
        if best is None or found.error < best[0].error:
            best = (found, fixed)
    a, b = factors(best[0][factor])
    terms = best[1] + [Term(factor, fixed=a)] + [Term(k) for k in reversed(range(first)) if k != factor]
    return polynomial(rest, LEAST, 1, terms, weight), b


def show(name: str, coefficients: dict[int, mpfr], first: int) -> None:
    for power, value in sorted(coefficients.items()):
        bits = word(value)
        if power < first:
            print(f"#define {name}{power} 0x{bits:08X} /* {float(value):.9g} */")
        else:
            half = (bits >> 31 << 15) | (((bits >> 23 & 0xFF) - 112) << 10) | (bits >> 13 & 0x3FF)
            print(f"#define {name}{power} 0x{half:04X} /* as fp16: {float(value):.9g} */")


def main() -> None:
    print("/* Polynomials of atan, made by coefficients.py. */")
    show("P", reciprocal(), 0)
    cubic = [Term(3, FP16), Term(2, FP16), Term(1), Term(0)]
    fit = polynomial(lambda c: -1 / c, mpfr(-2.25), mpfr(-2), cubic)
    print(f"/* -1/c, to 2^{float(gmpy2.log2(fit.error)):.1f}. */")
    show("BF16_P", fit.coefficients, 2)
    for name, count, first, factor in (("Q", 8, 4, 3), ("BF16_Q", 5, 2, 1)):
        fit, turn = arctangent(count, first, factor)
        print(f"/* atan, to 2^{float(gmpy2.log2(fit.error)):.1f}; {name}_TURN {name}{factor} is pi/2. */")
        show(name, fit.coefficients, first)
        print(f"#define {name}_TURN 0x{word(turn):08X} /* {float(turn):.9g} */")


if __name__ == "__main__":
    main()
