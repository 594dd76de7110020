"""Exceptions, one for each failure code of the library. Each has the library's message, and each is an Error."""

from typing import Any, Dict, Optional, Sequence, Tuple, Type

from .constants import Code, known
from .records import Diagnostic


class Error(Exception):
    """A failed call of the library: `code`, and the library's message as text."""

    def __init__(self, code: int, text: str, diagnostics: Sequence[Diagnostic] = ()):
        super().__init__(text)
        self.code = known(Code, code)
        self.diagnostics = list(diagnostics)  # the assembler's, if it ran

    def __str__(self) -> str:
        printed = [(d.printed or d.text or "").rstrip("\n") for d in self.diagnostics]
        return "\n".join([*self.args[:1], *printed])

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.code, self.args[0], self.diagnostics)


class NoMemory(Error, MemoryError):
    """There is not enough memory."""


class BadArgument(Error, ValueError):
    """The caller's mistake: a number or size out of range, an unknown name, a closed machine."""


class BadInput(Error, ValueError):
    """A text or file that is malformed, or a file that cannot be read."""


class BadSource(Error):
    """A source has errors: `diagnostics`."""


class NoProgram(Error):
    """Nothing was loaded."""


class Refused(Error):
    """The program has an instruction that is not modelled; everything before it was done."""


class Deadlock(Error):
    """The program waits for something that cannot happen; everything before the wait was done."""


class Interrupted(Error):
    """Machine.interrupt() has ended the run; everything before that was done."""


BY_CODE: Dict[int, Type[Error]] = {
    Code.NO_MEMORY: NoMemory,
    Code.BAD_ARGUMENT: BadArgument,
    Code.BAD_INPUT: BadInput,
    Code.BAD_SOURCE: BadSource,
    Code.NO_PROGRAM: NoProgram,
    Code.REFUSED: Refused,
    Code.DEADLOCK: Deadlock,
    Code.INTERRUPTED: Interrupted,
}


def error_of(code: int, text: str, diagnostics: Optional[Sequence[Diagnostic]] = None) -> Error:
    """Returns the exception for a code, which may be unknown if the library is newer."""
    return BY_CODE.get(code, Error)(code, text, diagnostics or ())


def bad_argument(text: str) -> BadArgument:
    """Returns an exception for a mistake that this package finds before it calls the library."""
    return BadArgument(Code.BAD_ARGUMENT, text)
