#!/usr/bin/python3
"""Makes in.npy and expected.npy, which have small integers, for which all results are exact; random.npy and
moments.npy, which have random numbers; and three.npy and three_moments.npy, for three tiles."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def save(rows: np.ndarray, before: str, after: str) -> None:
    """Two more tiles, for the results: means and variances, to fp32, four times each."""
    exact = rows.astype("f8")
    image = np.concatenate([rows, np.zeros((64, 32), "<f4")])
    np.save(HERE / before, image)
    image[len(rows) : len(rows) + 4] = exact.mean(axis=0)
    image[len(rows) + 32 : len(rows) + 36] = exact.var(axis=0)
    np.save(HERE / after, image)


def main():
    random = np.random.default_rng(35)
    tile = random.integers(-40, 41, (32, 32)).astype("<f4")
    tile[:, 3] = 7
    tile[:, 4] = 0
    save(tile, "in.npy", "expected.npy")
    # Means from small to a thousand times the deviation
    three = (10.0 ** random.uniform(-1, 3, 32) + random.standard_normal((96, 32))) * 10.0 ** random.integers(-5, 6, 32)
    save(three[:32].astype("<f4"), "random.npy", "moments.npy")
    save(three.astype("<f4"), "three.npy", "three_moments.npy")


if __name__ == "__main__":
    main()
