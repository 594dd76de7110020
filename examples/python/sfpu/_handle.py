"""The base class of everything that is opened and closed, and calls from the library back into Python."""

import codecs
import ctypes
import io
from typing import IO, Any, Callable, List, Optional, Union, cast

from ._library import check
from ._structs import WRITE
from .errors import bad_argument

# The destination of a report: a file, or a function that takes bytes.
Sink = Union[IO[bytes], IO[str], Callable[[bytes], Any]]


class Pending:
    """Keeps the first exception of functions that the library calls. It cannot pass through the library, so it is
    raised after the call."""

    def __init__(self) -> None:
        self.exception: Optional[BaseException] = None

    def guard(self, function: Callable[..., Any], failed: Any = None) -> Callable[..., Any]:
        """Wraps a function to drop its first argument, the context. After one function has failed, no function is
        called, and the library gets `failed`."""

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
        """Raises the pending exception, if any."""
        exception, self.exception = self.exception, None
        if exception is not None:
            raise exception


def bytes_sink(to: Sink) -> Callable[[bytes], Any]:
    """Returns a function that takes bytes; for a binary or text file, the function writes to the file."""
    if isinstance(to, io.TextIOBase):
        decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a character may come in two pieces
        return lambda data: to.write(decoder.decode(data))
    sink: Any = getattr(to, "write", to)
    return cast(Callable[[bytes], Any], sink)


def write_callback(pending: Pending, to: Sink) -> Any:
    """The callback through which the library writes a report. After a failure it tells the library to stop."""
    sink = bytes_sink(to)

    def write(data: int, size: int) -> int:
        sink(ctypes.string_at(data, size))
        return 0

    return WRITE(pending.guard(write, failed=1))


def written(function: Any, *arguments: Any, machine: Optional[ctypes.c_void_p] = None) -> str:
    """Returns, as text, what a function writes through its last two arguments."""
    pieces: List[bytes] = []
    pending = Pending()
    code = function(*arguments, write_callback(pending, pieces.append), None)
    pending.throw()
    check(code, machine)
    return b"".join(pieces).decode(errors="replace")


class Handle:
    """An object of the library. It is closed by close(), as a context manager, or when the last reference is gone."""

    _what = "this"
    _pointer: ctypes.c_void_p

    def _free(self, pointer: ctypes.c_void_p) -> None:
        raise NotImplementedError

    @property
    def _at(self) -> ctypes.c_void_p:
        """The object's address. Raises BadArgument if the object is closed."""
        if not self._pointer:
            raise bad_argument(f"the {self._what} is closed")
        return self._pointer

    @property
    def closed(self) -> bool:
        return not self._pointer

    def close(self) -> None:
        """Frees the object; a second call does nothing."""
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
