"""Shared by all parts of a machine: its handle, calls of the library on it, and exceptions of its callbacks."""

import ctypes
from typing import Any, Callable, Dict, List, Optional, Type

from ._handle import Handle, Pending, written
from ._library import check, cut_text, lib
from ._structs import WRITE
from .errors import Error, bad_argument, error_of
from .records import Diagnostic, Own


# The library's words, where a function returns a code.
_CALLED = "a function that the machine calls may only read the machine"


def _view_writer(pending: Pending, sinks: Dict[int, Callable[[bytes], Any]]) -> Any:
    """The callback through which the library writes all views of a machine, during the machine's life. The context
    identifies the view."""

    def write(context: Optional[int], data: int, size: int) -> int:
        sink = sinks.get(context or 0)
        if sink is None or pending.exception is not None:
            return 1
        try:
            sink(ctypes.string_at(data, size))
        except BaseException as e:  # KeyboardInterrupt too: it would be lost otherwise
            pending.exception = e
            return 1
        return 0

    return WRITE(write)


class MachineBase(Handle):
    """A machine's handle."""

    _what = "machine"

    def __init__(self) -> None:
        self._pointer = ctypes.c_void_p()
        self._pending = Pending()
        self._calls = 0  # calls in progress, which may be running a function of the caller
        self._sinks: Dict[int, Callable[[bytes], Any]] = {}  # of views written during a run, by context
        self._write_view = _view_writer(self._pending, self._sinks)
        self._kept: Dict[str, Any] = {}  # objects that the library still uses, by their user
        self.diagnostics: List[Diagnostic] = []  # the assembler's, for the program loaded last

    def _free(self, pointer: ctypes.c_void_p) -> None:
        lib.sfpu_close(pointer)

    def close(self) -> None:
        """Frees the machine, or leaves it to the batch that contains it."""
        if self._calls:
            raise bad_argument(_CALLED)
        super().close()

    def _call(self, function: Any, *arguments: Any) -> int:
        """Calls a function on this machine. Raises an exception of a callback first, and then the library's error."""
        at = self._at
        self._calls += 1
        try:
            code = function(at, *arguments)
        finally:
            self._calls -= 1
        if not self._calls:
            self._pending.throw()
        return check(code, at)

    def _void(self, function: Any, *arguments: Any) -> None:
        """The same, for a function that returns nothing and changes the machine."""
        if self._calls:
            raise bad_argument(_CALLED)
        function(self._at, *arguments)

    def _text(self, function: Any, *arguments: Any) -> str:
        """Returns a text that the function writes."""
        return cut_text(function, self._at, *arguments, machine=self._at)

    def _written(self, function: Any, *arguments: Any) -> str:
        """Returns a report that the function writes."""
        return written(function, self._at, *arguments, machine=self._at)

    def _filled(self, of: Type[Own], function: Any, *arguments: Any) -> Own:
        """Returns a record that the function fills."""
        struct = of.Struct()
        self._call(function, *arguments, struct)
        return of.of(struct)

    def error(self) -> str:
        """Returns the message of the last function that failed, or "" if none has failed."""
        return (lib.sfpu_error(self._at) or b"").decode(errors="replace")

    def _load(self, function: Any, *arguments: Any) -> None:
        """Loads a program. An exception has the assembler's diagnostics."""
        self.diagnostics.clear()
        try:
            self._call(function, *arguments)
        except Error as e:
            raise error_of(e.code, e.args[0], self.diagnostics) from None
