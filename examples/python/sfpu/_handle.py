"""What all that is opened and closed has in common, and calls from the library back into Python."""

import codecs
import ctypes
import io
from typing import IO, Any, Callable, List, Optional, Union, cast

from ._library import check
from ._structs import WRITE
from .errors import bad_argument

# Where a report goes: a file, or a function that takes bytes.
Sink = Union[IO[bytes], IO[str], Callable[[bytes], Any]]


class Pending:
    """The first exception of functions that the library has called: there it cannot pass, and is raised behind it."""

    def __init__(self) -> None:
        self.exception: Optional[BaseException] = None

    def guard(self, function: Callable[..., Any], failed: Any = None) -> Callable[..., Any]:
        """The function without its first argument, the context; once one has failed, none is called any more, and the
        library hears `failed`."""

        def guarded(_: Any, *arguments: Any) -> Any:
            if self.exception is not None:
                return failed
            try:
                return function(*arguments)
            except BaseException as e:  # KeyboardInterrupt too: it would be lost otherwise
                self.exception = e
                return failed

        return guarded

    def throw(self) -> None:
        """Raises what is pending."""
        exception, self.exception = self.exception, None
        if exception is not None:
            raise exception


def bytes_sink(to: Sink) -> Callable[[bytes], Any]:
    """A function that takes bytes: of a file, binary or text, what writes to it."""
    if isinstance(to, io.TextIOBase):
        decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a character may come in two pieces
        return lambda data: to.write(decoder.decode(data))
    sink: Any = getattr(to, "write", to)
    return cast(Callable[[bytes], Any], sink)


def write_callback(pending: Pending, to: Sink) -> Any:
    """What the library writes a report through. It is told to stop once that has failed."""
    sink = bytes_sink(to)

    def write(data: int, size: int) -> int:
        sink(ctypes.string_at(data, size))
        return 0

    return WRITE(pending.guard(write, failed=1))


def written(function: Any, *arguments: Any, machine: Optional[ctypes.c_void_p] = None) -> str:
    """What a function writes as its last two arguments have it, as text."""
    pieces: List[bytes] = []
    pending = Pending()
    code = function(*arguments, write_callback(pending, pieces.append), None)
    pending.throw()
    check(code, machine)
    return b"".join(pieces).decode(errors="replace")


class Handle:
    """Something of the library's that is closed, by name or as a context. It is closed once nobody has it, too."""

    _what = "this"
    _pointer: ctypes.c_void_p

    def _free(self, pointer: ctypes.c_void_p) -> None:
        raise NotImplementedError

    @property
    def _at(self) -> ctypes.c_void_p:
        """Its address. BadArgument: it is closed."""
        if not self._pointer:
            raise bad_argument(f"the {self._what} is closed")
        return self._pointer

    @property
    def closed(self) -> bool:
        return not self._pointer

    def close(self) -> None:
        """Frees it; a second time does nothing."""
        pointer, self._pointer = self._pointer, ctypes.c_void_p()
        if pointer:
            self._free(pointer)

    def __copy__(self) -> Any:
        raise TypeError(f"a {self._what} is one of the library's, and cannot be copied")

    def __deepcopy__(self, _: Any) -> Any:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return self.__copy__()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            self.close()
