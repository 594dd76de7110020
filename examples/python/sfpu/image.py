"""Images: values with their format, layout and shape, as in files; and the differences between two images."""

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
    """Calls a function on a machine, or without a machine where that is allowed. Without a machine, errors have the
    text of their code."""
    return machine._call(function, *arguments) if machine else check(function(None, *arguments))


@dataclasses.dataclass(frozen=True)
class Tolerance:
    """The tolerance of a comparison: equal bits, unless one of these is given (sfpsim-run(1))."""

    ulp: Optional[int] = None
    rtol: Optional[float] = None
    atol: Optional[float] = None

    def struct(self) -> ToleranceStruct:
        """Returns the struct that the library takes."""
        return filled(ToleranceStruct, has_ulp=self.ulp is not None, has_rtol=self.rtol is not None,
                      has_atol=self.atol is not None, ulp=self.ulp or 0, rtol=self.rtol or 0.0, atol=self.atol or 0.0)


class Image(Handle):
    """An image, made by one of the functions below. If a function also returns a text, the text tells which values
    could not be kept."""

    _what = "image"

    def __init__(self, pointer: ctypes.c_void_p):
        self._pointer = pointer

    def _free(self, pointer: ctypes.c_void_p) -> None:
        lib.sfpu_image_free(pointer)

    @classmethod
    def parse(cls, data: bytes, container: int = Container.PLAIN, format: FormatLike = None,
              layout: LayoutLike = Layout.TILE, machine: Optional[Machine] = None) -> "Image":
        """Makes an image from a file's bytes. Messages go to the machine, if given."""
        pointer = ctypes.c_void_p()
        _call(machine, lib.sfpu_image_parse, data, len(data), container, format_number(format), layout_number(layout),
              pointer)
        return cls(pointer)

    @classmethod
    def load(cls, path: Path, format: FormatLike = None, layout: LayoutLike = Layout.TILE,
             machine: Optional[Machine] = None) -> "Image":
        """Makes an image from a file, *.npy or plain."""
        with open(path, "rb") as file:
            return cls.parse(file.read(), container_of(path), format, layout, machine)

    @classmethod
    def of(cls, values: Any, format: FormatLike = None, layout: LayoutLike = Layout.TILE,
           machine: Optional[Machine] = None) -> "Image":
        """Makes an image from an array's values, in the format of its type or in the given format."""
        number = format_of(values, format)
        check_items(values, number)
        return cls.parse(bytes_of(values), Container.PLAIN, number, layout, machine)

    @classmethod
    def zeros(cls, machine: Machine, rows: int, format: FormatLike, layout: LayoutLike = Layout.ROWS) -> "Image":
        """Makes an image of this many rows of zeros, to tell from_dst() which rows to take."""
        pointer = ctypes.c_void_p()
        _call(machine, lib.sfpu_image_zeros, format_number(format), layout_number(layout), rows, pointer)
        return cls(pointer)

    @classmethod
    def from_dst(cls, machine: Machine, format: FormatLike = None, layout: LayoutLike = Layout.TILE,
                 like: Optional["Image"] = None) -> Tuple["Image", Optional[str]]:
        """Makes an image from Dst. `like` gives the number of rows and the shape, and the format if that is None."""
        pointer, lost = ctypes.c_void_p(), ctypes.c_void_p()
        _call(machine, lib.sfpu_image_from_dst, format_number(format), layout_number(layout), like and like._at,
              pointer, lost)
        return cls(pointer), text_of(taken(lost))

    def to_dst(self, machine: Machine) -> Optional[str]:
        """Writes the image to Dst."""
        lost = ctypes.c_void_p()
        _call(machine, lib.sfpu_image_to_dst, self._at, lost)
        return text_of(taken(lost))

    def normalise(self, machine: Machine) -> Optional[str]:
        """Changes an expected image to what Dst would return for it."""
        lost = ctypes.c_void_p()
        _call(machine, lib.sfpu_image_normalise, self._at, lost)
        return text_of(taken(lost))

    def place(self, machine: Machine, row: int) -> None:
        """Sets the row of Dst where the image begins, counted in rows of its format."""
        _call(machine, lib.sfpu_image_place, self._at, row)

    @property
    def rows(self) -> Tuple[int, int]:
        """The first row of Dst of the image, and the number of rows."""
        first, count = ctypes.c_uint(), ctypes.c_uint()
        check(lib.sfpu_image_rows(self._at, first, count))
        return first.value, count.value

    @property
    def format(self) -> Format:
        return known(Format, lib.sfpu_image_format(self._at))

    def bytes(self, container: int = Container.PLAIN) -> bytes:
        """Returns the bytes of a file with the image."""
        pointer, size = ctypes.c_void_p(), ctypes.c_size_t()
        check(lib.sfpu_image_bytes(self._at, container, pointer, size))
        return taken(pointer, size.value) or b""

    def save(self, path: Path) -> None:
        """Writes the image to a file, *.npy or plain."""
        data = self.bytes(container_of(path))
        with open(path, "wb") as file:
            file.write(data)

    def values(self) -> Any:
        """Returns an array of the image's values, in the order of the file."""
        return held(self.format, self.bytes())

    def matches(self, expected: "Image", tolerance: Tolerance = Tolerance(),
                machine: Optional[Machine] = None) -> Tuple[bool, str]:
        """Returns whether the image is as expected, and the text that sfpsim prints about that."""
        report = ctypes.c_void_p()
        code = _call(machine, lib.sfpu_image_compare, self._at, expected._at, tolerance.struct(), report)
        return code == Code.OK, text_of(taken(report)) or ""

    def check_tolerance(self, tolerance: Tolerance, machine: Optional[Machine] = None) -> None:
        """Raises BadArgument if the image's values cannot be compared with this tolerance."""
        _call(machine, lib.sfpu_check_tolerance, self._at, tolerance.struct())


class Comparison(Handle):
    """The differences between two images.

    `inputs` are images that Dst had before the run, later ones over earlier ones. A mismatch has the input value of a
    cell if one of these images covers the cell.
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
        """Returns at most ten mismatches of a kind: finite ones with the worst first, others in the order of the
        file."""
        struct = Mismatch.Struct()
        found: List[Mismatch] = []
        while lib.sfpu_get_mismatch(self._at, kind, len(found), struct) == Code.OK:
            found.append(Mismatch.of(struct))
        return found

    def report(self) -> str:
        """Returns the text that sfpsim prints about the comparison."""
        return written(lib.sfpu_comparison_report, self._at)
