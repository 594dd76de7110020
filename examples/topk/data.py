#!/usr/bin/python3
"""Makes in.npy, a tile and one behind it, and expected.npy: columns sorted, in the order of sign and magnitude, and the
rows that they were in."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def order(bits: np.ndarray) -> np.ndarray:
    return np.where(bits >> 31, ~bits & 0xFFFFFFFF, bits | 0x80000000)


def main():
    random = np.random.default_rng(35)
    tiles = (random.standard_normal((64, 32)) * 10.0 ** random.integers(-3, 4, (64, 32))).astype("<f4")
    tiles[:32, 3] = np.arange(32)
    tiles[:32, 4] = -np.arange(32)
    bits = tiles.view("<u4")
    bits[:32, 5] = random.permutation(np.arange(0x7F7FFFF0, 0x7F800010))  # infinity, NaNs above it
    bits[:32, 6] = random.permutation(np.arange(0xFF7FFFF0, 0xFF800010))
    bits[:32, 7] = random.integers(0, 2**32, 32)
    bits[:32, 8] = random.permutation(np.arange(0x80000000, 0x80000020))  # -0, denormals
    bits[9, 8] = 0
    np.save(HERE / "in.npy", tiles)
    rows = order(bits[:32]).argsort(axis=0)[::-1]
    bits[:32] = np.take_along_axis(bits, rows, axis=0)
    bits[32:] = rows
    np.save(HERE / "expected.npy", tiles)


if __name__ == "__main__":
    main()
