"""The shared library: where it is, and its functions with what they take."""

import ctypes
import os
import pathlib
from typing import Any, Callable, Iterator, List, Optional, Type

from ._prototypes import PROTOTYPES, Checked
from .constants import Code
from .errors import bad_argument, error_of
from .records import Own, text_of

__version__ = "0.1.0"  # the library's, which this package goes with
SONAME = "libsfpu.so." + __version__.split(".", maxsplit=1)[0]


def candidates() -> Iterator[str]:
    """Where the library may be: $SFPU_LIBRARY, and nowhere else if that is set; in the source tree that this is in;
    below the prefix that this is installed in; where the system looks."""
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
    """The first of these that is there. ImportError: none is."""
    tried = []
    for path in candidates():
        try:
            return ctypes.CDLL(path)
        except OSError as e:
            tried.append(str(e))
    raise ImportError("no libsfpu: " + "; ".join(tried) + "; SFPU_LIBRARY is where it is, if it is elsewhere")


def _calling(function: Any, arguments: List[Any]) -> Callable[..., Any]:
    """Calls it with numbers that fit."""
    checked = [(i, of) for i, of in enumerate(arguments) if isinstance(of, Checked)]

    def call(*given: Any) -> Any:
        values = list(given)
        for i, of in checked:
            values[i] = of.number(given[i])
        return function(*values)

    return call


class Library:
    """The functions of the library at `path`. ImportError: that is no libsfpu, or one that this package is not for."""

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
    """The code, or the exception that it is."""
    if code >= 0:
        return code
    said = text_of(lib.sfpu_error(machine)) if machine else None
    raise error_of(code, said or text_of(lib.sfpu_code_text(code)) or f"code {code}")


def name_of(text: Any) -> bytes:
    """A name, a path or a value as the library takes it."""
    encoded = os.fsencode(text) if isinstance(text, (str, bytes, os.PathLike)) else str(text).encode()
    if b"\0" in encoded:
        raise bad_argument("a NUL in a name")
    return encoded


def optional_name(text: Any) -> Optional[bytes]:
    return None if text is None else name_of(text)


ROOM = 1024  # bytes that most texts fit into


def cut_text(function: Any, *arguments: Any, machine: Optional[ctypes.c_void_p] = None) -> str:
    """All of what a function writes that cuts its text to a size. Its failure is the machine's, if there is one."""
    size = ROOM
    while True:
        room = ctypes.create_string_buffer(size)
        check(function(*arguments, room, size), machine)
        if len(room.value) < size - 1:
            return text_of(room.value) or ""
        size *= 2


def taken(pointer: ctypes.c_void_p, size: Optional[int] = None) -> Optional[bytes]:
    """What the library handed out, which is freed: `size` bytes, or a text; None of NULL."""
    if not pointer:
        return None
    try:
        return ctypes.string_at(pointer, -1 if size is None else size)
    finally:
        lib.sfpu_free(pointer)


def texts(function: Any, *arguments: Any) -> Iterator[str]:
    """What a function has for 0, 1 and so on, until NULL."""
    i = 0
    while (text := function(*arguments, i)) is not None:
        yield text_of(text) or ""
        i += 1


def records(of: Type[Own], function: Any, *arguments: Any) -> Iterator[Own]:
    """The structs that a function fills for 0, 1 and so on, until it has no more."""
    struct = of.Struct()
    i = 0
    while (code := function(*arguments, i, struct)) >= 0:
        yield of.of(struct)
        i += 1
    if code != Code.BAD_ARGUMENT and code != Code.BAD_INPUT:
        check(code)
