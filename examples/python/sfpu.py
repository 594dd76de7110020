"""libsfpu for Python: a thin layer of ctypes, with numpy arrays in and out.

    import numpy, sfpu

    with sfpu.Machine("wormhole") as m:
        m.load_file("relu6.s")
        m.set("init", "llk")
        y = m.run_on(numpy.linspace(-9, 9, 1024, dtype=numpy.float32).reshape(32, 32))
        print(m.result().cycles, m.findings())

The library is found as $SFPU_LIBRARY or where the system has it. sfpu.h says what each function does.
"""

import collections
import ctypes
import ctypes.util
import os

import numpy

LANES = 32
OK, STOPPED = 0, 1
ROWS, TILE = 0, 1

# Formats of Dst by the numpy type that has their values: others are given by name, as in read(numpy.uint16, "bf16").
FORMATS = {"float32": "fp32", "float16": "fp16", "int32": "int32", "uint32": "uint32", "uint16": "uint16",
           "int16": "int16", "int8": "int8"}

Result = collections.namedtuple("Result", "cycles instructions vector next reused not_reused")
Finding = collections.namedtuple("Finding", "name text source severity index times cycle fatal place")


class Error(Exception):
    """What the library says of a call that failed, with its code."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class _Sized(ctypes.Structure):
    """A struct that begins with its size."""

    def __init__(self, **members):
        super().__init__(ctypes.sizeof(self), **members)


class _Options(_Sized):
    _fields_ = [("size", ctypes.c_size_t), ("arch", ctypes.c_int)]


class _Limits(_Sized):
    _fields_ = [("size", ctypes.c_size_t), ("cycles", ctypes.c_uint64), ("instructions", ctypes.c_uint64),
                ("breakpoints", ctypes.POINTER(ctypes.c_size_t)), ("breakpoint_count", ctypes.c_size_t)]


class _Result(_Sized):
    _fields_ = [("size", ctypes.c_size_t), ("cycles", ctypes.c_uint64), ("instructions", ctypes.c_uint64),
                ("vector", ctypes.c_uint64), ("next", ctypes.c_size_t), ("reused", ctypes.c_uint64),
                ("not_reused", ctypes.c_char_p)]


class _Finding(_Sized):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("text", ctypes.c_char_p),
                ("source", ctypes.c_char_p), ("severity", ctypes.c_int), ("index", ctypes.c_size_t),
                ("times", ctypes.c_uint64), ("cycle", ctypes.c_uint64), ("fatal", ctypes.c_int)]


class _Diagnostic(_Sized):
    _fields_ = [("size", ctypes.c_size_t), ("severity", ctypes.c_char_p), ("warning", ctypes.c_char_p),
                ("file", ctypes.c_char_p), ("line", ctypes.c_ulong), ("column", ctypes.c_ulong),
                ("text", ctypes.c_char_p), ("printed", ctypes.c_char_p), ("colored", ctypes.c_char_p)]


_DIAGNOSE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_Diagnostic))


def _library():
    lib = ctypes.CDLL(os.environ.get("SFPU_LIBRARY") or ctypes.util.find_library("sfpu") or "libsfpu.so.0")
    machine, text, size, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int
    arguments = {
        "open": [ctypes.POINTER(_Options), ctypes.POINTER(machine)],
        "load_file": [machine, text],
        "load_text": [machine, text, text, size],
        "load_words": [machine, ctypes.c_void_p, size],
        "set": [machine, text, text],
        "reset": [machine],
        "get_lreg": [machine, ctypes.c_uint, ctypes.c_void_p],
        "set_lreg": [machine, ctypes.c_uint, ctypes.c_void_p],
        "write_dst": [machine, number, number, ctypes.c_void_p, size],
        "read_dst": [machine, number, number, ctypes.c_void_p, size],
        "configure_format": [machine, number],
        "run": [machine, ctypes.c_ulong],
        "run_until": [machine, ctypes.POINTER(_Limits)],
        "step": [machine],
        "get_result": [machine, ctypes.POINTER(_Result)],
        "get_finding": [machine, size, ctypes.POINTER(_Finding)],
        "place": [machine, size, ctypes.c_char_p, size],
        "format_named": [text],
        "arch_named": [text],
    }
    for name, types in arguments.items():
        getattr(lib, "sfpu_" + name).argtypes = types
    lib.sfpu_close.argtypes = lib.sfpu_clear_findings.argtypes = [machine]
    lib.sfpu_on_diagnostic.argtypes = [machine, _DIAGNOSE, ctypes.c_void_p]
    lib.sfpu_on_diagnostic.restype = lib.sfpu_close.restype = lib.sfpu_clear_findings.restype = None
    lib.sfpu_error.argtypes, lib.sfpu_error.restype = [machine], text
    lib.sfpu_code_text.argtypes, lib.sfpu_code_text.restype = [number], text
    return lib


_lib = _library()


def _text(of):
    return None if of is None else of.decode(errors="replace")


def _format(dtype, name):
    name = name or FORMATS.get(numpy.dtype(dtype).name)
    number = _lib.sfpu_format_named(name.encode()) if name else -1
    if number < 0:
        raise ValueError(f"no format of Dst for {numpy.dtype(dtype).name}" if not name else f"no format '{name}'")
    return number


class Machine:
    """A vector unit with a program. Arch None: what the first program states, or else Wormhole."""

    def __init__(self, arch=None):
        number = _lib.sfpu_arch_named(arch.encode()) if arch else 0
        if arch and not number:
            raise ValueError(f"no arch '{arch}'")
        self._m = ctypes.c_void_p()
        self._said = []
        self._check(_lib.sfpu_open(_Options(arch=number), ctypes.byref(self._m)))
        self._diagnose = _DIAGNOSE(lambda _, d: self._said.append(_text(d.contents.printed)))
        _lib.sfpu_on_diagnostic(self._m, self._diagnose, None)

    def close(self):
        _lib.sfpu_close(self._m)
        self._m = ctypes.c_void_p()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _check(self, code):
        if code < 0:
            raise Error(code, _text(_lib.sfpu_error(self._m)) or _text(_lib.sfpu_code_text(code)))
        return code

    # Programs: an Error of a source that has errors says which, as sfpasm prints them.

    def _load(self, load, *arguments):
        self._said.clear()
        try:
            self._check(load(self._m, *arguments))
        except Error as e:
            raise Error(e.code, "\n".join([str(e), *self._said])) from None

    def load_file(self, path):
        self._load(_lib.sfpu_load_file, os.fsencode(path))

    def load_text(self, text, name="kernel.s"):
        text = text.encode()
        self._load(_lib.sfpu_load_text, name.encode(), text, len(text))

    def load_words(self, words):
        words = numpy.ascontiguousarray(words, dtype=numpy.uint32)
        self._load(_lib.sfpu_load_words, words.ctypes.data, words.size)

    # State.

    def set(self, name, value=""):
        """An option of sfpsim-machine(7) without its dashes: set("init", "llk")."""
        self._check(_lib.sfpu_set(self._m, name.encode(), str(value).encode()))

    def reset(self):
        self._check(_lib.sfpu_reset(self._m))

    def lreg(self, reg):
        """The bits of an LReg, 32 lanes; lreg(0).view(numpy.float32) are its numbers."""
        lanes = numpy.empty(LANES, dtype=numpy.uint32)
        self._check(_lib.sfpu_get_lreg(self._m, reg, lanes.ctypes.data))
        return lanes

    def set_lreg(self, reg, lanes):
        """32 values of four bytes, or one for all lanes."""
        lanes = numpy.ascontiguousarray(numpy.broadcast_to(lanes, LANES))
        if lanes.itemsize != 4:
            raise ValueError(f"values of four bytes are wanted, not {lanes.dtype.name}")
        self._check(_lib.sfpu_set_lreg(self._m, reg, lanes.ctypes.data))

    # Dst: from row 0 on, whole rows of 16 values; or whole 32x32 tiles.

    def write(self, values, format=None, layout=TILE):
        values = numpy.ascontiguousarray(values)
        number = _format(values.dtype, format)
        self._check(_lib.sfpu_write_dst(self._m, number, layout, values.ctypes.data, values.nbytes))
        return number

    def read(self, like, format=None, layout=TILE):
        """An array of the shape and type of `like`."""
        values = numpy.empty_like(like, order="C")
        number = _format(values.dtype, format)
        self._check(_lib.sfpu_read_dst(self._m, number, layout, values.ctypes.data, values.nbytes))
        return values

    # Runs.

    def run(self, passes=1):
        self._check(_lib.sfpu_run(self._m, passes))

    def run_on(self, values, format=None, layout=TILE):
        """Writes values, has format 0 of loads and stores mean theirs, runs, and reads what has become of them."""
        number = self.write(values, format, layout)
        self._check(_lib.sfpu_configure_format(self._m, number))
        self.run()
        return self.read(values, format, layout)

    def run_until(self, cycles=0, instructions=0, breakpoints=()):
        """True: stopped at a limit. False: the run is over."""
        words = (ctypes.c_size_t * len(breakpoints))(*breakpoints)
        limits = _Limits(cycles=cycles, instructions=instructions, breakpoints=words, breakpoint_count=len(words))
        return self._check(_lib.sfpu_run_until(self._m, limits)) == STOPPED

    def step(self):
        return self._check(_lib.sfpu_step(self._m)) == STOPPED

    def result(self):
        r = _Result()
        self._check(_lib.sfpu_get_result(self._m, r))
        return Result(r.cycles, r.instructions, r.vector, r.next, r.reused, _text(r.not_reused))

    def place(self, index):
        """FILE:LINE:COLUMN of a word."""
        place = ctypes.create_string_buffer(4096)
        self._check(_lib.sfpu_place(self._m, index, place, len(place)))
        return _text(place.value)

    def findings(self):
        found, f = [], _Finding()
        while _lib.sfpu_get_finding(self._m, len(found), f) == OK:
            found.append(Finding(_text(f.name), _text(f.text), _text(f.source), f.severity, f.index, f.times, f.cycle,
                                 bool(f.fatal), self.place(f.index)))
        return found

    def clear_findings(self):
        _lib.sfpu_clear_findings(self._m)
