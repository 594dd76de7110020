"""The library's data: each struct of sfpu.h that the library fills is a class, with members of the same names.

A class is declared once: its `Struct` for ctypes is made from the annotations. Texts are str or None, flags are bool,
enumerations are those of constants.py, and a word's index is None where sfpu.h has SIZE_MAX.
"""

import ctypes
import dataclasses
from typing import Annotated, Any, Callable, ClassVar, Optional, Tuple, Type, TypeVar, get_type_hints

from .constants import LANES, MACROS, SOURCE_COLUMNS, SOURCE_ROWS, STACK, EventKind, Format, Severity, Thread, known

SIZE_MAX = ctypes.c_size_t(-1).value
UINT64_MAX = ctypes.c_uint64(-1).value


def text_of(value: Optional[bytes]) -> Optional[str]:
    """The library's texts are UTF-8, except for content of files."""
    return None if value is None else value.decode(errors="replace")


def _nested(value: Any) -> Any:
    return tuple(_nested(v) for v in value) if isinstance(value, ctypes.Array) else value


class _As:
    """The type of a member in C, and its conversion: a function of its C value and the struct."""

    def __init__(self, ctype: Any, convert: Optional[Callable[[Any, Any], Any]] = None):
        self.ctype = ctype
        self.convert = convert


def _enumerated(of: Any) -> _As:
    return _As(ctypes.c_int, lambda value, _: known(of, value))


def _array(ctype: Any) -> _As:
    return _As(ctype, lambda value, _: _nested(value))


# A source line, which is `source_length`, or `length`, bytes of a file without an end of its own.
_LINE = _As(ctypes.c_void_p, lambda value, s: text_of(ctypes.string_at(value, s.source_length)) if value else None)
_PLACE_LINE = _As(ctypes.c_void_p, lambda value, s: text_of(ctypes.string_at(value, s.length)) if value else None)

Int = Annotated[int, _As(ctypes.c_int)]
Unsigned = Annotated[int, _As(ctypes.c_uint)]
Line = Annotated[int, _As(ctypes.c_ulong)]
Size = Annotated[int, _As(ctypes.c_size_t)]
U32 = Annotated[int, _As(ctypes.c_uint32)]
U64 = Annotated[int, _As(ctypes.c_uint64)]
Double = Annotated[float, _As(ctypes.c_double)]
Flag = Annotated[bool, _As(ctypes.c_int, lambda value, _: bool(value))]
Text = Annotated[Optional[str], _As(ctypes.c_char_p, lambda value, _: text_of(value))]
Index = Annotated[Optional[int], _As(ctypes.c_size_t, lambda value, _: None if value == SIZE_MAX else value)]
Id = Annotated[Optional[int], _As(ctypes.c_uint64, lambda value, _: None if value == UINT64_MAX else value)]
SourceLine = Annotated[Optional[str], _LINE]
PlaceLine = Annotated[Optional[str], _PLACE_LINE]
FormatNumber = Annotated[Format, _enumerated(Format)]
SeverityNumber = Annotated[Severity, _enumerated(Severity)]
KindNumber = Annotated[EventKind, _enumerated(EventKind)]
Masks = Annotated[Tuple[int, ...], _array(ctypes.c_uint32 * STACK)]
Lanes = Annotated[Tuple[int, ...], _array(ctypes.c_uint32 * LANES)]
MacroLanes = Annotated[Tuple[Tuple[int, ...], ...], _array(ctypes.c_uint32 * LANES * MACROS)]
SourceRows = Annotated[Tuple[Tuple[int, ...], ...],
                       _array((ctypes.c_uint32 * SOURCE_COLUMNS) * SOURCE_ROWS)]
Registers = Annotated[Tuple[int, ...], _array(ctypes.c_uint32 * 32)]
ConfigValues = Annotated[Tuple[int, ...], _array(ctypes.c_uint32 * 8)]
Device = Annotated[str, _As(ctypes.c_char * 48, lambda value, _: text_of(value))]
DeviceState = Annotated[str, _As(ctypes.c_char * 96, lambda value, _: text_of(value))]
ThreadNumber = Annotated[Optional[Thread], _As(ctypes.c_int, lambda value, _: None if value < 0 else Thread(value))]
TwoThreads = Annotated[Tuple[Thread, ...], _As(ctypes.c_int * 2, lambda value, _: tuple(map(Thread, value)))]
TwoFlags = Annotated[Tuple[bool, ...], _As(ctypes.c_int * 2, lambda value, _: tuple(map(bool, value)))]
TwoIndices = Annotated[Tuple[int, ...], _array(ctypes.c_size_t * 2)]
Kinds = Annotated[Tuple[int, ...], _array(ctypes.c_size_t * 3)]


