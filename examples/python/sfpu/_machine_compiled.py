"""Compiled kernels: what their core is given, what it does, and what it leaves."""

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
    """Each run begins with memory as the file and poke() have it. Memory is told by address or by a variable's name."""

    @property
    def is_compiled(self) -> bool:
        """Is the program a compiled kernel?"""
        return bool(lib.sfpu_is_compiled(self._at))

    def add_call(self, symbol: Optional[str] = None, *arguments: Any) -> None:
        """Adds a call of a function, or of the file's entry, to what a run does; up to eight words as arguments, a
        float as fp32."""
        data = word_bytes(arguments)
        self._call(lib.sfpu_add_call, optional_name(symbol), data if arguments else None, len(arguments))

    def give(self, device: str, values: Sequence[int]) -> None:
        """What others have for the kernel before each run: the values of a device."""
        given = (ctypes.c_uint64 * len(values))(*values)
        if list(given) != list(values):
            raise bad_argument(f"values of {device} are out of range")
        self._call(lib.sfpu_give, name_of(device), given, len(given))

    def find_symbol(self, name: str) -> int:
        """Where a function or a variable lies."""
        address = ctypes.c_uint32()
        self._call(lib.sfpu_find_symbol, name_of(name), address)
        return address.value

    def _address(self, at: Address) -> int:
        return self.find_symbol(at) if isinstance(at, str) else at

    def poke(self, at: Address, data: Any) -> None:
        """Before each run, the bytes there are these: those of an array, or bytes."""
        of = bytes_of(data)
        self._call(lib.sfpu_poke, self._address(at), of, len(of))

    def peek(self, at: Address, size: int) -> bytes:
        """So many bytes of memory after a run."""
        room = ctypes.create_string_buffer(max(size, 1))
        self._call(lib.sfpu_peek, self._address(at), room, size)
        return room.raw[:size]

    def when_idle(self, at: Address = 0, data: Any = None) -> None:
        """Once the core waits for ever, bytes become these, and it goes on; None: the run is over then. One a time."""
        of = None if data is None else bytes_of(data)
        self._call(lib.sfpu_when_idle, self._address(at), of, len(of or b""))

    # A run that is stopped.

    def core_state(self) -> CoreState:
        """The core's registers and pc, in program order."""
        return self._filled(CoreState, lib.sfpu_get_core_state)

    def set_core_state(self, state: CoreState) -> None:
        """Changes registers and pc: dataclasses.replace(m.core_state(), pc=...). BadArgument: the core is ahead."""
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
        """One instruction of the core, in program order. False: the run is over."""
        return self._call(lib.sfpu_step_core) == Code.STOPPED

    def frames(self) -> List[Frame]:
        """The calls that the core is in, where it stands or was left; the innermost first."""
        return list(records(Frame, lambda level, struct: lib.sfpu_get_frame(self._at, level, struct)))

    # What a run came to.

    def wait(self) -> Wait:
        """What a deadlock waits for. BadArgument: the last run has not ended so, or nothing could be read."""
        return self._filled(Wait, lib.sfpu_get_wait)

    def core(self) -> Core:
        """The counts of core and words, and the cycles of each alone and of both."""
        return self._filled(Core, lib.sfpu_get_core)

    def pusher(self) -> Pusher:
        """Who pushed the words of the last run."""
        return self._filled(Pusher, lib.sfpu_get_pusher)

    def helps(self) -> List[Help]:
        """What others did for the kernel at once, so that it could go on."""
        return list(records(Help, lambda i, struct: lib.sfpu_get_help(self._at, i, struct)))

    def core_stalls(self) -> Dict[str, int]:
        """Why the core did not issue: cycles of the last run by cause."""
        cycles = ctypes.c_uint64()
        found: Dict[str, int] = {}
        i = 0
        while (cause := lib.sfpu_core_stall(self._at, i, cycles)) is not None:
            found[text_of(cause) or ""] = cycles.value
            i += 1
        return found

    def pushed(self) -> List[Pushed]:
        """The words that the last run pushed and kept, as configure_runs(keeps_words=True) has it."""
        return list(records(Pushed, lambda i, struct: lib.sfpu_get_pushed(self._at, i, struct)))

    def recorded(self) -> Program:
        """All of them as a program. BadArgument: the last run kept none."""
        pointer = ctypes.c_void_p()
        self._call(lib.sfpu_get_recorded, pointer)
        return Program(pointer)
