"""The shared library: its place, and its functions with their arguments."""

import ctypes
import os
import pathlib
from typing import Any, Callable, Iterator, List, Optional, Type

from ._prototypes import PROTOTYPES, Checked
from .constants import Code
from .errors import bad_argument, error_of
from .records import Own, text_of

__version__ = "0.1.0"  # the version of the library for which this package is made
SONAME = "libsfpu.so." + __version__.split(".", maxsplit=1)[0]


def candidates() -> Iterator[str]:
    """Returns the possible places of the library: only $SFPU_LIBRARY if that is set; or else the source tree of this
    package, the prefix where the package is installed, and the system's search path."""
    told = os.environ.get("SFPU_LIBRARY")
    if told:
        yield told
        return
    # PREFIX/lib/python3/dist-packages/sfpu/_library.py, or TREE/examples/python/sfpu/_library.py
    above = pathlib.Path(__file__).resolve().parents
    if len(above) > 3 and (above[3] / "include" / "sfpu.h").exists():
        yield str(above[3] / "build" / SONAME)
    if len(above) > 3:
        yield str(above[3] / SONAME)
    yield SONAME


def find() -> ctypes.CDLL:
    """Returns the first of these libraries that exists. Raises ImportError if none exists."""
    tried = []
    for path in candidates():
        try:
            return ctypes.CDLL(path)
        except OSError as e:
            tried.append(str(e))
    raise ImportError("no libsfpu: " + "; ".join(tried) + "; SFPU_LIBRARY is where it is, if it is elsewhere")


def _calling(function: Any, arguments: List[Any]) -> Callable[..., Any]:
    """Wraps a function to check that its numbers fit their C types."""
    checked = [(i, of) for i, of in enumerate(arguments) if isinstance(of, Checked)]

    def call(*given: Any) -> Any:
        values = list(given)
        for i, of in checked:
            values[i] = of.number(given[i])
        return function(*values)

    return call


class Library:
    """Returns the functions of the library at `path`. Raises ImportError if it is no libsfpu, or has another version of
    the interface."""

    def __init__(self, shared: ctypes.CDLL):
        self.path = shared._name
        if not hasattr(shared, "sfpu_version"):
            raise ImportError(f"{self.path} is no libsfpu")
        shared.sfpu_version.restype = ctypes.c_char_p
        for name, (result, arguments) in PROTOTYPES.items():
            function = getattr(shared, "sfpu_" + name, None)
            if function is None:
                raise ImportError(f"{self.path} is libsfpu {text_of(shared.sfpu_version())}, which has no sfpu_{name}: "
                                  f"this package is for {__version__}")
            function.restype = result
            function.argtypes = [a.ctype if isinstance(a, Checked) else a for a in arguments]
            setattr(self, "sfpu_" + name, _calling(function, arguments))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


lib = Library(find())


def check(code: int, machine: Optional[ctypes.c_void_p] = None) -> int:
    """Returns the code, or raises the exception for it."""
    if code >= 0:
        return code
    said = text_of(lib.sfpu_error(machine)) if machine else None
    raise error_of(code, said or text_of(lib.sfpu_code_text(code)) or f"code {code}")


def name_of(text: Any) -> bytes:
    """Converts a name, a path or a value to the form that the library takes."""
    encoded = os.fsencode(text) if isinstance(text, (str, bytes, os.PathLike)) else str(text).encode()
    if b"\0" in encoded:
        raise bad_argument("a NUL in a name")
    return encoded


def optional_name(text: Any) -> Optional[bytes]:
    return None if text is None else name_of(text)


ROOM = 1024  # bytes that most texts fit into


def cut_text(function: Any, *arguments: Any, machine: Optional[ctypes.c_void_p] = None) -> str:
    """Returns the whole text of a function that cuts its text to a size. A failure is reported for the machine, if
    given."""
    size = ROOM
    while True:
        room = ctypes.create_string_buffer(size)
        check(function(*arguments, room, size), machine)
        if len(room.value) < size - 1:
            return text_of(room.value) or ""
        size *= 2


def taken(pointer: ctypes.c_void_p, size: Optional[int] = None) -> Optional[bytes]:
    """Returns a copy of memory that the library allocated, and frees it: `size` bytes, or a text; None for NULL."""
    if not pointer:
        return None
    try:
        return ctypes.string_at(pointer, -1 if size is None else size)
    finally:
        lib.sfpu_free(pointer)


def texts(function: Any, *arguments: Any) -> Iterator[str]:
    """Yields a function's results for 0, 1 and so on, until NULL."""
    i = 0
    while (text := function(*arguments, i)) is not None:
        yield text_of(text) or ""
        i += 1


def records(of: Type[Own], function: Any, *arguments: Any) -> Iterator[Own]:
    """Yields the structs that a function fills for 0, 1 and so on, until the function has no more."""
    struct = of.Struct()
    i = 0
    while (code := function(*arguments, i, struct)) >= 0:
        yield of.of(struct)
        i += 1
    if code != Code.BAD_ARGUMENT and code != Code.BAD_INPUT:
        check(code)
