"""The matrix unit's arithmetic of bf16 with a Dst of bf16, in integers: sfpu-matrix(7), Arithmetic. One element at a time,
as the page says it; sfpsim shares none of this."""

import dataclasses

GROUP = 8  # products that are summed exactly
BIAS = 127
FRACTION = 13  # bits of a term below the unit of a product
DST_BITS = 24  # of a mantissa in sums
DROPPED = 16  # of them that bf16 does not keep


@dataclasses.dataclass
class Term:
    """(-1)^negative * magnitude * 2^exponent, in a unit that all terms share."""

    negative: int
    exponent: int
    magnitude: int


def split(bits: int) -> tuple[int, int, int]:
    """Sign, exponent, and the 11 bits of the mantissa, of which bf16 has 8."""
    exponent = bits >> 7 & 0xFF
    return bits >> 15, exponent, (0x400 | (bits & 0x7F) << 3) if exponent else 0


def product(a: int, b: int, phase: int) -> Term:
    """Of a from SrcA and b from SrcB."""
    sign_a, exponent_a, mantissa_a = split(a)
    sign_b, exponent_b, mantissa_b = split(b)
    if not mantissa_a or not mantissa_b:
        return Term(0, 0, 0)
    part_a = mantissa_a >> 1 & 31 if phase & 1 else mantissa_a >> 6
    part_b = (mantissa_b & 15) << 3 if phase & 2 else mantissa_b >> 4
    exponent = exponent_a + exponent_b - BIAS - (5 if phase & 1 else 0) - (7 if phase & 2 else 0)
    return Term(sign_a ^ sign_b, exponent, part_a * part_b)


def group(terms: list[Term]) -> Term:
    """The sum of up to eight products, aligned to the greatest exponent, halves up."""
    exponent = max(t.exponent for t in terms)
    if exponent <= 0:
        return Term(0, 0, 0)
    total = 0
    for t in terms:
        n = min(exponent - t.exponent, 30)
        aligned = ((t.magnitude << 1) + (1 << n)) >> (n + 1)
        total += -aligned if t.negative else aligned
    return Term(int(total < 0), exponent, abs(total) << FRACTION)


def single(t: Term) -> Term:
    """A product that is not summed with others."""
    return Term(t.negative, t.exponent, t.magnitude << FRACTION) if t.magnitude and t.exponent > 0 else Term(0, 0, 0)


def align(t: Term, exponent: int, down: int) -> int:
    """The magnitude for a greater exponent; `down` is 1 if halves are rounded towards zero."""
    n = exponent - t.exponent
    return 0 if n > 30 else t.magnitude if n == 0 else (t.magnitude + (1 << (n - 1)) - down) >> n


def add(dst: int, first: Term, second: Term) -> int:
    """bf16 of Dst and two terms."""
    sign, exponent, mantissa = split(dst)
    old = Term(sign, exponent, mantissa << FRACTION)
    greatest = max(t.exponent for t in (old, first, second))
    if greatest <= 0:
        return 0
    total = 0
    for t in (old, first, second):
        down = int(t is not old and t.negative)
        magnitude = (align(t, greatest, down) + (1 << (FRACTION - 1)) - down) >> FRACTION << FRACTION
        total += -magnitude if t.negative else magnitude
    return encode(total, greatest)


def encode(total: int, exponent: int) -> int:
    """Normalises and rounds to 8 bits, halves up in magnitude."""
    magnitude = abs(total)
    if magnitude == 0:
        return 0
    assert total != -1, "Wormhole and Blackhole differ here"
    shift = DST_BITS - magnitude.bit_length()
    exponent -= shift
    shift -= DROPPED
    magnitude = magnitude << shift if shift >= 0 else (magnitude + (1 << (-shift - 1))) >> -shift
    if magnitude >> (DST_BITS - DROPPED):
        exponent += 1
        magnitude >>= 1
    if exponent <= 0:
        return 0
    if exponent >= 0xFF:
        return int(total < 0) << 15 | 0xFF << 7
    return int(total < 0) << 15 | exponent << 7 | (magnitude & 0x7F)


def multiply_add(dst: int, a: list[int], b: list[int], phase: int) -> int:
    """Dst + the sum of 16 products: MVMUL and GAPOOL."""
    terms = [product(x, y, phase) for x, y in zip(a, b)]
    return add(dst, group(terms[:GROUP]), group(terms[GROUP:]))


def product_add(dst: int, a: int, b: int, phase: int) -> int:
    """ELWMUL."""
    return add(dst, single(product(a, b, phase)), Term(0, 0, 0))
