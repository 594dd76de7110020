"""Values in and out: numpy arrays if numpy is installed, or else array.array; also bytes and sequences of numbers."""

import array
import struct
import sys
from typing import Any, Optional, Sequence, Tuple, Union

from ._library import lib, name_of
from .constants import Format, Layout
from .errors import bad_argument

try:
    import numpy
except ImportError:  # numpy is optional
    numpy = None  # type: ignore[assignment]

FormatLike = Union[str, int, None]

# The format for each type of values: numpy's names (bfloat16 is ml_dtypes'), and the type codes of a buffer.
# Other pairs need a name, as in read(like, "bf16") for an array of uint16.
_DTYPES = {"float32": Format.FP32, "float16": Format.FP16, "bfloat16": Format.BF16, "int32": Format.INT32,
           "uint32": Format.UINT32, "uint16": Format.UINT16, "int16": Format.INT16, "int8": Format.INT8}
_CODES = {("f", 4): Format.FP32, ("e", 2): Format.FP16, ("i", 4): Format.INT32, ("l", 4): Format.INT32,
          ("I", 4): Format.UINT32, ("L", 4): Format.UINT32, ("H", 2): Format.UINT16, ("h", 2): Format.INT16,
          ("b", 1): Format.INT8}

# The type that holds a format's values if the caller gives no array: numpy's type, array's code.
_HELD = {Format.RAW: ("uint16", "H"), Format.FP32: ("float32", "f"), Format.BF16: ("uint16", "H"),
         Format.FP16: ("float16", "H"), Format.INT32: ("int32", "i"), Format.UINT32: ("uint32", "I"),
         Format.UINT16: ("uint16", "H"), Format.SM32: ("uint32", "I"), Format.INT16: ("int16", "h"),
         Format.INT8: ("int8", "b")}


def format_number(of: FormatLike) -> int:
    """Returns a format by number or name; None means ANY. Raises BadArgument for an unknown format."""
    if of is None:
        return Format.ANY_FORMAT
    number = int(of if isinstance(of, int) else lib.sfpu_format_named(name_of(of)))
    if number < 0 or (number and not lib.sfpu_format_bytes(number)):
        raise bad_argument(f"no format '{of}'")
    return number


def layout_number(of: Union[str, int]) -> int:
    """Returns a layout by number or name."""
    number = int(of if isinstance(of, int) else lib.sfpu_layout_named(name_of(of)))
    if number not in list(Layout):
        raise bad_argument(f"no layout '{of}'")
    return number


def _is_ndarray(values: Any) -> bool:
    return numpy is not None and isinstance(values, (numpy.ndarray, numpy.generic))


def _buffer(values: Any) -> memoryview:
    try:
        return memoryview(values)
    except TypeError:
        raise bad_argument(f"values are an array, or bytes, not {type(values).__name__}") from None


def _type_of(values: Any) -> Tuple[str, Optional[Format]]:
    """Returns the name of the values' type, and the format of that type."""
    if _is_ndarray(values):
        return values.dtype.name, _DTYPES.get(values.dtype.name)
    view = _buffer(values)
    return f"'{view.format}'", _CODES.get((view.format, view.itemsize))


def format_of(values: Any, told: FormatLike) -> int:
    """Returns the format of an array's values: the given format, or else that of the array's type."""
    name, own = _type_of(values)
    number = own if told is None else format_number(told)
    if number is None:
        raise bad_argument(f"no format of Dst for {name}")
    return number


def item_size(values: Any) -> int:
    """Returns the size of a value in bytes. Elements of bytes have no size of their own: 1."""
    return int(values.dtype.itemsize) if _is_ndarray(values) else _buffer(values).itemsize


def check_items(values: Any, number: int) -> None:
    """Raises BadArgument if values of this size are not of the format. Bytes fit any format."""
    wanted, given = lib.sfpu_format_bytes(number), item_size(values)
    if not isinstance(values, (bytes, bytearray)) and number != Format.RAW and wanted != given:
        name = (lib.sfpu_format_name(number) or b"").decode()
        raise bad_argument(f"values of {name} have {wanted} bytes, those of {_type_of(values)[0]} {given}")


def bytes_of(values: Any) -> bytes:
    """Returns the values in the order of rows, in this processor's byte order."""
    if _is_ndarray(values):
        return bytes(values.astype(values.dtype.newbyteorder("="), copy=False).tobytes())
    return _buffer(values).tobytes()


def like(values: Any, data: bytes) -> Any:
    """Returns data as an array with the type and shape of `values`."""
    if _is_ndarray(values):
        own = values.dtype.newbyteorder("=")
        return numpy.frombuffer(bytearray(data), dtype=own).reshape(values.shape)
    if isinstance(values, array.array):
        return array.array(values.typecode, data)
    if isinstance(values, memoryview):
        return memoryview(bytearray(data)).cast(values.format)
    return bytearray(data)


def held(number: int, data: bytes, shape: Union[int, Sequence[int], None] = None) -> Any:
    """Returns data as an array of values of this format, with a shape if numpy is installed."""
    dtype, code = _HELD[Format(number)]
    if numpy is None:
        return array.array(code, data)
    flat = numpy.frombuffer(bytearray(data), dtype=dtype)
    return flat if shape is None else flat.reshape(shape)


def words(data: bytes) -> Any:
    """Returns words as an array of uint32."""
    return held(Format.UINT32, data)


def _word(value: Any) -> bytes:
    """Returns a number as a word: a float as fp32, an integer unchanged."""
    if isinstance(value, float):
        return struct.pack("=f", value)
    if not -(1 << 31) <= value < 1 << 32:
        raise bad_argument(f"{value} does not fit into 32 bits")
    return struct.pack("=I", value & 0xFFFFFFFF)


def word_bytes(values: Any, count: Optional[int] = None) -> bytes:
    """Returns the words of an array with four-byte values, or of a sequence of numbers; a single number fills all
    `count` words. Raises BadArgument if the count or the size is wrong."""
    if isinstance(values, (int, float)):
        data = _word(values) * (1 if count is None else count)
    elif isinstance(values, (list, tuple, range)):
        data = b"".join(map(_word, values))
    else:
        data = _array_words(values, count)
    if count is not None and len(data) != 4 * count:
        raise bad_argument(f"{count} values are wanted, not {len(data) // 4}")
    return data


def _array_words(values: Any, count: Optional[int]) -> bytes:
    if not isinstance(values, (bytes, bytearray)) and item_size(values) != 4:
        raise bad_argument(f"values of four bytes are wanted, not {_type_of(values)[0]}")
    data = bytes_of(values)
    return data * count if count is not None and len(data) == 4 else data


def numbers(bits: Any, format: FormatLike) -> Any:
    """Returns the values of a format as numbers, in double precision, for example of the bits that read() returns for
    bf16."""
    number = format_number(format)
    check_items(bits, number)
    size, data = item_size(bits), bytes_of(bits)
    pieces = (data[i:i + size] for i in range(0, len(data), size))
    values = [lib.sfpu_value(number, int.from_bytes(piece, sys.byteorder)) for piece in pieces]
    return numpy.array(values).reshape(bits.shape) if _is_ndarray(bits) else array.array("d", values)
