#!/usr/bin/python3
"""The coefficients of gelu's sources, as the header coefficients.h: coefficients.py > coefficients.h. See README.md."""

import pathlib
import sys
from collections.abc import Callable

import gmpy2
from gmpy2 import mpfr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))
from between import BF16_MIN, between, numbers, rounding
from minimax import BF16, Term, header

LEAST = gmpy2.exp2(mpfr(-23))


def normal(a: mpfr) -> mpfr:
    """gelu(-a) / -a: how often a normal variable exceeds a."""
    return gmpy2.erfc(a / gmpy2.sqrt(mpfr(2))) / 2


def logistic(a: mpfr) -> mpfr:
    """The same of the tanh form."""
    return 1 / (1 + gmpy2.exp(2 * gmpy2.sqrt(2 / gmpy2.const_pi()) * (a + mpfr("0.044715") * a**3)))


def bounds(share: Callable, last: float, power: int) -> tuple[list[mpfr], list[mpfr], list[mpfr]]:
    """Between what a root of share(a) may be for both gelu(a) and gelu(-a) to round right."""
    points = numbers(2**-12, last) + numbers(2**-30, 1.99 * 2**-30)
    low, high = [], []
    for a in points:
        h = share(a)
        least, most = rounding(a * h)
        bottom, top = rounding(a - a * h)
        low.append(max(least / a, (a - top) / a, mpfr(0)) ** (mpfr(1) / power))
        high.append(min(most / a, (a - bottom) / a) ** (mpfr(1) / power))
    return points, low, high


def bf16(name: str, share: Callable, last: float, power: int, degree: int, nudge: dict[int, int]) -> None:
    """A root of the share, whose three first coefficients are loaded as bf16.

    The kernel rounds on the way; by nudge, in units of the last place, no result is rounded wrongly by that.
    """
    terms = [Term(i, BF16 if i > degree - 3 else 24) for i in range(degree, -1, -1)]
    fit = between(*bounds(share, last, power), terms, width=1)
    constants = []
    for i in range(degree + 1):
        c = fit[i] * (-1) ** i
        constants.append((f"{name}{i}", c + nudge.get(i, 0) * gmpy2.sign(c) * gmpy2.exp2(gmpy2.floor(gmpy2.log2(abs(c))) - 23)))
    print(header(f"The {power}th root of {share.__name__}(-s), {float(fit.error):.4f} of the way to what rounds wrongly", constants))


if __name__ == "__main__":
    bf16("Q", normal, 13.4, 33, 9, {6: 2})
    bf16("T", logistic, 10.4, 33, 10, {})
