"""What has failed, by the library's code: each exception has its words, and each is an Error."""

from typing import Any, Dict, Optional, Sequence, Tuple, Type

from .constants import Code, known
from .records import Diagnostic


class Error(Exception):
    """A call of the library that failed: `code`, and what it says as text."""

    def __init__(self, code: int, text: str, diagnostics: Sequence[Diagnostic] = ()):
        super().__init__(text)
        self.code = known(Code, code)
        self.diagnostics = list(diagnostics)  # what the assembler said, if it was asked

    def __str__(self) -> str:
        printed = [(d.printed or d.text or "").rstrip("\n") for d in self.diagnostics]
        return "\n".join([*self.args[:1], *printed])

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.code, self.args[0], self.diagnostics)


class NoMemory(Error, MemoryError):
    """There is not enough memory."""


class BadArgument(Error, ValueError):
    """The caller's: a number or a size out of range, a name that there is not, a machine that is closed."""


class BadInput(Error, ValueError):
    """A text or file that is malformed, or a file that cannot be read."""


class BadSource(Error):
    """A source has errors: `diagnostics`."""


class NoProgram(Error):
    """Nothing was loaded."""


class Refused(Error):
    """The program has an instruction that is not modelled; what came before it was done."""


class Deadlock(Error):
    """It waits for what nothing in it can end; what came before was done."""


class Interrupted(Error):
    """Machine.interrupt() has ended the run; what came before was done."""


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
    """The exception for a code, which may be one that a later library has."""
    return BY_CODE.get(code, Error)(code, text, diagnostics or ())


def bad_argument(text: str) -> BadArgument:
    """What this package finds before the library is asked."""
    return BadArgument(Code.BAD_ARGUMENT, text)
