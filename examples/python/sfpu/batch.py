"""Batches: runs the program on many contents of Dst, at the cost of its arithmetic alone."""

import ctypes
from typing import Any, Optional, Sequence

from ._arrays import FormatLike, bytes_of, check_items, format_number, held
from ._handle import Handle
from ._library import check, lib
from ._structs import Cells, filled
from .errors import bad_argument
from .machine import Machine
from .names import format_bytes
from .records import text_of


def _cells(cells: Sequence[int], number: int) -> Cells:
    array = (ctypes.c_uint32 * len(cells))(*cells)
    if list(array) != list(cells):
        raise bad_argument("cells are out of range")
    return filled(Cells, format=number, cells=array, count=len(array))


class Batch(Handle):
    """Runs one timed pass, and records its work, to repeat it on other values.

        with sfpu.Batch(m, range(1024), range(1024), "fp32") as batch:
            y = batch.run(x)

    Each pass begins with the machine's state at the creation of the batch, except for the cells of `inputs`. The cells
    of `outputs` are its results. Cell 16 * row + column is counted in rows of `format`, or of `output_format`. Until
    the batch is closed, the machine can only report about its program and this pass.
    """

    _what = "batch"

    def __init__(self, machine: Machine, inputs: Sequence[int], outputs: Sequence[int], format: FormatLike,
                 output_format: FormatLike = None):
        self._pointer = ctypes.c_void_p()
        self._machine = machine
        self._in, self._in_count = format_number(format), len(inputs)
        self._out = self._in if output_format is None else format_number(output_format)
        self._out_count = len(outputs)
        machine._call(lib.sfpu_batch_open, _cells(inputs, self._in), _cells(outputs, self._out), self._pointer)

    def _free(self, pointer: ctypes.c_void_p) -> None:
        lib.sfpu_batch_close(pointer)

    def run(self, values: Any) -> Any:
        """Runs a pass on an array with a value for each cell of `inputs`. Returns an array of the values of
        `outputs`."""
        given = self._widened(values)
        room = (ctypes.c_uint32 * self._out_count)()
        check(lib.sfpu_batch_run(self._at, given, room))
        return held(self._out, self._narrowed(room))

    def _widened(self, values: Any) -> Any:
        """The same with a word for each cell, which has the value in its low bits."""
        check_items(values, self._in)
        size, data = format_bytes(self._in), bytes_of(values)
        if len(data) != size * self._in_count:
            raise bad_argument(f"{self._in_count} values are wanted, not {len(data) // size}")
        narrow = _BY_SIZE[size] * self._in_count
        return (ctypes.c_uint32 * self._in_count)(*narrow.from_buffer_copy(data))

    def _narrowed(self, room: Any) -> bytes:
        size = format_bytes(self._out)
        return bytes(room) if size == 4 else bytes((_BY_SIZE[size] * len(room))(*room))

    @property
    def in_full(self) -> Optional[str]:
        """The reason why each pass is simulated in full, with its timing; None if passes are not."""
        return text_of(lib.sfpu_batch_in_full(self._at))


_BY_SIZE = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32}
