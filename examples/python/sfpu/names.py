"""What the library knows by name: arches, formats, findings, warnings, settings; and whether it would take one."""

import ctypes
import os
from typing import List, Optional, Union

from ._arrays import FormatLike, format_number
from ._library import ROOM, cut_text, lib, name_of, records, texts
from .constants import Arch, Code, Container, Format, Output, Syntax, known
from .errors import bad_argument
from .records import FindingKind, WarningClass, text_of

Path = Union[str, "os.PathLike[str]"]
ArchLike = Union[str, int, None]


def version() -> str:
    """Of the library, as "1.2.3"."""
    return text_of(lib.sfpu_version()) or ""


def arch_number(of: ArchLike) -> int:
    """The arch of this name or number; None: ANY. BadArgument: there is no such arch."""
    if of is None or isinstance(of, int):
        return of or Arch.ANY_ARCH
    number = int(lib.sfpu_arch_named(name_of(of)))
    if number == Arch.ANY_ARCH:
        raise bad_argument(f"no arch '{of}': {arch_names()}")
    return number


def arch_name(arch: int) -> str:
    """Of a number."""
    return text_of(lib.sfpu_arch_name(arch)) or ""


def arch_names() -> str:
    """All that an arch is called, for errors: "wormhole (wh) or blackhole (bh)"."""
    return cut_text(lib.sfpu_arch_names)


def format_name(of: FormatLike) -> str:
    """Of a format by its number."""
    return text_of(lib.sfpu_format_name(format_number(of))) or ""


def format_bytes(of: FormatLike) -> int:
    """Of a value of the format."""
    return int(lib.sfpu_format_bytes(format_number(of)))


def value(format: FormatLike, bits: int) -> float:
    """What a value of the format, its bits zero-extended, is as a number; of raw cells the bits."""
    return float(lib.sfpu_value(format_number(format), bits))


def value_text(format: FormatLike, bits: int) -> str:
    """The same as text, the shortest that reads back as the same number; of an odd NaN with its bits."""
    return cut_text(lib.sfpu_value_text, format_number(format), bits)


def format_named(name: str) -> Format:
    """The format of this name."""
    return known(Format, format_number(name))


def output_number(of: Union[str, int]) -> int:
    """An output of a program by number, or by the name that sfpasm's --format has for it."""
    number = int(of if isinstance(of, int) else lib.sfpu_output_named(name_of(of)))
    if number not in list(Output):
        raise bad_argument(f"no output '{of}'")
    return number


def output_suffix(of: Union[str, int]) -> str:
    """What the output's file ends in."""
    return text_of(lib.sfpu_output_suffix(output_number(of))) or ""


def syntax_number(of: Union[str, int]) -> int:
    """A syntax of instructions by number or name ("gnu", "macro", "gas")."""
    number = int(of if isinstance(of, int) else lib.sfpu_syntax_named(name_of(of)))
    if number not in list(Syntax):
        raise bad_argument(f"no syntax '{of}'")
    return number


def container_of(path: Path) -> Container:
    """NPY for a path that ends in .npy."""
    return known(Container, lib.sfpu_container_of(name_of(path)))


def is_assembly(path: Path) -> bool:
    """Is it assembly, and not words, by its name: *.s or *.S?"""
    return bool(lib.sfpu_is_assembly(name_of(path)))


def counter_names() -> List[str]:
    """Of each Counter, as the state's JSON has them."""
    return list(texts(lib.sfpu_counter_name))


def explain_sequence(sequence: int) -> str:
    """What a sequence of SFPLOADMACRO schedules, in words."""
    return cut_text(lib.sfpu_explain_sequence, sequence)


def explain_misc(misc: int) -> str:
    """What Misc of LoadMacroConfig says, in words."""
    return cut_text(lib.sfpu_explain_misc, misc)


def explain_lane_config(config: int) -> str:
    """The names of what is set in a word of LaneConfig."""
    return cut_text(lib.sfpu_explain_lane_config, config)


def core_register_names() -> List[str]:
    """Of x0 and so on, as the ABI calls them."""
    return list(texts(lib.sfpu_core_register_name))


def check_setting(name: str, setting: str = "") -> Optional[str]:
    """What is wrong with a setting as Machine.set() takes it, as far as the arch does not matter; None: nothing."""
    said = ctypes.create_string_buffer(ROOM)
    lib.sfpu_check_setting(name_of(name), name_of(setting), said, len(said))
    return text_of(said.value) or None


def check_warning(argument: str) -> bool:
    """Is this something that Machine.warn() takes: NAME, no-NAME or error=NAME of a finding?"""
    return int(lib.sfpu_check_warning(name_of(argument))) == Code.OK


def check_warning_class(argument: str) -> bool:
    """Is this something that can follow -W of the assembler?"""
    return int(lib.sfpu_check_warning_class(name_of(argument))) == Code.OK


def finding_named(name: str) -> Optional[str]:
    """The name of the finding that is, or was, called so."""
    return text_of(lib.sfpu_finding_named(name_of(name)))


def finding_kinds() -> List[FindingKind]:
    """What there is to find."""
    return list(records(FindingKind, lib.sfpu_get_finding_kind))


def warning_classes() -> List[WarningClass]:
    """The assembler's."""
    return list(records(WarningClass, lib.sfpu_get_warning_class))
