#!/usr/bin/python3
"""Makes in.npy, which has a tile and the next tile, and expected.npy, which has the largest of each column, in the
order of sign and magnitude, and its row. Also makes equal.npy and first.npy, in which many values are equal."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def save(bits: np.ndarray, before: str, after: str) -> None:
    np.save(HERE / before, bits.view("<f4"))
    order = np.where(bits[:32] >> 31, ~bits[:32] & 0xFFFFFFFF, bits[:32] | 0x80000000)
    rows = order.argmax(axis=0)  # the first
    bits[0] = np.take_along_axis(bits, rows[None], axis=0)[0]
    bits[32] = rows
    np.save(HERE / after, bits.view("<f4"))


def main():
    random = np.random.default_rng(35)
    tiles = (random.standard_normal((64, 32)) * 1000).astype("<f4")
    for column in range(32):  # the maximum wanders down
        tiles[column, column] = 4000 + column
    tiles[:32, 3] = -0.0
    tiles[9, 3] = 0.0
    tiles[:32, 5] = -np.inf
    tiles[17, 5] = -(2.0**127)
    tiles[22, 6] = np.inf
    tiles[:32, 7] = -np.abs(tiles[:32, 7])
    bits = tiles.view("<u4")
    bits[30, 8] = 0x7FC00000  # a NaN, above infinity
    bits[31, 8] = 0x7F800000
    bits[:32, 9] = 0xFFFFFFFF  # NaNs below -infinity
    bits[2, 9] = 0xFFC00000
    bits[:32, 10] = random.permutation(np.arange(0x80000001, 0x80000021))  # denormals
    bits[:32, 11] = random.integers(0, 2**32, 32)
    save(bits, "in.npy", "expected.npy")
    tiles = random.integers(-2, 4, (64, 32)).astype("<f4")
    tiles[:32, 5] = 0
    tiles[3:, 6] = -1
    tiles[:32, 7] = np.inf
    save(tiles.view("<u4"), "equal.npy", "first.npy")


if __name__ == "__main__":
    main()
