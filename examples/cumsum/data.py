#!/usr/bin/python3
"""Makes in.npy, which has two tiles, and the sums in fp32, one row after the other, as cumsum.S computes them:
expected.npy for the first tile and two.npy for both. Also makes rows.npy, the sums along rows of cumsum-rows.S."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def sums(rows: np.ndarray) -> np.ndarray:
    result = np.empty_like(rows)
    total = np.zeros(32, "<f4")
    for i, row in enumerate(np.where(np.abs(rows) < np.finfo("f4").tiny, np.float32(0), rows)):
        total = total + row
        result[i] = total
    return result


def along_rows(tile: np.ndarray) -> np.ndarray:
    """Adds a lane's two columns, then the sums of the lanes 1, 2 and 4 to the left; even columns come from the previous
    lane."""
    tile = np.where(np.abs(tile) < np.finfo("f4").tiny, np.float32(0), tile)
    result = np.empty_like(tile)
    before = np.zeros(32, "<f4")
    for face in (slice(0, 16), slice(16, 32)):
        even, odd = tile[:, face][:, ::2].copy(), tile[:, face][:, 1::2]
        even[:, 0] += before
        to = even + odd
        for lanes in (1, 2, 4):
            to = to + np.pad(to, ((0, 0), (lanes, 0)))[:, :-lanes]
        result[:, face][:, 1::2] = to
        result[:, face][:, ::2] = even + np.pad(to, ((0, 0), (1, 0)))[:, :-1]
        before = to[:, 7]
    return result


def main():
    random = np.random.default_rng(35)
    both = (random.standard_normal((64, 32)) * 10.0 ** random.integers(-3, 4, (64, 32))).astype("<f4")
    both[:, 3] = 1
    both[:, 4] = np.float32(1e-40)  # denormals count as 0
    both[:, 5] = 0.0
    both[9, 6] = np.inf
    both[32:, 7] = 2.0**127  # beyond the largest number
    both[:, 8] = np.arange(64) - 40
    np.save(HERE / "in.npy", both)
    with np.errstate(over="ignore"):
        np.save(HERE / "expected.npy", np.concatenate([sums(both[:32]), both[32:]]))
        np.save(HERE / "two.npy", sums(both))
    np.save(HERE / "rows.npy", np.concatenate([along_rows(both[:32]), both[32:]]))


if __name__ == "__main__":
    main()
