#!/usr/bin/python3
"""Makes in.npy and expected.npy: the largest of each column, in the order of sign and magnitude."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def main():
    random = np.random.default_rng(35)
    tile = (random.standard_normal((32, 32)) * 1000).astype("<f4")
    for column in range(32):  # the maximum wanders down
        tile[column, column] = 2000 + column
    tile[:, 3] = -0.0
    tile[9, 3] = 0.0
    tile[:, 4] = -0.0
    tile[:, 5] = -np.inf
    tile[17, 5] = -(2.0**127)
    tile[22, 6] = np.inf
    tile[:, 7] = -np.abs(tile[:, 7])
    bits = tile.view("<u4")
    bits[30, 8] = 0x7FC00000  # a NaN, above infinity
    bits[31, 8] = 0x7F800000
    bits[2, 9] = 0xFFC00000  # below -infinity
    bits[:, 10] = random.integers(0x80000001, 0x80800000, 32)  # denormals
    bits[:, 11] = random.integers(0, 2**32, 32)
    bits[:, 12] = 0xFFFFFFFF
    np.save(HERE / "in.npy", tile)
    order = np.where(bits >> 31, ~bits & 0xFFFFFFFF, bits | 0x80000000)
    bits[0] = np.take_along_axis(bits, order.argmax(axis=0)[None], axis=0)[0]
    np.save(HERE / "expected.npy", tile)


if __name__ == "__main__":
    main()
