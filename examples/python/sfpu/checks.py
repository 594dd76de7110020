"""Checks of a kernel for tests: the error of its results, and its cycles. They raise AssertionError, also without
pytest."""

import dataclasses
from typing import Any, Iterator, List, Optional, Tuple

from ._arrays import FormatLike, bytes_of, check_items, format_of
from .constants import Container, Layout, MismatchKind
from .errors import bad_argument
from .image import Comparison, Image, Tolerance
from .machine import Machine
from .names import format_bytes, format_name, value_text
from .records import Mismatch

_PIECE = 512 * 16  # values compared at a time: the 32-bit values in Dst, the most that an image can have


@dataclasses.dataclass(frozen=True)
class Worst:
    """A rejected pair, by its index. Values that are not finite count as worse than others."""

    index: int
    kind: int
    mismatch: Mismatch

    def weight(self) -> Tuple[int, int, int]:
        return self.kind, self.mismatch.ulp, -self.index


def _image(data: bytes, number: int) -> Image:
    """Returns values as an image, in whole rows, filled up with zeros."""
    padded = data + bytes(-len(data) % (16 * format_bytes(number)))
    return Image.parse(padded, Container.PLAIN, number, Layout.ROWS)


def _piece_worst(comparison: Comparison, first: int) -> Iterator[Worst]:
    for kind in MismatchKind:
        for mismatch in comparison.mismatches(kind)[:1]:
            yield Worst(first + mismatch.index, kind, mismatch)


def compare_values(got: Any, want: Any, ulp: int, format: FormatLike = None) -> Tuple[int, Optional[Worst]]:
    """Returns the number of values of two arrays that are more than this many ulp apart, and the worst pair."""
    number = format_of(got, format)
    check_items(got, number)
    check_items(want, number)
    if format_of(want, format) != number:
        raise bad_argument(f"values of {format_name(number)}, and {format_name(format_of(want, format))} are wanted")
    size, mine, theirs = format_bytes(number), bytes_of(got), bytes_of(want)
    if len(mine) != len(theirs):
        raise bad_argument(f"{len(mine) // size} values, and {len(theirs) // size} are wanted")
    different = 0
    found: List[Worst] = []
    for at in range(0, len(mine), _PIECE * size):
        ends = slice(at, at + _PIECE * size)
        with _image(mine[ends], number) as a, _image(theirs[ends], number) as b:
            with Comparison(a, b, Tolerance(ulp=ulp)) as comparison:
                different += comparison.numbers.different
                found += _piece_worst(comparison, at // size)
    return different, max(found, key=Worst.weight) if found else None


def _position(index: int, shape: Any) -> str:
    """Formats an index in an array of this shape."""
    if not shape or len(shape) < 2:
        return f"[{index}]"
    sides: List[int] = []
    for side in reversed(shape):
        index, rest = divmod(index, side)
        sides.insert(0, rest)
    return str(sides)


def _spelled(number: int, bits: int) -> str:
    return f"{value_text(number, bits)} (0x{bits:0{2 * format_bytes(number)}x})"


def _input(inputs: Any, format: FormatLike, index: int) -> str:
    """The value of inputs at this index, with its bits if its format is known."""
    number = format_of(inputs, format)
    size, data = format_bytes(number), bytes_of(inputs)
    piece = data[index * size:(index + 1) * size]
    return _spelled(number, int.from_bytes(piece, "little"))


def assert_ulp(got: Any, want: Any, n: int, *, inputs: Any = None, format: FormatLike = None,
               input_format: FormatLike = None) -> None:
    """Asserts that no value of an array is more than n units in the last place from the expected value (as in
    sfpsim-run(1): any NaN equals any NaN). `format` is the format of both, if their types do not determine it.

    The message has the worst pair, its index and, if `inputs` has the same number of values, the input there.
    """
    __tracebackhide__ = True  # pytest shows the test
    different, worst = compare_values(got, want, n, format)
    if worst is None:
        return
    number, of = format_of(got, format), worst.mismatch
    off = f"{of.ulp} ulp" if worst.kind == MismatchKind.FINITE else "not finite"
    lines = [f"{different} of {len(bytes_of(got)) // format_bytes(number)} values are further than {n} ulp off; "
             f"the worst ({off}) at {_position(worst.index, getattr(got, 'shape', None))}:"]
    if inputs is not None:
        lines.append(f"  input     {_input(inputs, input_format, worst.index)}")
    lines += [f"  got       {_spelled(number, of.got)}", f"  expected  {_spelled(number, of.expected)}"]
    raise AssertionError("\n".join(lines))


def assert_cycles(machine: Machine, exactly: Optional[int] = None, *, at_most: Optional[int] = None,
                  per_32_lanes: Optional[float] = None) -> None:
    """Asserts the cycles of the last run. `per_32_lanes` is the most cycles for each vector in the steady state, for a
    run that has gathered View.STATS. The message has the number of instructions."""
    __tracebackhide__ = True
    result = machine.result()
    if exactly is None and at_most is None and per_32_lanes is None:
        raise bad_argument("how many cycles?")
    wrong = []
    if exactly is not None and result.cycles != exactly:
        wrong.append(f"{result.cycles} cycles, not {exactly}")
    if at_most is not None and result.cycles > at_most:
        wrong.append(f"{result.cycles} cycles, more than {at_most}")
    if per_32_lanes is not None:
        wrong += _slower(result.steady_cycles_per_32_lanes, per_32_lanes)
    if wrong:
        raise AssertionError("; ".join(wrong) + f" ({result.instructions} instructions, {result.vector} of them of "
                             "the vector unit)")


def _slower(steady: float, wanted: float) -> List[str]:
    if steady == 0:
        return ["no cycles a vector: the run stored none, or has not gathered View.STATS"]
    return [f"{steady:g} cycles for 32 lanes, more than {wanted:g}"] if steady > wanted else []
