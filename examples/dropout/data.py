#!/usr/bin/python3
"""Makes in.npy, and the results of dropout.S and dropout-round.S, whose random numbers begin with the seed 35."""

import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
SEED = 35
VECTORS = 32
LANES = 32


def step(state: int) -> int:
    """A step of a lane's generator: the new top bit is the complement of the parity of bits 31, 21, 1 and 0."""
    return (state >> 1) | ((1 ^ (state & 0x80200003).bit_count() & 1) << 31)


def seeded(seed: int) -> list[int]:
    """The lanes' states after a write to the seed register: 32 steps, then two for each lane, the last lane first."""
    lanes = [0] * LANES
    for _ in range(32):
        seed = step(seed)
    for lane in reversed(range(LANES)):
        seed = step(step(seed))
        lanes[lane] = seed
    return lanes


def numbers(steps: int) -> np.ndarray:
    """The last of `steps` numbers that each lane draws for each vector."""
    lanes = seeded(SEED)
    result = np.empty((VECTORS, LANES), "u4")
    for vector in range(VECTORS):
        for _ in range(steps):
            result[vector] = lanes
            lanes = [step(state) for state in lanes]
    return result


def as_tile(vectors: np.ndarray) -> np.ndarray:
    """Vector 2 i has even columns of rows 4 i to 4 i + 3 of Dst, the next one the odd ones; a face is 16 rows."""
    dst = np.empty((64, 16), vectors.dtype)
    for i, vector in enumerate(vectors):
        dst[i // 2 * 4 : i // 2 * 4 + 4, i % 2 :: 2] = vector.reshape(4, 8)
    return np.block([[dst[:16], dst[16:32]], [dst[32:48], dst[48:]]])


def main():
    random = np.random.default_rng(35)
    tile = (random.standard_normal((32, 32)) * 10.0 ** random.integers(-3, 4, (32, 32))).astype("<f4")
    tile[5] = 1
    np.save(HERE / "in.npy", tile)

    tenth = round(2**31 / 10)
    scale = np.float32(1 / (1 - tenth / 2**31))
    dropped = as_tile(numbers(1) & 0x7FFFFFFF) < tenth
    np.save(HERE / "expected.npy", np.where(dropped, np.float32(0), tile * scale))

    kept = 58982
    kept_lanes = kept - 1 >= as_tile(numbers(2) >> 7 & 0xFFFF)
    scale = np.float32(round(2**16 / kept * 2**19) / 2**19)
    np.save(HERE / "rounded.npy", np.where(kept_lanes, tile * scale, np.float32(0)))


if __name__ == "__main__":
    main()
