#!/usr/bin/python3
"""The coefficients of erf.S and erf-bf16-*.S, as the header coefficients.h: coefficients.py > coefficients.h.

See README.md.
"""

import pathlib
import sys

import gmpy2
from gmpy2 import mpfr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))
from between import between, numbers, rounding
from minimax import BF16, Term, header, polynomial

POWER = 8
SCALE = mpfr(8)  # of A = -SCALE |x|, so that products do not vanish where |x| is little more than 2^-126


def factor(s: mpfr) -> mpfr:
    """G in z = s + s G, where s = -|x| and erf(|x|) = 1 - (1 + z / 8)^8."""
    if s == 0:
        return 2 / gmpy2.sqrt(gmpy2.const_pi()) - 1
    return POWER * gmpy2.expm1(gmpy2.log(gmpy2.erfc(-s)) / POWER) / s - 1


def weight(s: mpfr) -> mpfr:
    """The factor that turns an error of G into a relative error of erf."""
    if s == 0:
        return gmpy2.sqrt(gmpy2.const_pi()) / 2
    return gmpy2.erfc(-s) ** (1 - mpfr(1) / POWER) * s / gmpy2.erf(s)


def fp32() -> None:
    terms = [Term(7, BF16), Term(6, BF16)] + [Term(i) for i in (5, 4, 3, 2, 1, 0)]
    fit = polynomial(factor, "-4.6", 0, terms, weight)
    title = f"erf.S: G(A), within 2^{float(gmpy2.log2(fit.error)):.2f} of erf"
    print(header(title, [(f"G{i}", fit[i] / SCALE**i) for i in range(8)]))


def bf16() -> None:
    """erf(a) / a, such that a times it rounds to what erf(a) rounds to; above 1 anything does, up to 1.5."""
    points = numbers(2**-12, 2.6) + numbers(2**-30, 1.99 * 2**-30)
    low, high = [], []
    for a in points:
        bottom, top = rounding(gmpy2.erf(a))
        low.append(bottom / a)
        high.append((mpfr("1.5") if top > 1 else top) / a)
    fit = between(points, low, high, [Term(6, BF16)] + [Term(i) for i in (5, 4, 3, 2, 1, 0)])
    title = f"erf-bf16-*.S: F(-|x|), {float(fit.error):.6f} of the way to a number that rounds wrongly"
    print(header(title, [(f"F{i}", fit[i] * (-1) ** i) for i in range(7)]))


if __name__ == "__main__":
    fp32()
    bf16()
