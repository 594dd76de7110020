#!/usr/bin/python3
"""Makes in.npy, which has two tiles, x and y, and the results of shifts of x by y."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
SIDE = 32
DISTANCES = range(-40, 41)
NUMBERS = (1, -1, 2**31 - 1, -(2**31), 0x12345678, -0x6789ABCD, 0x55555555)


def pairs() -> np.ndarray:
    """All distances with all numbers, and then numbers of all sizes with distances from 0 to 31."""
    some = [(x, y) for y in DISTANCES for x in NUMBERS]
    state = 1
    while len(some) < SIDE * SIDE:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        some.append(((state >> 32) - 2**31, state >> 27 & 31))
    return np.array(some, np.int64).T.reshape(2, SIDE, SIDE)


def save(name: str, x: np.ndarray, y: np.ndarray) -> None:
    np.save(HERE / name, np.concatenate([x, y]).astype(np.uint32).view(np.int32))


def main() -> None:
    x, y = pairs()
    bits = x % 2**32
    inside = (y >= 0) & (y < 32)
    distance = np.where(inside, y, 0)
    save("in.npy", x, y)
    save("left.npy", np.where(inside, bits << distance, 0) % 2**32, y)
    save("right.npy", np.where(inside, bits >> distance, 0), y)
    save("right-arithmetic.npy", x >> np.where(inside, y, 31), y)


if __name__ == "__main__":
    main()
