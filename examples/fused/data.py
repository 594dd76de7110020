#!/usr/bin/python3
"""Makes the inputs of the kernels here, their exact results, rounded once, and the results of the matrix unit's arithmetic
(matrix.py) with a correctly rounded function of them: bf16 as bits, of tiles of 32 x 32."""

import math
import pathlib

import matrix
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


def save(name: str, b: np.ndarray):
    np.save(HERE / f"{name}.npy", np.ascontiguousarray(b))


def matmul(dst: np.ndarray, in0: np.ndarray, in1: np.ndarray, phases: int) -> np.ndarray:
    """Dst + in0 in1: in0 is in SrcB, in1 in SrcA. In each phase the left half of in0 comes before the right half."""
    dst = dst.copy()
    for phase in range(phases):
        for k in (0, FACE):
            for r, c in np.ndindex(SIDE, SIDE):
                row, column = in0[r, k : k + FACE].tolist(), in1[k : k + FACE, c].tolist()
                dst[r, c] = matrix.multiply_add(int(dst[r, c]), column, row, phase)
    return dst


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a from SrcA, b from SrcB, in four phases."""
    dst = np.zeros((SIDE, SIDE), "<u2")
    for phase in range(4):
        for at in np.ndindex(SIDE, SIDE):
            dst[at] = matrix.product_add(int(dst[at]), int(a[at]), int(b[at]), phase)
    return dst


def row_sums(b: np.ndarray) -> np.ndarray:
    """Of the left face, then of the right face, each in two phases."""
    one, sums = [0x3F80] * FACE, np.zeros(SIDE, "<u2")
    for row in range(SIDE):
        for k in (0, FACE):
            for phase in range(2):
                sums[row] = matrix.multiply_add(int(sums[row]), b[row, k : k + FACE].tolist(), one, phase)
    return sums


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


def matmul_bias_gelu(random: np.random.Generator):
    in0, in1 = bits(random.standard_normal((SIDE, SIDE))), bits(random.standard_normal((SIDE, SIDE)) / 8)
    bias = np.zeros((SIDE, SIDE))
    bias[0] = random.standard_normal(SIDE) / 4
    bias = bits(bias)
    save("in0", in0)
    save("in1", in1)
    save("bias", bias)
    save("gelu", bits(gelu(value(in0) @ value(in1) + value(bias)[0])))
    save("gelu_bits", bits(gelu(value(matmul(np.tile(bias[0], (SIDE, 1)), in0, in1, 4)))))


def reduce_recip(random: np.random.Generator):
    powers = bits(np.exp(-np.abs(random.standard_normal((SIDE, SIDE))) * 3))
    ones = np.zeros((SIDE, SIDE))
    ones[0] = 1
    save("exp", transposed_faces(powers))
    save("ones", bits(ones))
    save("denominators", bits(reciprocals(value(powers).sum(axis=1))))
    save("denominators_bits", bits(reciprocals(value(row_sums(powers)))))


def rms_norm(random: np.random.Generator):
    x = bits(random.standard_normal((SIDE, SIDE)) * 2.0 ** random.integers(-3, 4, (SIDE, 1)))
    gamma = bits(np.tile(1 + random.standard_normal(SIDE) / 4, (SIDE, 1)))
    eps = np.zeros((SIDE, SIDE))
    eps[0] = EPS
    save("x", x)
    save("eps", bits(eps))
    save("means", full(1 / SIDE))
    save("gamma", gamma)
    exact = value(x)
    save("norm", bits(exact / np.sqrt((exact * exact).mean(axis=1, keepdims=True) + EPS) * value(gamma)))
    roots = bits(1 / np.sqrt(value(matmul(full(EPS), product(x, x), full(1 / SIDE), 3))))
    save("norm_bits", product(product(x, roots), gamma))


def main():
    random = np.random.default_rng(48)
    save("zeros", full(0))
    save("w", full(SCALE))
    matmul_bias_gelu(random)
    reduce_recip(random)
    rms_norm(random)


if __name__ == "__main__":
    main()
