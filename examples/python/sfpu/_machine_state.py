"""A machine's state: settings, LRegs, flags, macros and Dst, and the whole state as JSON."""

import ctypes
import json
from typing import Any, List, Mapping, Tuple, Union

from ._arrays import (FormatLike, bytes_of, check_items, format_number, format_of, held, layout_number, like,
                      word_bytes, words)
from ._library import check, lib, name_of, records, taken
from ._machine_base import MachineBase
from ._structs import DIFFERS
from .constants import LANES, Format, Layout, Source, known
from .errors import bad_argument
from .names import format_bytes
from .records import Config, Difference, Macros, SourceBank, Stack, text_of

State = Union[str, bytes, Mapping[str, Any]]


def _json(state: State) -> bytes:
    if isinstance(state, bytes):
        return state
    return (state if isinstance(state, str) else json.dumps(state)).encode()


class MachineState(MachineBase):
    """The contents of a machine's registers and of Dst."""

    def set(self, name: str, value: Any = "") -> None:
        """Sets an option of sfpsim-machine(7), without its dashes: set("init", "llk")."""
        self._call(lib.sfpu_set, name_of(name), name_of(value))

    def reset(self) -> None:
        """Resets to the state after power-on. The program stays, and a current run is given up."""
        self._call(lib.sfpu_reset)

    # LRegs, one word for each lane.

    def lreg(self, reg: int) -> Any:
        """The bits of an LReg, 32 words. With numpy, lreg(0).view("float32") has its numbers."""
        lanes = ctypes.create_string_buffer(4 * LANES)
        self._call(lib.sfpu_get_lreg, reg, lanes)
        return words(lanes.raw)

    def set_lreg(self, reg: int, lanes: Any) -> None:
        """Sets an LReg to 32 four-byte values, or to one value for all lanes."""
        self._call(lib.sfpu_set_lreg, reg, word_bytes(lanes, LANES))

    # Flags: bit l = lane l.

    def _masks(self, function: Any, count: int) -> Tuple[int, ...]:
        masks = [ctypes.c_uint32() for _ in range(count)]
        self._call(function, *masks)
        return tuple(m.value for m in masks)

    @property
    def flags(self) -> Tuple[int, int]:
        """LaneFlags and UseLaneFlagsForLaneEnable."""
        flags, use_flags = self._masks(lib.sfpu_get_flags, 2)
        return flags, use_flags

    @flags.setter
    def flags(self, both: Tuple[int, int]) -> None:
        self._call(lib.sfpu_set_flags, *both)

    @property
    def enabled(self) -> int:
        """The lanes that flags and LaneConfig enable."""
        return self._masks(lib.sfpu_get_enabled, 1)[0]

    @property
    def stack(self) -> Stack:
        """The flag stack."""
        return self._filled(Stack, lib.sfpu_get_stack)

    @property
    def macros(self) -> Macros:
        """LoadMacroConfig."""
        return self._filled(Macros, lib.sfpu_get_macros)

    @property
    def lane_config(self) -> Tuple[int, ...]:
        """LaneConfig, a word a lane."""
        words = (ctypes.c_uint32 * LANES)()
        self._call(lib.sfpu_get_lane_config, words)
        return tuple(words)

    def config(self) -> List[Config]:
        """The configuration fields that the vector unit and its addressing read, and related ones."""
        return list(records(Config, lambda i, struct: lib.sfpu_get_config(self._at, i, struct)))

    def counter(self, which: int) -> int:
        """A read-write counter, by Counter."""
        value = ctypes.c_uint32()
        self._call(lib.sfpu_get_counter, which, value)
        return value.value

    # The whole state, as in sfpsim-files(5), State.

    def state(self) -> Any:
        """The state as a dictionary, with the findings of a finished run."""
        return json.loads(self.state_json())

    def state_json(self) -> str:
        """The same as JSON."""
        pointer, size = ctypes.c_void_p(), ctypes.c_size_t()
        self._call(lib.sfpu_get_state, pointer, size)
        return text_of(taken(pointer, size.value)) or ""

    def set_state(self, state: State) -> None:
        """Changes the parts of the state that the dictionary, or the JSON, names."""
        data = _json(state)
        self._call(lib.sfpu_set_state, data, len(data))

    def check_state(self, state: State) -> None:
        """Raises what set_state would raise, and changes nothing."""
        data = _json(state)
        self._call(lib.sfpu_check_state, data, len(data))

    def compare_state(self, expected: State) -> List[Difference]:
        """The places where the state differs from the parts that the dictionary, or the JSON, names."""
        data = _json(expected)
        found: List[Difference] = []

        def differs(*parts: bytes) -> None:
            found.append(Difference(*(text_of(p) or "" for p in parts)))

        self._call(lib.sfpu_compare_state, data, len(data), DIFFERS(self._pending.guard(differs)), None)
        return found

    # Dst: from row 0 on, whole rows of 16 values; or whole 32x32 tiles.

    def write(self, values: Any, format: FormatLike = None, layout: Union[str, int] = Layout.TILE) -> Format:
        """Writes an array's values, in the format of its type or in the given format. Returns the format."""
        number = format_of(values, format)
        check_items(values, number)
        data = bytes_of(values)
        self._call(lib.sfpu_write_dst, number, layout_number(layout), data, len(data))
        return known(Format, number)

    def read(self, of: Any, format: FormatLike = None, layout: Union[str, int] = Layout.TILE) -> Any:
        """Returns an array with the type and shape of `of`; or, for a number or a shape, this many values of
        `format`."""
        if isinstance(of, (int, tuple)):
            return self._read_shape(of, format, layout)
        number = format_of(of, format)
        check_items(of, number)
        return like(of, self._read(number, layout, len(bytes_of(of))))

    def _read_shape(self, shape: Any, format: FormatLike, layout: Union[str, int]) -> Any:
        if format is None:
            raise bad_argument("so many values of which format?")
        count = 1
        for side in (shape,) if isinstance(shape, int) else shape:
            count *= side
        number = format_number(format)
        return held(number, self._read(number, layout, count * format_bytes(number)), shape)

    def _read(self, number: int, layout: Union[str, int], size: int) -> bytes:
        data = ctypes.create_string_buffer(max(size, 1))
        self._call(lib.sfpu_read_dst, number, layout_number(layout), data, size)
        return data.raw[:size]

    def dst_word(self, row: int, column: int) -> int:
        """A cell of 16 bits, raw, by its physical row and column."""
        value = ctypes.c_uint16()
        self._call(lib.sfpu_get_dst_word, row, column, value)
        return value.value

    def set_dst_word(self, row: int, column: int, value: int) -> None:
        """Changes a cell of 16 bits."""
        self._call(lib.sfpu_set_dst_word, row, column, value)

    @staticmethod
    def _source(name: str) -> Source:
        source = {"a": Source.SRCA, "b": Source.SRCB}.get(name)
        if source is None:
            raise bad_argument(f"{name!r} is neither 'a' nor 'b'")
        return source

    def source_bank(self, source: str, bank: int) -> SourceBank:
        """A bank, 0 or 1, of SrcA or SrcB ("a" or "b"), once something feeds them."""
        return self._filled(SourceBank, lib.sfpu_get_source_bank, self._source(source), bank)

    def feed_source(self, source: str, data: bytes, format: str, npy: bool = False,
                    layout: Union[str, int] = Layout.ROWS) -> None:
        """Feeds banks of SrcA or SrcB ("a" or "b") with a file's bytes. The format is "bf16", "tf32:16" or such."""
        self._call(lib.sfpu_feed_source, self._source(source), data, len(data), int(npy), format.encode(), layout_number(layout))

    @property
    def format(self) -> Format:
        """The meaning of format 0 of loads and stores: FP32, BF16 or FP16."""
        return known(Format, check(lib.sfpu_configured_format(self._at), self._at))

    def configure_format(self, format: FormatLike) -> None:
        """Makes this format the format 0 of loads and stores; raw leaves it unchanged."""
        self._call(lib.sfpu_configure_format, format_number(format))
