#!/usr/bin/python3
"""Makes in.npy and expected.npy, which have rows of all kinds, and logits.npy and probabilities.npy, which have usual
rows. The results are exact and rounded once; denormal results are 0."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def softmax(tile: np.ndarray) -> np.ndarray:
    exact = tile.astype("f8")
    with np.errstate(invalid="ignore"):
        e = np.exp(exact - exact.max(axis=1, keepdims=True))
        result = (e / e.sum(axis=1, keepdims=True)).astype("<f4")
    result[np.abs(result) < np.finfo("f4").tiny] = 0
    return result


def main():
    random = np.random.default_rng(35)
    tile = (random.standard_normal((32, 32)) * random.uniform(0, 30, (32, 1))).astype("<f4")
    tile[3] = 2.5
    tile[4, :20] = -np.inf
    tile[5] = -3e38
    tile[5, 9] = 3e38
    tile[6, 30] = np.inf
    tile[7] = -np.inf
    tile[8, 17] = np.nan
    tile[9] = np.arange(32)
    tile[10] = -1e9
    np.save(HERE / "in.npy", tile)
    np.save(HERE / "expected.npy", softmax(tile))
    tile = (random.standard_normal((32, 32)) * 2).astype("<f4")
    np.save(HERE / "logits.npy", tile)
    np.save(HERE / "probabilities.npy", softmax(tile))


if __name__ == "__main__":
    main()