class Sized(ctypes.Structure):
    """A struct that begins with its size as this package knows it."""

    def __init__(self, **members: Any):
        super().__init__(ctypes.sizeof(self), **members)


Own = TypeVar("Own", bound="Record")


class Record:
    """A copy of a struct of the library."""

    Struct: ClassVar[Type[Sized]]
    _members: ClassVar[Tuple[Tuple[str, Optional[Callable[[Any, Any], Any]]], ...]]

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        kinds = [(name, hints[name].__metadata__[0]) for name in cls.__annotations__]
        cls._members = tuple((name, kind.convert) for name, kind in kinds)
        fields = [("size", ctypes.c_size_t), *((name, kind.ctype) for name, kind in kinds)]
        cls.Struct = type(cls.__name__ + "Struct", (Sized,), {"_fields_": fields})

    @classmethod
    def of(cls: Type[Own], struct: Any) -> Own:
        """Converts a filled struct to Python. Sets the members in one step, because events are many."""
        record = object.__new__(cls)
        values = record.__dict__
        for name, convert in cls._members:
            value = getattr(struct, name)
            values[name] = convert(value, struct) if convert else value
        return record


# In the order of sfpu.h, which documents each member.


@dataclasses.dataclass(frozen=True)
class Diagnostic(Record):
    """A diagnostic of the assembler. `printed` is the whole text as sfpasm prints it; line 0 is the whole file."""

    severity: Text
    warning: Text
    file: Text
    line: Line
    column: Line
    text: Text
    printed: Text
    colored: Text
    source_line: SourceLine
    source_length: Size
    made_from: Text
    made_from_line: Line


@dataclasses.dataclass(frozen=True)
class Where(Record):
    """The origin of a word. `further`: the word belongs to the same statement as the previous word. `text`: the source
    line, of a macro's body with the arguments' values."""

    file: Text
    line: Line
    column: Line
    further: Flag
    text: PlaceLine
    length: Size


@dataclasses.dataclass(frozen=True)
class Inlined(Record):
    """A function that a compiler inlined, and the place of the call."""

    function: Text
    file: Text
    line: Line
    column: Line


@dataclasses.dataclass(frozen=True)
class Stack(Record):
    """The flag stack, bottom first; `depth` of its entries are in use."""

    depth: Unsigned
    flags: Masks
    use_flags: Masks


@dataclasses.dataclass(frozen=True)
class Macros(Record):
    """LoadMacroConfig, one word for each lane: templates[4][32], sequences[4][32], misc[32]."""

    templates: MacroLanes
    sequences: MacroLanes
    misc: Lanes


@dataclasses.dataclass(frozen=True)
class SourceBank(Record):
    """A bank of SrcA or SrcB: data[64][16], with the sign in bit 18, the exponent in 17:10, the mantissa in 9:0."""

    valid: Flag
    is_read: Flag
    is_filled: Flag
    format: Unsigned
    waiting: Size
    data: SourceRows


@dataclasses.dataclass(frozen=True)
class Config(Record):
    """A field of the configuration registers, or another setting; `count` of the values are valid."""

    name: Text
    count: Unsigned
    values: ConfigValues


@dataclasses.dataclass(frozen=True)
class Compared(Record):
    """A comparison in numbers. Errors cover all pairs of finite values, accepted or not."""

    format: FormatNumber
    compared: Size
    different: Size
    exact: Size
    measured: Size
    max_ulp: U64
    p50: U64
    p95: U64
    p99: U64
    mean_ulp: Double
    max_abs: Double
    max_rel: Double
    kinds: Kinds


@dataclasses.dataclass(frozen=True)
class Mismatch(Record):
    """A rejected pair; `got`, `expected` and `input` are bits of their formats."""

    index: Size
    row: Unsigned
    column: Unsigned
    lane: Unsigned
    got: U32
    expected: U32
    ulp: U64
    error: Double
    input_format: FormatNumber
    input: U32


@dataclasses.dataclass(frozen=True)
class Result(Record):
    """The result of the last run, or of the stopped run; `reasons` is a set of Stop. Cycles are 0 in untimed runs."""

    cycles: U64
    instructions: U64
    vector: U64
    next: Index
    reused: U64
    not_reused: Text
    steady_cycles_per_32_lanes: Double
    position: Index
    reasons: Unsigned
    cycles_per_32_lanes: Double
    vectors: U64
    is_steady: Flag
    watch: Size
    finding: Text
    finding_index: Size
    seeks_races: Int


@dataclasses.dataclass(frozen=True)
class ThreadResult(Record):
    """What a thread did in the last run. `cycles`: the cycle after its last instruction issued; `next`: in a stopped
    run, its next word to issue."""

    ran: Flag
    instructions: U64
    vector: U64
    cycles: U64
    next: Index


