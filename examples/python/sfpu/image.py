"""Images: values with their format, layout and shape, as files hold them; and what differs between two."""

import ctypes
import dataclasses
from typing import Any, List, Optional, Sequence, Tuple, Union

from ._arrays import FormatLike, bytes_of, check_items, format_number, format_of, held, layout_number
from ._handle import Handle, written
from ._library import check, lib, taken
from ._structs import Tolerance as ToleranceStruct
from ._structs import filled
from .constants import Code, Container, Format, Layout, MismatchKind, known
from .machine import Machine
from .names import Path, container_of
from .records import Compared, Mismatch, text_of

LayoutLike = Union[str, int]


def _call(machine: Optional[Machine], function: Any, *arguments: Any) -> int:
    """On a machine, or on none where that is allowed: then errors have the words of their code."""
    return machine._call(function, *arguments) if machine else check(function(None, *arguments))


@dataclasses.dataclass(frozen=True)
class Tolerance:
    """What counts as equal: bits, unless one of these is given (sfpsim-run(1))."""

    ulp: Optional[int] = None
    rtol: Optional[float] = None
    atol: Optional[float] = None

    def struct(self) -> ToleranceStruct:
        """For the library."""
        return filled(ToleranceStruct, has_ulp=self.ulp is not None, has_rtol=self.rtol is not None,
                      has_atol=self.atol is not None, ulp=self.ulp or 0, rtol=self.rtol or 0.0, atol=self.atol or 0.0)


class Image(Handle):
    """Made by one of the functions below. Where one gives a text too, that says what values could not be kept."""

    _what = "image"

    def __init__(self, pointer: ctypes.c_void_p):
        self._pointer = pointer

    def _free(self, pointer: ctypes.c_void_p) -> None:
        lib.sfpu_image_free(pointer)

    @classmethod
    def parse(cls, data: bytes, container: int = Container.PLAIN, format: FormatLike = None,
              layout: LayoutLike = Layout.TILE, machine: Optional[Machine] = None) -> "Image":
        """A file's bytes. Messages are the machine's, if there is one."""
        pointer = ctypes.c_void_p()
        _call(machine, lib.sfpu_image_parse, data, len(data), container, format_number(format), layout_number(layout),
              pointer)
        return cls(pointer)

    @classmethod
    def load(cls, path: Path, format: FormatLike = None, layout: LayoutLike = Layout.TILE,
             machine: Optional[Machine] = None) -> "Image":
        """A file, *.npy or plain."""
        with open(path, "rb") as file:
            return cls.parse(file.read(), container_of(path), format, layout, machine)

    @classmethod
    def of(cls, values: Any, format: FormatLike = None, layout: LayoutLike = Layout.TILE,
           machine: Optional[Machine] = None) -> "Image":
        """An array's values, of the format that its type has, or of the one that is told."""
        number = format_of(values, format)
        check_items(values, number)
        return cls.parse(bytes_of(values), Container.PLAIN, number, layout, machine)

    @classmethod
    def zeros(cls, machine: Machine, rows: int, format: FormatLike, layout: LayoutLike = Layout.ROWS) -> "Image":
        """So many rows of zeros: to say which rows from_dst() is to take."""
        pointer = ctypes.c_void_p()
        _call(machine, lib.sfpu_image_zeros, format_number(format), layout_number(layout), rows, pointer)
        return cls(pointer)

    @classmethod
    def from_dst(cls, machine: Machine, format: FormatLike = None, layout: LayoutLike = Layout.TILE,
                 like: Optional["Image"] = None) -> Tuple["Image", Optional[str]]:
        """What Dst has: `like` gives the number of rows and the shape, and the format if that is None."""
        pointer, lost = ctypes.c_void_p(), ctypes.c_void_p()
        _call(machine, lib.sfpu_image_from_dst, format_number(format), layout_number(layout), like and like._at,
              pointer, lost)
        return cls(pointer), text_of(taken(lost))

    def to_dst(self, machine: Machine) -> Optional[str]:
        """Puts it there."""
        lost = ctypes.c_void_p()
        _call(machine, lib.sfpu_image_to_dst, self._at, lost)
        return text_of(taken(lost))

    def normalise(self, machine: Machine) -> Optional[str]:
        """Makes an expected image what Dst would give back."""
        lost = ctypes.c_void_p()
        _call(machine, lib.sfpu_image_normalise, self._at, lost)
        return text_of(taken(lost))

    def place(self, machine: Machine, row: int) -> None:
        """Its values lie from this row of Dst on, counted in rows of its format."""
        _call(machine, lib.sfpu_image_place, self._at, row)

    @property
    def rows(self) -> Tuple[int, int]:
        """The first row of Dst where they lie, and how many."""
        first, count = ctypes.c_uint(), ctypes.c_uint()
        check(lib.sfpu_image_rows(self._at, first, count))
        return first.value, count.value

    @property
    def format(self) -> Format:
        return known(Format, lib.sfpu_image_format(self._at))

    def bytes(self, container: int = Container.PLAIN) -> bytes:
        """As a file has it."""
        pointer, size = ctypes.c_void_p(), ctypes.c_size_t()
        check(lib.sfpu_image_bytes(self._at, container, pointer, size))
        return taken(pointer, size.value) or b""

    def save(self, path: Path) -> None:
        """Writes a file, *.npy or plain."""
        data = self.bytes(container_of(path))
        with open(path, "wb") as file:
            file.write(data)

    def values(self) -> Any:
        """An array of its values, in order of the file."""
        return held(self.format, self.bytes())

    def matches(self, expected: "Image", tolerance: Tolerance = Tolerance(),
                machine: Optional[Machine] = None) -> Tuple[bool, str]:
        """Is it what is expected, and what sfpsim prints of that?"""
        report = ctypes.c_void_p()
        code = _call(machine, lib.sfpu_image_compare, self._at, expected._at, tolerance.struct(), report)
        return code == Code.OK, text_of(taken(report)) or ""

    def check_tolerance(self, tolerance: Tolerance, machine: Optional[Machine] = None) -> None:
        """BadArgument: its values cannot be compared so."""
        _call(machine, lib.sfpu_check_tolerance, self._at, tolerance.struct())


