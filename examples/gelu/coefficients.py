#!/usr/bin/python3
"""The coefficients of gelu's sources, as the header coefficients.h: coefficients.py > coefficients.h. See README.md."""

import pathlib
import sys
from collections.abc import Callable

import gmpy2
from gmpy2 import mpfr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))
from between import BF16_MIN, between, numbers, rounding
from minimax import BF16, FP16, FP32, Term, header, polynomial, rounded
from ratio import Ratio

LEAST = gmpy2.exp2(mpfr(-23))


def normal(a: mpfr) -> mpfr:
    """gelu(-a) / -a, which is the probability that a normal variable exceeds a."""
    return gmpy2.erfc(a / gmpy2.sqrt(mpfr(2))) / 2


def logistic(a: mpfr) -> mpfr:
    """The same of the tanh form."""
    return 1 / (1 + gmpy2.exp(2 * gmpy2.sqrt(2 / gmpy2.const_pi()) * (a + mpfr("0.044715") * a**3)))


def bounds(share: Callable, last: float, power: int) -> tuple[list[mpfr], list[mpfr], list[mpfr]]:
    """The bounds of a root of share(a) within which both gelu(a) and gelu(-a) round correctly."""
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
    """A root of the share, whose first three coefficients are loaded as bf16.

    The kernel rounds intermediate results. nudge, in units of the last place, changes a coefficient so that no result
    is rounded wrongly.
    """
    terms = [Term(i, BF16 if i > degree - 3 else 24) for i in range(degree, -1, -1)]
    fit = between(*bounds(share, last, power), terms, width=1)
    constants = []
    for i in range(degree + 1):
        c = fit[i] * (-1) ** i
        place = gmpy2.exp2(gmpy2.floor(gmpy2.log2(abs(c))) - 23)
        constants.append((f"{name}{i}", c + nudge.get(i, 0) * gmpy2.sign(c) * place))
    error = f"{float(fit.error):.4f} of the way to what rounds wrongly"
    print(header(f"The {power}rd root of {share.__name__}(-s), {error}", constants))


def mills(a: mpfr) -> mpfr:
    """normal(a) e^(a^2 / 2)."""
    return normal(a) * gmpy2.exp(a * a / 2)


def fp32() -> None:
    order = [(("D", 5), FP16), (("D", 4), FP16), (("D", 3), FP16)]
    order += [(key, FP32) for key in (("D", 2), ("D", 1), ("N", 4), ("N", 3), ("N", 2), ("N", 1))]
    error, c = Ratio(mills, 0, "13.3", 4, 5).rounded(order, {("D", 0): mpfr(1), ("N", 0): mpfr("0.5")})
    constants = [(f"N{i}", c["N", i] * (-1) ** i) for i in range(5)]
    constants += [(f"D{i}", -c["D", i] * (-1) ** i) for i in range(6)]
    print(header(f"mills(-s) is N(s) / -D(s) within 2^{float(gmpy2.log2(error)):.2f}", constants))

    twice = 2 * gmpy2.const_log2()
    high = rounded(twice, FP16)
    exact = [Term(0, fixed=mpfr(1)), Term(1, fixed=mpfr("-0.5")), Term(2, fixed=mpfr("0.125"))]
    terms = exact + [Term(6, BF16), Term(5, FP16), Term(4), Term(3)]
    fit = polynomial(lambda r: gmpy2.exp(-r / 2), "-0.72", "0.72", terms)
    constants = [(f"E{i}", fit[i]) for i in range(1, 7)]
    constants += [("TWICE_LN2_HIGH", high), ("TWICE_LN2_LOW", rounded(twice - high, FP32))]
    print(header(f"e^(-r / 2) within 2^{float(gmpy2.log2(fit.error)):.2f}", constants))


def fp32_tanh() -> None:
    """logistic(a) = e / (1 + e), e = e^-(C1 a + C3 a^3)."""
    slope = 2 * gmpy2.sqrt(2 / gmpy2.const_pi())
    constants = []
    for name, c in (("C1", slope), ("C3", slope * mpfr("0.044715"))):
        high = rounded(c, FP16)
        constants += [(name, rounded(c, FP32)), (f"{name}_HIGH", high), (f"{name}_LOW", rounded(c - high, FP32))]
    high = rounded(-gmpy2.const_log2(), FP16)
    constants += [("MINUS_LN2_HIGH", high), ("MINUS_LN2_LOW", rounded(-gmpy2.const_log2() - high, FP32))]
    exact = [Term(0, fixed=mpfr(1)), Term(1, fixed=mpfr(1)), Term(2, fixed=mpfr("0.5"))]
    fit = polynomial(gmpy2.exp, "-0.36", "0.36", exact + [Term(6, BF16), Term(5, FP16), Term(4), Term(3)])
    constants += [(f"P{i}", fit[i]) for i in range(2, 7)]
    print(header(f"The argument of the tanh form; e^r within 2^{float(gmpy2.log2(fit.error)):.2f}", constants))


if __name__ == "__main__":
    fp32()
    fp32_tanh()
    bf16("Q", normal, 13.4, 33, 9, {6: 2})
    bf16("T", logistic, 10.4, 33, 10, {})