@dataclasses.dataclass(frozen=True)
class Writer(Record):
    """The last writer, with members as in Event; the value is there at the end of `cycle`. The core of a compiled
    kernel has no id."""

    index: Size
    cycle: U64
    id: Id
    word: U32
    scheduled: Flag
    macro_index: Size
    text: Text


@dataclasses.dataclass(frozen=True)
class Progress(Record):
    """The progress of a run."""

    running: Flag
    wanted: U64
    passes: U64
    cycles: U64


@dataclasses.dataclass(frozen=True)
class CoreState(Record):
    """A compiled kernel's core in program order; the real core is `ahead` by this many instructions."""

    x: Registers
    pc: U32
    ahead: U64
    instructions: U64


@dataclasses.dataclass(frozen=True)
class Frame(Record):
    """An active call of a compiled kernel's core. An sp of 0 is unknown."""

    index: Size
    address: U32
    sp: U32
    by_ra: Flag


@dataclasses.dataclass(frozen=True)
class Wait(Record):
    """The resource for which a deadlock waits."""

    by_word: Flag
    address: U32
    device: Device
    state: DeviceState


@dataclasses.dataclass(frozen=True)
class Core(Record):
    """The result of a compiled kernel's run: the core, the words, and the cycles of each alone and of both together."""

    instructions: U64
    words: U64
    helped: U64
    cycles: U64
    core_cycles: U64
    words_cycles: U64


@dataclasses.dataclass(frozen=True)
class Pusher(Record):
    """The processor that pushed the words of the last run."""

    name: Text
    instructions: U64
    fetching: U64
    miss: Unsigned
    provenance: Text
    assumed: Flag


@dataclasses.dataclass(frozen=True)
class Help(Record):
    """An action of another part, which is not simulated and happens at once."""

    deed: Text
    device: Text
    number: Unsigned
    index: Size
    cycle: U64
    times: U64


@dataclasses.dataclass(frozen=True)
class Pushed(Record):
    """A word that a compiled kernel pushed, with its instruction and cycle."""

    word: U32
    index: Size
    cycle: U64


@dataclasses.dataclass(frozen=True)
class Event(Record):
    """An event in a cycle; sfpu.h documents `text` and the members after it for each kind."""

    kind: KindNumber
    cycle: U64
    unit: Text
    id: Id
    index: Index
    word: U32
    scheduled: Flag
    macro_index: Size
    text: Text
    macro_cycle: U64
    macro: Int
    delay: Int
    address: Int
    step: Int
    lregs: U32
    flags: Flag
    lanes: U32
    possible: Flag
    stack: Flag
    thread: ThreadNumber


@dataclasses.dataclass(frozen=True)
class FindingKind(Record):
    """A kind of finding, with a minimal kernel that has it and a mended kernel (None: no source has it)."""

    name: Text
    text: Text
    source: Text
    severity: SeverityNumber
    options: Text
    shown: Text
    mended_options: Text
    mended: Text
    remark: Text


@dataclasses.dataclass(frozen=True)
class Finding(Record):
    """A finding at a word: name and text as in sfpu-findings(7), and its count."""

    name: Text
    text: Text
    source: Text
    severity: SeverityNumber
    index: Size
    times: U64
    cycle: U64
    fatal: Flag
    scheduled: Flag
    file: Text
    line: Line
    column: Line
    source_line: SourceLine
    source_length: Size
    made_from: Text
    made_from_line: Line
    possible: Flag
    thread: ThreadNumber

    @property
    def place(self) -> str:
        """FILE:LINE:COLUMN, or "word N" for a program without sources."""
        return f"{self.file}:{self.line}:{self.column}" if self.file is not None else f"word {self.index}"


@dataclasses.dataclass(frozen=True)
class Race(Record):
    """A race of two threads on `item`, with two places, the later access in the run first; `row` is -1 except for
    Dst."""

    item: Text
    row: Int
    thread: TwoThreads
    index: TwoIndices
    write: TwoFlags
    scheduled: TwoFlags
    count: U64


@dataclasses.dataclass(frozen=True)
class WarningClass(Record):
    """A class of the assembler's warnings, and whether it is on without options."""

    name: Text
    help: Text
    on: Flag


@dataclasses.dataclass(frozen=True)
class Difference:
    """A value of the state that differs from the expected one: its path, "lreg[3][0]", and both values as JSON."""

    path: str
    got: str
    expected: str


@dataclasses.dataclass(frozen=True)
class Region:
    """Words first..end-1 between .region and .endregion."""

    name: str
    first: int
    end: int
