"""The structs and functions that a caller gives to the library, for ctypes."""

import ctypes
from typing import Any, Type, TypeVar

from .errors import bad_argument
from .records import Diagnostic, Event, Finding, Sized

_TEXTS = ctypes.POINTER(ctypes.c_char_p)
_SIZES = ctypes.POINTER(ctypes.c_size_t)

# Functions that the library calls. Their first argument is the context, which Python does not need.
WRITE: Any = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
DIAGNOSE: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Diagnostic.Struct))
DIFFERS: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p)
READ: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)
OBSERVE: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Event.Struct))
VISIT: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Finding.Struct))
JOB: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint)
EACH: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, JOB, ctypes.c_void_p)


class Options(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("arch", ctypes.c_int)]


class Assembly(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("arch", ctypes.c_int), ("gnu_strict", ctypes.c_int),
                ("max_errors", ctypes.c_size_t), ("include_dirs", _TEXTS), ("include_dir_count", ctypes.c_size_t),
                ("defines", _TEXTS), ("define_count", ctypes.c_size_t), ("warnings", _TEXTS),
                ("warning_count", ctypes.c_size_t), ("diagnose", DIAGNOSE), ("context", ctypes.c_void_p),
                ("forms", ctypes.c_int), ("fix_hazards", ctypes.c_int), ("read", READ)]


class Disassembly(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("arch", ctypes.c_int), ("syntax", ctypes.c_int), ("raw", ctypes.c_int),
                ("all", ctypes.c_int), ("annotate", ctypes.c_int), ("source", ctypes.c_int),
                ("symbol", ctypes.c_char_p), ("start", ctypes.c_uint64), ("stop", ctypes.c_uint64),
                ("diagnose", DIAGNOSE), ("context", ctypes.c_void_p), ("hex", ctypes.c_int),
                ("source_dirs", _TEXTS), ("source_dir_count", ctypes.c_size_t)]


class Tolerance(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("has_ulp", ctypes.c_int), ("has_rtol", ctypes.c_int),
                ("has_atol", ctypes.c_int), ("ulp", ctypes.c_uint64), ("rtol", ctypes.c_double),
                ("atol", ctypes.c_double)]


class Running(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("untimed", ctypes.c_int), ("ignore_waits", ctypes.c_int),
                ("quiet", ctypes.c_int), ("no_partners", ctypes.c_int), ("keeps_words", ctypes.c_int),
                ("vectors", ctypes.c_uint64), ("keeps_writers", ctypes.c_int)]


class Threads(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("arbiter", ctypes.c_int), ("seed", ctypes.c_uint64),
                ("start", ctypes.c_uint * 3)]


class Perturbing(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("most", ctypes.c_uint), ("pairs", ctypes.c_size_t),
                ("json", ctypes.c_int), ("workers", ctypes.c_uint), ("each", EACH), ("each_context", ctypes.c_void_p),
                ("draw", ctypes.c_int)]


class Watch(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("what", ctypes.c_int), ("number", ctypes.c_uint),
                ("lanes", ctypes.c_uint32), ("address", ctypes.c_uint32), ("bytes", ctypes.c_size_t)]


class Limits(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("cycles", ctypes.c_uint64), ("instructions", ctypes.c_uint64),
                ("breakpoints", _SIZES), ("breakpoint_count", ctypes.c_size_t), ("at_issue", ctypes.c_int),
                ("passes", ctypes.c_ulong), ("core_breakpoints", _SIZES), ("core_breakpoint_count", ctypes.c_size_t),
                ("core_instructions", ctypes.c_uint64), ("watches", ctypes.POINTER(Watch)),
                ("watch_count", ctypes.c_size_t), ("findings", ctypes.c_int)]


class Cells(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("format", ctypes.c_int), ("cells", ctypes.POINTER(ctypes.c_uint32)),
                ("count", ctypes.c_size_t)]


Struct = TypeVar("Struct", bound=Sized)


def filled(of: Type[Struct], **members: Any) -> Struct:
    """Fills a struct with these members. Each number has to fit: ctypes itself would truncate it."""
    struct = of(**members)
    for name, value in members.items():
        if isinstance(value, int) and getattr(struct, name) != value:
            raise bad_argument(f"{name}: {int(value)} is out of range")
    return struct
