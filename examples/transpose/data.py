#!/usr/bin/python3
"""Makes in.npy, of random bits, and expected.npy."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def main():
    tile = np.random.default_rng(35).integers(0, 2**32, (32, 32), "u4")
    np.save(HERE / "in.npy", tile)
    np.save(HERE / "expected.npy", np.ascontiguousarray(tile.T))


if __name__ == "__main__":
    main()
