#!/usr/bin/python3
"""Makes in-uint32.npy and in-int32.npy, tiles of x and y, and the results of the kernels here and in ../remainder.

x is a multiple of y or next to one, because an inexact quotient would be wrong there.
"""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
SIDE = 32


def numbers():
    """Random numbers, the same at each run, from the upper bits of a generator of 64 bits."""
    state = 1
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state


def pairs(low: int, high: int) -> list[tuple[int, int]]:
    draw = numbers()
    ends = (low, low + 1, -1, 0, 1, 2, 2047, 2048, 2049, 2**22, 2**31 - 1, 2**31, high - 1, high)
    some = [(x, y) for x in ends for y in ends if low <= x <= high and low <= y <= high and y != 0]
    while len(some) < SIDE * SIDE:
        y = (next(draw) >> 32) >> (next(draw) >> 59)
        y = -y if low < 0 and next(draw) >> 63 else y
        x = (next(draw) >> 32) >> (next(draw) >> 60)
        if y and low <= y <= high:
            x = x // abs(y) * abs(y) + (next(draw) >> 33) % 3 - 1
            x = -x if low < 0 and next(draw) >> 63 else x
            if low <= x <= high:
                some.append((x, y))
    return some


def save(place: pathlib.Path, first: list[int], ys: list[int]) -> None:
    words = np.array([v % 2**32 for v in (*first, *ys)], np.uint32)
    np.save(place, words.reshape(2 * SIDE, SIDE))


def towards_0(x: int, y: int) -> int:
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def main() -> None:
    for name, low, high in (("uint32", 0, 2**32 - 1), ("int32", -(2**31), 2**31 - 1)):
        both = pairs(low, high)
        ys = [y for _, y in both]
        save(HERE / f"in-{name}.npy", [x for x, _ in both], ys)
        save(HERE / f"{name}.npy", [towards_0(x, y) for x, y in both], ys)
        rest = HERE.parent / "remainder"
        save(rest / f"in-{name}.npy", [x for x, _ in both], ys)
        save(rest / f"{name}.npy", [x - y * towards_0(x, y) for x, y in both], ys)
        if low < 0:
            save(HERE / f"floor-{name}.npy", [x // y for x, y in both], ys)
            save(rest / f"modulo-{name}.npy", [x % y for x, y in both], ys)


if __name__ == "__main__":
    main()