class Comparison(Handle):
    """What differs between two images.

    `inputs` are images that Dst had before the run, later ones over earlier ones: mismatches tell the value of a cell
    that one of them reaches.
    """

    _what = "comparison"

    def __init__(self, got: Image, expected: Image, tolerance: Tolerance = Tolerance(), inputs: Sequence[Image] = (),
                 machine: Optional[Machine] = None):
        self._pointer = ctypes.c_void_p()
        given = (ctypes.c_void_p * len(inputs))(*(i._at.value for i in inputs))
        code = _call(machine, lib.sfpu_compare, got._at, expected._at, tolerance.struct(), given, len(given),
                     self._pointer)
        self.same = code == Code.OK

    def _free(self, pointer: ctypes.c_void_p) -> None:
        lib.sfpu_comparison_free(pointer)

    @property
    def numbers(self) -> Compared:
        """Counts, ulps and errors."""
        struct = Compared.Struct()
        check(lib.sfpu_get_compared(self._at, struct))
        return Compared.of(struct)

    def mismatches(self, kind: int = MismatchKind.FINITE) -> List[Mismatch]:
        """At most ten of a kind: the worst finite ones first, the others in order of the file."""
        struct = Mismatch.Struct()
        found: List[Mismatch] = []
        while lib.sfpu_get_mismatch(self._at, kind, len(found), struct) == Code.OK:
            found.append(Mismatch.of(struct))
        return found

    def report(self) -> str:
        """What sfpsim prints of it."""
        return written(lib.sfpu_comparison_report, self._at)
