#!/usr/bin/python3
"""Makes in.npy and expected.npy, for which the order of additions does not matter, and random.npy and sums.npy, for the
order of colsum.S."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def in_order(tile: np.ndarray) -> np.ndarray:
    """The additions of colsum.S in fp32: rows i, i + 4, ... one by one, then these four sums in pairs."""
    four = tile[:4].copy()
    for row in range(4, 32, 4):
        four = tile[row : row + 4] + four
    return (four[0] + four[1]) + (four[2] + four[3])


def main():
    random = np.random.default_rng(35)

    # Multiples of 2^-4 below 2^14: their sums, below 2^19, have at most 24 bits, so no sum is rounded.
    tile = (random.integers(-(2**18), 2**18, (32, 32)) / 16).astype("<f4")
    tile[:, 3] = 2**14
    tile[:, 8] = [2.0**14, -(2.0**14)] * 16
    tile[:, 17] = 0.0
    tile[:, 21] = -0.0
    tile[:, 22] = np.float32(1e-40)  # denormals count as 0
    tile[13, 24] = np.inf
    tile[30, 29] = -np.inf
    tile[7, 30], tile[26, 30] = np.inf, -np.inf
    tile[20, 31] = np.nan
    np.save(HERE / "in.npy", tile)
    result = tile.copy()
    with np.errstate(invalid="ignore"):
        result[0] = tile.astype("f8").sum(axis=0)
    result[0, 22] = 0.0
    np.save(HERE / "expected.npy", result)

    tile = (random.standard_normal((32, 32)) * 10.0 ** random.integers(-3, 4, (32, 32))).astype("<f4")
    np.save(HERE / "random.npy", tile)
    tile[0] = in_order(tile)
    np.save(HERE / "sums.npy", tile)


if __name__ == "__main__":
    main()
