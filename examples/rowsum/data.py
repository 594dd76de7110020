#!/usr/bin/python3
"""Makes in.npy and expected.npy, for which the order of additions does not matter, and random.npy and sums.npy, for the
order of rowsum.S."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def in_order(tile: np.ndarray) -> np.ndarray:
    """The additions of rowsum.S in fp32: in each lane its four columns, then lanes by the bits of their numbers."""
    lanes = tile[:, 0:16:2].copy()
    for columns in (tile[:, 1:16:2], tile[:, 16::2], tile[:, 17::2]):
        lanes = columns + lanes
    for bit in (1, 2, 4):
        lanes = lanes + np.roll(lanes, bit, axis=1)
    return lanes


def main():
    random = np.random.default_rng(35)

    # Multiples of 2^-4 below 2^14: their sums, below 2^19, have at most 24 bits, so no sum is rounded.
    tile = (random.integers(-(2**18), 2**18, (32, 32)) / 16).astype("<f4")
    tile[3] = 2**14
    tile[8] = [2.0**14, -(2.0**14)] * 16
    tile[17] = 0.0
    tile[22] = np.float32(1e-40)  # denormals count as 0
    tile[24, 13] = np.inf
    tile[29, 30] = -np.inf
    tile[30, 7], tile[30, 26] = np.inf, -np.inf
    tile[31, 20] = np.nan
    np.save(HERE / "in.npy", tile)
    result = tile.copy()
    with np.errstate(invalid="ignore"):
        result[:, 0] = tile.astype("f8").sum(axis=1)
    result[22, 0] = 0.0
    np.save(HERE / "expected.npy", result)

    tile = (random.standard_normal((32, 32)) * 10.0 ** random.integers(-3, 4, (32, 32))).astype("<f4")
    np.save(HERE / "random.npy", tile)
    lanes = in_order(tile)
    # Lane 0 gets the sums of other lanes: for rows 0 to 3 of each face lane 7's, then lane 6's and 5's, and its own.
    for face in (0, 16):
        for rows, lane in enumerate((7, 6, 5, 0)):
            first = face + 4 * rows
            tile[first : first + 4, 0] = lanes[first : first + 4, lane]
    np.save(HERE / "sums.npy", tile)


if __name__ == "__main__":
    main()
