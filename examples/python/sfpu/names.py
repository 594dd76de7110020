"""Names that the library knows: arches, formats, findings, warnings, settings; and checks of names."""

import ctypes
import os
from typing import List, Optional, Union

from ._arrays import FormatLike, format_number
from ._library import ROOM, cut_text, lib, name_of, records, texts
from .constants import THREADS, Arch, Code, Container, Format, Output, Syntax, known
from .errors import bad_argument
from .records import FindingKind, WarningClass, text_of

Path = Union[str, "os.PathLike[str]"]
ArchLike = Union[str, int, None]
ThreadLike = Union[str, int]


def version() -> str:
    """The version of the library, as "1.2.3"."""
    return text_of(lib.sfpu_version()) or ""


def arch_number(of: ArchLike) -> int:
    """Returns the arch with this name or number; None means ANY. Raises BadArgument for an unknown arch."""
    if of is None or isinstance(of, int):
        return of or Arch.ANY_ARCH
    number = int(lib.sfpu_arch_named(name_of(of)))
    if number == Arch.ANY_ARCH:
        raise bad_argument(f"no arch '{of}': {arch_names()}")
    return number


def thread_number(of: ThreadLike) -> int:
    """Returns the thread with this name or number. Raises BadArgument for an unknown thread."""
    number = of if isinstance(of, int) else int(lib.sfpu_thread_named(of.encode()))
    if not 0 <= number < THREADS:
        raise bad_argument(f"no thread '{of}': unpack, math or pack")
    return number


def thread_name(of: ThreadLike) -> str:
    """Returns the name of a thread by its number."""
    return text_of(lib.sfpu_thread_name(thread_number(of))) or ""


def arch_name(arch: int) -> str:
    """Returns the name of an arch by its number."""
    return text_of(lib.sfpu_arch_name(arch)) or ""


def arch_names() -> str:
    """The names of all arches, for error messages: "wormhole (wh) or blackhole (bh)"."""
    return cut_text(lib.sfpu_arch_names)


def format_name(of: FormatLike) -> str:
    """Returns the name of a format by its number."""
    return text_of(lib.sfpu_format_name(format_number(of))) or ""


def format_bytes(of: FormatLike) -> int:
    """Returns the size of a value of the format, in bytes."""
    return int(lib.sfpu_format_bytes(format_number(of)))


def value(format: FormatLike, bits: int) -> float:
    """Returns a value of the format, given as zero-extended bits, as a number; for raw cells, the bits."""
    return float(lib.sfpu_value(format_number(format), bits))


def value_text(format: FormatLike, bits: int) -> str:
    """Returns the value as text: the shortest text that reads back as the same number; an unusual NaN with its bits."""
    return cut_text(lib.sfpu_value_text, format_number(format), bits)


def format_named(name: str) -> Format:
    """The format of this name."""
    return known(Format, format_number(name))


def output_number(of: Union[str, int]) -> int:
    """Returns an output of a program by its number, or by its name in sfpasm's --format."""
    number = int(of if isinstance(of, int) else lib.sfpu_output_named(name_of(of)))
    if number not in list(Output):
        raise bad_argument(f"no output '{of}'")
    return number


def output_suffix(of: Union[str, int]) -> str:
    """Returns the file name extension of the output."""
    return text_of(lib.sfpu_output_suffix(output_number(of))) or ""


def syntax_number(of: Union[str, int]) -> int:
    """Returns a syntax of instructions by number or name ("gnu", "macro", "gas")."""
    number = int(of if isinstance(of, int) else lib.sfpu_syntax_named(name_of(of)))
    if number not in list(Syntax):
        raise bad_argument(f"no syntax '{of}'")
    return number


def container_of(path: Path) -> Container:
    """Returns the container for a path: NPY if the path ends in .npy."""
    return known(Container, lib.sfpu_container_of(name_of(path)))


def is_assembly(path: Path) -> bool:
    """Returns whether the name is that of assembly (*.s or *.S), not of words."""
    return bool(lib.sfpu_is_assembly(name_of(path)))


def counter_names() -> List[str]:
    """The name of each Counter in the state's JSON."""
    return list(texts(lib.sfpu_counter_name))


def explain_sequence(sequence: int) -> str:
    """Describes the work that a sequence of SFPLOADMACRO schedules."""
    return cut_text(lib.sfpu_explain_sequence, sequence)


def explain_misc(misc: int) -> str:
    """Describes Misc of LoadMacroConfig."""
    return cut_text(lib.sfpu_explain_misc, misc)


def explain_lane_config(config: int) -> str:
    """The names of the bits and fields that are set in a word of LaneConfig."""
    return cut_text(lib.sfpu_explain_lane_config, config)


def core_register_names() -> List[str]:
    """The ABI names of x0 and so on."""
    return list(texts(lib.sfpu_core_register_name))


def check_setting(name: str, setting: str = "") -> Optional[str]:
    """Returns the error in a setting for Machine.set(), as far as it does not depend on the arch; None if it is
    correct."""
    said = ctypes.create_string_buffer(ROOM)
    lib.sfpu_check_setting(name_of(name), name_of(setting), said, len(said))
    return text_of(said.value) or None


def check_warning(argument: str) -> bool:
    """Returns whether Machine.warn() takes this text: NAME, no-NAME or error=NAME of a finding."""
    return int(lib.sfpu_check_warning(name_of(argument))) == Code.OK


def check_warning_class(argument: str) -> bool:
    """Returns whether this text can follow -W of the assembler."""
    return int(lib.sfpu_check_warning_class(name_of(argument))) == Code.OK


def finding_named(name: str) -> Optional[str]:
    """Returns the current name of the finding that has, or had, this name."""
    return text_of(lib.sfpu_finding_named(name_of(name)))


def finding_kinds() -> List[FindingKind]:
    """All findings."""
    return list(records(FindingKind, lib.sfpu_get_finding_kind))


def warning_classes() -> List[WarningClass]:
    """All warnings of the assembler."""
    return list(records(WarningClass, lib.sfpu_get_warning_class))
