"""Compiled kernels: the inputs of their core, its runs, and its results."""

import ctypes
from typing import Any, Dict, List, Optional, Sequence, Union

from ._arrays import bytes_of, word_bytes
from ._library import lib, name_of, optional_name, records
from ._machine_base import MachineBase
from ._structs import filled
from .constants import Code
from .errors import bad_argument
from .program import Program
from .records import Core, CoreState, Frame, Help, Pushed, Pusher, Wait, text_of

Address = Union[int, str]


class MachineCompiled(MachineBase):
    """Each run begins with the memory of the file and of poke(). Memory is given by an address or by a variable's
    name."""

    @property
    def is_compiled(self) -> bool:
        """Is the program a compiled kernel?"""
        return bool(lib.sfpu_is_compiled(self._at))

    def add_call(self, symbol: Optional[str] = None, *arguments: Any) -> None:
        """Adds a call of a function, or of the file's entry, to each run. It has up to eight words as arguments; a
        float becomes fp32."""
        data = word_bytes(arguments)
        self._call(lib.sfpu_add_call, optional_name(symbol), data if arguments else None, len(arguments))

    def give(self, device: str, values: Sequence[int]) -> None:
        """Sets the values of a device before each run, in place of the other parts that would provide them."""
        given = (ctypes.c_uint64 * len(values))(*values)
        if list(given) != list(values):
            raise bad_argument(f"values of {device} are out of range")
        self._call(lib.sfpu_give, name_of(device), given, len(given))

    def find_symbol(self, name: str) -> int:
        """Returns the address of a function or a variable."""
        address = ctypes.c_uint32()
        self._call(lib.sfpu_find_symbol, name_of(name), address)
        return address.value

    def _address(self, at: Address) -> int:
        return self.find_symbol(at) if isinstance(at, str) else at

    def poke(self, at: Address, data: Any) -> None:
        """Sets the bytes at this address before each run: those of an array, or bytes."""
        of = bytes_of(data)
        self._call(lib.sfpu_poke, self._address(at), of, len(of))

    def peek(self, at: Address, size: int) -> bytes:
        """Returns this many bytes of memory after a run."""
        room = ctypes.create_string_buffer(max(size, 1))
        self._call(lib.sfpu_peek, self._address(at), room, size)
        return room.raw[:size]

    def when_idle(self, at: Address = 0, data: Any = None) -> None:
        """When the core would wait for ever, changes bytes once, and the core goes on. None ends the run instead. Each
        call adds one such action."""
        of = None if data is None else bytes_of(data)
        self._call(lib.sfpu_when_idle, self._address(at), of, len(of or b""))

    # A run that is stopped.

    def core_state(self) -> CoreState:
        """The core's registers and pc, in program order."""
        return self._filled(CoreState, lib.sfpu_get_core_state)

    def set_core_state(self, state: CoreState) -> None:
        """Changes registers and pc: dataclasses.replace(m.core_state(), pc=...). Raises BadArgument if the core is
        ahead."""
        registers = (ctypes.c_uint32 * len(state.x))(*state.x)
        if list(registers) != list(state.x):
            raise bad_argument("registers are out of range")
        self._call(lib.sfpu_set_core_state,
                   filled(CoreState.Struct, x=registers, pc=state.pc, ahead=state.ahead,
                          instructions=state.instructions))

    def set_memory(self, at: Address, data: Any) -> None:
        """Changes memory, in program order."""
        of = bytes_of(data)
        self._call(lib.sfpu_set_memory, self._address(at), of, len(of))

    def step_core(self) -> bool:
        """Runs one instruction of the core, in program order. Returns False if the run is over."""
        return self._call(lib.sfpu_step_core) == Code.STOPPED

    def frames(self) -> List[Frame]:
        """The active calls of the core where it is or stopped, innermost first."""
        return list(records(Frame, lambda level, struct: lib.sfpu_get_frame(self._at, level, struct)))

    # The results of a run.

    def wait(self) -> Wait:
        """The resource for which a deadlock waits. Raises BadArgument if the last run did not end in a deadlock, or
        could not be analysed."""
        return self._filled(Wait, lib.sfpu_get_wait)

    def core(self) -> Core:
        """The counts of the core and of the words, and the cycles of each alone and of both together."""
        return self._filled(Core, lib.sfpu_get_core)

    def pusher(self) -> Pusher:
        """The processor that pushed the words of the last run."""
        return self._filled(Pusher, lib.sfpu_get_pusher)

    def helps(self) -> List[Help]:
        """The actions of other parts, which happen at once so that the kernel can go on."""
        return list(records(Help, lambda i, struct: lib.sfpu_get_help(self._at, i, struct)))

    def core_stalls(self) -> Dict[str, int]:
        """The cycles of the last run in which the core did not issue, by cause."""
        cycles = ctypes.c_uint64()
        found: Dict[str, int] = {}
        i = 0
        while (cause := lib.sfpu_core_stall(self._at, i, cycles)) is not None:
            found[text_of(cause) or ""] = cycles.value
            i += 1
        return found

    def pushed(self) -> List[Pushed]:
        """The words that the last run pushed and kept, with configure_runs(keeps_words=True)."""
        return list(records(Pushed, lambda i, struct: lib.sfpu_get_pushed(self._at, i, struct)))

    def recorded(self) -> Program:
        """All of these words as a program. Raises BadArgument if the last run kept none."""
        pointer = ctypes.c_void_p()
        self._call(lib.sfpu_get_recorded, pointer)
        return Program(pointer)
