#!/usr/bin/python3
"""Makes the inputs of the kernels here and their exact results, rounded once: bf16 as bits, of tiles of 32 x 32."""

import math
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
SIDE, FACE = 32, 16
SCALE = 1.3125  # of mul-gelu.S
EPS = 2.0**-17


def bits(x: np.ndarray) -> np.ndarray:
    """Rounds doubles to bf16, to nearest and even. They are no ties of fp32, so that the double rounding is none."""
    words = x.astype("<f4").view("<u4").astype("<u8")
    return ((words + 0x7FFF + (words >> 16 & 1)) >> 16).astype("<u2")


def value(b: np.ndarray) -> np.ndarray:
    return (b.astype("<u4") << 16).view("<f4").astype("f8")


def gelu(x: np.ndarray) -> np.ndarray:
    return np.vectorize(lambda v: v * math.erfc(-v / math.sqrt(2)) / 2)(x)


def save(name: str, b: np.ndarray) -> np.ndarray:
    """Saves bf16 numbers by their bits, and returns their values."""
    np.save(HERE / f"{name}.npy", np.ascontiguousarray(b))
    return value(b)


def full(x: float) -> np.ndarray:
    return bits(np.full((SIDE, SIDE), x))


def transposed_faces(b: np.ndarray) -> np.ndarray:
    """What an unpacker that transposes brings."""
    return np.block([[b[r : r + FACE, c : c + FACE].T for c in (0, FACE)] for r in (0, FACE)])


def reciprocals(sums: np.ndarray) -> np.ndarray:
    """A column of reciprocals. The vectors that have it have the other even columns of a face too, where 0 becomes
    infinity."""
    result = np.zeros((SIDE, SIDE))
    result[:, 0:FACE:2] = math.inf
    result[:, 0] = 1 / sums
    return result


def main():
    random = np.random.default_rng(48)

    in0 = save("in0", bits(random.standard_normal((SIDE, SIDE))))
    in1 = save("in1", bits(random.standard_normal((SIDE, SIDE)) / 8))
    bias = np.zeros((SIDE, SIDE))
    bias[0] = random.standard_normal(SIDE) / 4
    bias = save("bias", bits(bias))
    save("gelu", bits(gelu(in0 @ in1 + bias[0])))

    save("zeros", full(0))
    save("w", full(SCALE))

    powers = bits(np.exp(-np.abs(random.standard_normal((SIDE, SIDE))) * 3))
    save("exp", transposed_faces(powers))
    ones = np.zeros((SIDE, SIDE))
    ones[0] = 1
    save("ones", bits(ones))
    save("denominators", bits(reciprocals(value(powers).sum(axis=1))))

    x = save("x", bits(random.standard_normal((SIDE, SIDE)) * 2.0 ** random.integers(-3, 4, (SIDE, 1))))
    eps = np.zeros((SIDE, SIDE))
    eps[0] = EPS
    save("eps", bits(eps))
    save("means", full(1 / SIDE))
    gamma = save("gamma", bits(np.tile(1 + random.standard_normal(SIDE) / 4, (SIDE, 1))))
    save("norm", bits(x / np.sqrt((x * x).mean(axis=1, keepdims=True) + EPS) * gamma))


if __name__ == "__main__":
    main()
