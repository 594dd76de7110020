#!/usr/bin/python3
"""Makes in.npy, which has a tile and the next tile, and expected.npy, which has the columns sorted in the order of sign
and magnitude, and the original row numbers. Also makes bf16.npy, bf16_sorted.npy and bf16_top8.npy, for cells of 16
bits."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def order(bits: np.ndarray) -> np.ndarray:
    return np.where(bits >> 31, ~bits & 0xFFFFFFFF, bits | 0x80000000)


def bf16(random: np.random.Generator) -> None:
    numbers = (random.standard_normal((64, 32)) * 10.0 ** random.integers(-3, 4, (64, 32))).astype("<f4")
    tiles = (numbers.view("<u4") >> 16).astype("<u2")
    tiles[:32, 3] = np.repeat(np.arange(0x3F80, 0x3F84), 8)  # equal ones
    tiles[:32, 4] = random.integers(0xBF80, 0xBF84, 32)
    tiles[:32, 5] = random.permutation(np.arange(0x7F70, 0x7F90))  # infinity, NaNs above it
    tiles[:32, 6] = random.permutation(np.arange(0xFF70, 0xFF90))
    tiles[:32, 7] = random.integers(0, 2, 32) << 15
    np.save(HERE / "bf16.npy", tiles)
    rows = np.arange(32)[:, None]
    keys = (tiles[:32].astype("u4") << 16) + (31 - rows)
    sort = order(keys).argsort(axis=0)[::-1]
    tiles[:32] = np.take_along_axis(tiles, sort, axis=0)
    # The file has bf16 numbers, whose exponent is in the last bits in Dst. The row numbers are plain integers in Dst.
    tiles[32:] = (sort & 0xFF) << 7
    np.save(HERE / "bf16_sorted.npy", tiles)
    top = np.load(HERE / "bf16.npy")
    for first in (0, 32):
        top[first : first + 8] = tiles[first : first + 8]
    np.save(HERE / "bf16_top8.npy", top)


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
    bf16(random)


if __name__ == "__main__":
    main()
