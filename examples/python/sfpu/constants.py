"""The numbers of sfpu.h: each enumeration is a class whose members have the names of sfpu.h without their prefix.

Enumerations grow with the library: `known` returns an unknown number unchanged.
"""

import enum
from typing import Type, TypeVar

LANES = 32
LREGS = 17  # L0..L15, and the staging register L16
STACK = 15  # the largest value of the flag stack's counter
MACROS = 4
SOURCE_BANKS = 2
SOURCE_ROWS = 64
SOURCE_COLUMNS = 16
THREADS = 3  # of a Tensix core
MOST_START = 1 << 20  # cycles by which a thread may start late
USUAL_SKEW, USUAL_RANDOM = 40, 300  # of perturb: cycles of start skew, and random runs
MOST_GAP, USUAL_GAP, USUAL_PAIRS, MOST_WORKERS = 64, 8, 4096, 256
FINDINGS_PRINTED = 50
CODE = 0x00010000  # the address of the first word of a program that is no compiled kernel
DST_ROWS, DST_COLUMNS = 1024, 16  # of physical cells of 16 bits


class Code(enum.IntEnum):
    """The result of a function of the library; negative if the function failed."""

    OK = 0
    STOPPED = 1
    DIFFERENT = 2
    NO_MEMORY = -1
    BAD_ARGUMENT = -2
    BAD_INPUT = -3
    BAD_SOURCE = -4
    NO_PROGRAM = -5
    REFUSED = -6
    DEADLOCK = -7
    INTERRUPTED = -8


class Source(enum.IntEnum):
    """The two sources of the matrix unit."""

    SRCA = 0
    SRCB = 1


class Arch(enum.IntEnum):
    """The arch. ANY: the arch that the first loaded program states, or else Wormhole."""

    ANY_ARCH = 0
    WORMHOLE = 1
    BLACKHOLE = 2


class Thread(enum.IntEnum):
    """The threads of a Tensix core, by their hardware numbers."""

    UNPACK = 0
    MATH = 1
    PACK = 2


class Arbiter(enum.IntEnum):
    """Which thread gets a unit that several want in one cycle."""

    RR = 0
    LOW = 1
    HIGH = 2
    RANDOM = 3


class Format(enum.IntEnum):
    """The format of values outside and in Dst: sfpsim-files(5), Image formats."""

    ANY_FORMAT = 0
    RAW = 1
    FP32 = 2
    BF16 = 3
    FP16 = 4
    INT32 = 5
    UINT32 = 6
    UINT16 = 7
    SM32 = 8
    INT16 = 9
    INT8 = 10


class Layout(enum.IntEnum):
    """ROWS: 16 values a row of Dst. TILE: row-major 32x32 tiles."""

    ROWS = 0
    TILE = 1


class Container(enum.IntEnum):
    """The kind of an image's file."""

    PLAIN = 0
    NPY = 1


class MismatchKind(enum.IntEnum):
    """The kind of the two values: both finite; one an infinity, and no NaN; one a NaN."""

    FINITE = 0
    INFINITE = 1
    NAN = 2


class EventKind(enum.IntEnum):
    """The kind of an event in a cycle; sfpu.h documents the members of an event for each kind."""

    FETCH = 0
    STALL = 1
    EXEC = 2
    SCHEDULE = 3
    FORGET = 4
    DISCARD = 5
    FINDING = 6
    COMPLETE = 7
    BUBBLE = 8
    PASS = 9
    CORE = 10
    WAIT_END = 11


class View(enum.IntEnum):
    """Reports of a run. Those from TRACE to PERFETTO are written during the run."""

    SUMMARY = 0
    STATS = 1
    STATS_JSON = 2
    TIMELINE = 3
    TIMELINE_MCA = 4
    TIMELINE_SCHEDULE = 5
    TRACE = 6
    COMMIT_LOG = 7
    KANATA = 8
    PERFETTO = 9
    PAGE = 10
    PAGE_JSON = 11
    TIMELINE_SVG = 12
    CONTRACT = 13


class Stop(enum.IntFlag):
    """The reasons why a run stopped: the limits that it reached."""

    CYCLES = 1
    INSTRUCTIONS = 2
    BREAKPOINT = 4
    CORE_BREAKPOINT = 8
    CORE_INSTRUCTIONS = 16
    WATCH = 32
    FINDING = 64


class Counter(enum.IntEnum):
    """The read-write counters (sfpu-dst(7), Counters)."""

    DST = 0
    DST_CR = 1
    SRCA = 2
    SRCA_CR = 3
    SRCB = 4
    SRCB_CR = 5
    FIDELITY = 6
    EXTRA_ADDR_MOD = 7
    SP = 8


class Watched(enum.IntEnum):
    """The kind of value that a Watch observes."""

    LREG = 0
    FLAGS = 1
    USE_FLAGS = 2
    COUNTER = 3
    DST = 4
    MEMORY = 5


class Severity(enum.IntEnum):
    """The severity of a finding."""

    NOTE = 0
    ADVICE = 1
    WARNING = 2
    ERROR = 3


class Forms(enum.IntEnum):
    """The forms of a diagnostic to make; the other form is None."""

    BOTH_FORMS = 0
    PRINTED = 1
    COLORED = 2


class Output(enum.IntEnum):
    """The outputs of a program."""

    BIN = 0
    HEX = 1
    C = 2
    TTINSN = 3
    LISTING = 4
    TABLE = 5
    ELF = 6
    ELF_DEBUG = 7


class Syntax(enum.IntEnum):
    """The spelling of instructions: sfpdis(1), --syntax."""

    GNU = 0
    MACRO = 1
    GAS = 2


Number = TypeVar("Number", bound=enum.IntEnum)


def known(of: Type[Number], number: int) -> Number:
    """Returns the member with this number, or the number itself if only a later library has it."""
    try:
        return of(number)
    except ValueError:
        return number  # type: ignore[return-value]
