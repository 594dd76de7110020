"""Coefficients with which a bf16 kernel rounds every result correctly, starting from a polynomial that almost does.

A numpy model of the kernel counts the inputs with a wrong result. climb() changes the coefficients at random, in
smaller and smaller steps, and keeps changes that do not increase the count. Its generator has a fixed seed, so that it
finds the same numbers each time.
"""

import random
from collections.abc import Callable, Sequence

import numpy as np

STEPS = (1e-7, 1e-6, 1e-5, 1e-4)  # relative


def inputs(low: float, high: float) -> np.ndarray:
    """All numbers of bf16 from low to high, without denormal ones."""
    x = (np.arange(65536, dtype=np.uint32) << 16).view(np.float32)
    return x[(x >= low) & (x <= high) & ((x == 0) | (abs(x) >= 2.0**-126))]


def mad(a, b, c) -> np.ndarray:
    """a b + c, rounded to fp32, as far as doubles can tell."""
    return (np.float64(a) * np.float64(b) + np.float64(c)).astype(np.float32)


def horner(coefficients: Sequence[float], x: np.ndarray) -> np.ndarray:
    """A polynomial, the coefficient of the highest power first."""
    result = np.full(x.shape, np.float32(coefficients[0]))
    for c in coefficients[1:]:
        result = mad(result, x, np.float32(c))
    return result


def to_bf16(x: np.ndarray) -> np.ndarray:
    """Rounds to nearest, as SFPSTOCHRND does; denormals become 0."""
    bits = (np.float32(x).view(np.uint32).astype(np.uint64) + 0x8000 >> 16 << 16).astype(np.uint32).view(np.float32)
    return np.where(abs(x) < 2.0**-126, np.float32(0), bits)


def correct(y: np.ndarray) -> np.ndarray:
    """Doubles rounded to bf16. None of the doubles may be half-way between two bf16 numbers."""
    mantissa, exponent = np.frexp(y)
    rounded = np.ldexp(np.rint(mantissa * 256), exponent - 8)
    return np.where(abs(rounded) < 2.0**-126, 0, rounded).astype(np.float32)


def hard(y: np.ndarray, margin: float) -> np.ndarray:
    """The doubles whose relative distance from a point where the rounding to bf16 changes is at most `margin`."""
    mantissa = abs(np.frexp(y)[0]) * 256
    return abs(mantissa - np.floor(mantissa) - 0.5) < margin * mantissa


def climb(start: Sequence[float], wrong: Callable[[Sequence[float]], int], free: Sequence[int], rounds: int = 20000,
          seed: int = 1) -> list[float]:
    """start with those of free changed until wrong() of them is 0."""
    draw = random.Random(seed)
    best, left = [float(np.float32(c)) for c in start], wrong(start)
    for _ in range(rounds):
        if left == 0:
            return best
        tried = list(best)
        for i in free:
            if draw.random() < 0.5:
                tried[i] = float(np.float32(tried[i] * (1 + draw.gauss(0, 1) * draw.choice(STEPS))))
        if (now := wrong(tried)) <= left:
            best, left = tried, now
    raise ValueError(f"{left} results are still wrong")
