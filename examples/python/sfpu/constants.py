"""The numbers of sfpu.h: each enumeration is a class, whose members are called as there without their prefix.

Enumerations grow with the library: `known` leaves a number that is none of them what it is.
"""

import enum
from typing import Type, TypeVar

LANES = 32
LREGS = 17  # L0..L15, and the staging register L16
STACK = 15  # what the flag stack's counter goes up to
MACROS = 4
MOST_GAP, USUAL_GAP, USUAL_PAIRS, MOST_WORKERS = 64, 8, 4096, 256
FINDINGS_PRINTED = 50
CODE = 0x00010000  # the address of the first word, of what is no compiled kernel
DST_ROWS, DST_COLUMNS = 1024, 16  # of physical cells of 16 bits


class Code(enum.IntEnum):
    """What a function of the library returns; negative: it has failed."""

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


class Arch(enum.IntEnum):
    """ANY: what the first program that is loaded states, or else Wormhole."""

    ANY_ARCH = 0
    WORMHOLE = 1
    BLACKHOLE = 2


class Format(enum.IntEnum):
    """How a value is spelled outside and lies in Dst: sfpsim-files(5), Image formats."""

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
    """What an image's file is."""

    PLAIN = 0
    NPY = 1


class MismatchKind(enum.IntEnum):
    """What the two values are: both finite; one an infinity, and none a NaN; one a NaN."""

    FINITE = 0
    INFINITE = 1
    NAN = 2


class EventKind(enum.IntEnum):
    """What happens in a cycle; sfpu.h says what the members of an event are of each."""

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


class View(enum.IntEnum):
    """Reports of a run. From TRACE to PERFETTO they are written as it goes."""

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
    """Why a run is stopped: the limits that it came to."""

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
    """What a Watch looks at."""

    LREG = 0
    FLAGS = 1
    USE_FLAGS = 2
    COUNTER = 3
    DST = 4
    MEMORY = 5


class Severity(enum.IntEnum):
    """Of a finding."""

    NOTE = 0
    ADVICE = 1
    WARNING = 2
    ERROR = 3


class Forms(enum.IntEnum):
    """Which forms of a diagnostic are made; the other is None."""

    BOTH_FORMS = 0
    PRINTED = 1
    COLORED = 2


class Output(enum.IntEnum):
    """What can be written of a program."""

    BIN = 0
    HEX = 1
    C = 2
    TTINSN = 3
    LISTING = 4
    TABLE = 5
    ELF = 6
    ELF_DEBUG = 7


class Syntax(enum.IntEnum):
    """How instructions are spelled: sfpdis(1), --syntax."""

    GNU = 0
    MACRO = 1
    GAS = 2


Number = TypeVar("Number", bound=enum.IntEnum)


def known(of: Type[Number], number: int) -> Number:
    """The member of this number, or the number itself, which a later library has."""
    try:
        return of(number)
    except ValueError:
        return number  # type: ignore[return-value]
