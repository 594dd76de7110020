#!/usr/bin/env python3
"""Makes coefficients.h: the constants that sin and cos keep in registers. README.md explains the parts."""

import pathlib
import sys
from collections.abc import Callable

import gmpy2
from gmpy2 import mpfr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "coefficients"))
from minimax import BF16, FP16, FP32, Term, header, polynomial, rounded  # noqa: E402

PI = gmpy2.const_pi()
A, HALF_TURNS = 417392, 132860  # A is nearly HALF_TURNS pi, and has 15 bits and then four zeros
# Units of n, of k, and of k for small x. In these units fp16 can hold most parts.
N, K, J = mpfr(2) ** -12, mpfr(2) ** -25, mpfr(2) ** -12
LAST = mpfr(207) / 256  # Wormhole's factor at the end: one of the bf16 numbers with the least error


def parts(x: mpfr, *lowest: int) -> list[mpfr]:
    """x as a sum of parts; each part except the last ends in a bit of the weight 2^it."""
    result = []
    for weight in lowest:
        unit = mpfr(2) ** weight
        result.append(gmpy2.rint(x / unit) * unit)
        x -= result[-1]
    return result + [rounded(x, FP32)]


def named(name: str, numbers: list[mpfr], factor: mpfr | int) -> list[tuple[str, mpfr]]:
    return [(f"{name}{i}", x * factor) for i, x in enumerate(numbers)]


def sine(name: str, terms: list[Term], factor: mpfr | int = 1, high: mpfr = PI / 2) -> list[tuple[str, mpfr]]:
    """The coefficients of factor * sin r for |r| up to high, by odd powers."""
    fit = polynomial(lambda r: factor * gmpy2.sin(r), mpfr("1e-3"), high, terms)
    print(f"{name}: 2^{float(gmpy2.log2(fit.error)):.2f}", file=sys.stderr)
    return [(f"{name}{t.power}", fit[t.power]) for t in reversed(terms) if t.fixed != 1]


def main() -> None:
    d = A - HALF_TURNS * PI
    one = Term(1, fixed=1)
    above = rounded(1 / LAST, FP32, gmpy2.RoundUp)  # or the least normal number would become 0
    constants = [("N_OF_X", rounded(N / A, FP32)), ("MAGIC_N", 3 * N * 2**22), ("MINUS_A", -A / N)]
    constants += [("K_OF_X", rounded(K / PI, FP32)), ("MAGIC_K", 3 * K * 2**22)]
    constants += [("HALF_K", K / 2), ("MAGIC_HALVES", 3 * K * 2**21)]
    constants += named("D", parts(d, -24, -36), 1 / N) + named("SHORT_D", parts(d, -24), 1 / N)
    constants += named("MINUS_P", parts(PI, -6, -19, -31, -43), -1 / K)
    constants += named("MINUS_R", parts(PI, -6, -19, -31, -42), -1 / K)  # of the cosine
    constants += named("MINUS_SHORT_P", parts(PI, -6, -19), -1 / K)
    constants += [("J_OF_X", rounded(J / PI, FP32)), ("MAGIC_J", 3 * J * 2**22)]
    constants += named("MINUS_Q", parts(PI, -10, -23, -35), -1 / J)
    constants += named("MINUS_SHORT_Q", parts(PI, -10, -23), -1 / J)
    constants += [("MINUS_J_OF_X", rounded(-J / PI, FP32))]
    constants += [("MAGIC_PARTS", 3 * J * 2**15), ("HALF_MINUS", J * (1 - 3 * 2**16) / 2)]
    constants += named("Q", parts(PI, -10, -22, -34), 1 / J)
    constants += named("SHORT_Q", parts(PI, -10, -22), 1 / J)
    constants += sine("C", [one, Term(9, BF16), Term(7, FP16), Term(5), Term(3)])
    # One step more, which costs less than rounding: so cos 0 is 1, and no result is above 1.
    constants = [(name, x + mpfr(2) ** -30 if name == "C5" else x) for name, x in constants]
    # For bf16, where sin 2480 needs an error below 2^-21; these ends of the range give that.
    constants += sine("B", [one, Term(7, BF16), Term(5, FP16), Term(3)], high=mpfr("1.56"))
    constants += sine("S", [Term(7, BF16), Term(5, FP16), Term(3), Term(1, fixed=above)], 1 / LAST)
    constants += [("LAST", LAST)]
    print(header("sin and cos", constants))


main()
