"""Programs without a machine: assembling, reading and writing them; and disassembling."""

import ctypes
import dataclasses
from typing import Any, Callable, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ._arrays import words
from ._handle import Handle, Pending, Sink, write_callback, written
from ._library import check, lib, name_of, optional_name
from ._structs import DIAGNOSE
from ._structs import Assembly as AssemblyStruct
from ._structs import Disassembly as DisassemblyStruct
from ._structs import filled
from .constants import Arch, Forms, Output, Thread, known
from .errors import Error, bad_argument, error_of
from .names import ArchLike, Path, arch_number, output_number, syntax_number
from .records import SIZE_MAX, Diagnostic, text_of


def text_array(items: Iterable[Any]) -> Any:
    """An array of texts for the library."""
    encoded = [name_of(i) for i in items]
    return (ctypes.c_char_p * len(encoded))(*encoded)


def diagnose_callback(pending: Pending, hear: Callable[[Diagnostic], Any]) -> Any:
    """The callback that receives diagnostics from the library."""
    return DIAGNOSE(pending.guard(lambda d: hear(Diagnostic.of(d.contents))))


@dataclasses.dataclass(frozen=True)
class Assembly:
    """Options of the assembler, as in sfpasm(1)."""

    arch: ArchLike = None
    gnu_strict: bool = False  # refuse everything that the vendor's GNU assembler refuses
    max_errors: int = 0  # end after this many; 0: never
    include_dirs: Sequence[Path] = ()
    defines: Union[Mapping[str, Any], Sequence[str]] = ()  # names, or NAME=EXPRESSION
    warnings: Sequence[str] = ()  # the arguments of -W, in order
    forms: int = Forms.BOTH_FORMS
    fix_hazards: bool = False  # each source begins as if with .hazards auto

    def struct(self, diagnose: Any = None) -> AssemblyStruct:
        """Returns the struct that the library takes."""
        defines = self.defines
        if isinstance(defines, Mapping):
            defines = [name if of is None else f"{name}={of}" for name, of in defines.items()]
        dirs, names, warnings = map(text_array, (self.include_dirs, defines, self.warnings))
        return filled(AssemblyStruct, arch=arch_number(self.arch), gnu_strict=bool(self.gnu_strict),
                      max_errors=self.max_errors, include_dirs=dirs, include_dir_count=len(dirs), defines=names,
                      define_count=len(names), warnings=warnings, warning_count=len(warnings),
                      diagnose=diagnose or DIAGNOSE(), forms=self.forms, fix_hazards=bool(self.fix_hazards))


class Program(Handle):
    """Words and their origins, made by assemble() and others below, or by Machine.recorded()."""

    _what = "program"

    def __init__(self, pointer: ctypes.c_void_p, diagnostics: Sequence[Diagnostic] = ()):
        self._pointer = pointer
        self.diagnostics = list(diagnostics)  # warnings and notes

    def _free(self, pointer: ctypes.c_void_p) -> None:
        lib.sfpu_program_free(pointer)

    @property
    def arch(self) -> Arch:
        return known(Arch, lib.sfpu_program_arch(self._at))

    @property
    def words(self) -> Any:
        """Plain Tensix words, an array of uint32."""
        count = lib.sfpu_program_word_count(self._at)
        return words(ctypes.string_at(lib.sfpu_program_words(self._at), 4 * count) if count else b"")

    @property
    def labels(self) -> List[Tuple[str, int]]:
        """The labels in the order of their definition, each with the number of words before it."""
        index = ctypes.c_size_t()
        found: List[Tuple[str, int]] = []
        while (name := lib.sfpu_program_label(self._at, len(found), index)) is not None:
            found.append((text_of(name) or "", index.value))
        return found

    @property
    def files(self) -> List[Tuple[str, bool]]:
        """The files that were read, by the name with which each was opened, and whether it is a system file."""
        system = ctypes.c_int()
        found: List[Tuple[str, bool]] = []
        while (name := lib.sfpu_program_file(self._at, len(found), system)) is not None:
            found.append((text_of(name) or "", bool(system.value)))
        return found

    @property
    def regions(self) -> List[Tuple[str, int, int]]:
        """The regions (.region) in order: the name, the first word, and the index after the last word."""
        first, end = ctypes.c_size_t(), ctypes.c_size_t()
        found: List[Tuple[str, int, int]] = []
        while (name := lib.sfpu_program_region(self._at, len(found), first, end)) is not None:
            found.append((text_of(name) or "", first.value, end.value))
        return found

    @property
    def stated_init(self) -> Optional[str]:
        """The state that .init of the source states, a value for Machine.set("init", ...); None if it states none."""
        return text_of(lib.sfpu_program_init(self._at))

    def word_thread(self, index: int) -> Thread:
        """The thread that runs a word."""
        number = lib.sfpu_program_thread(self._at, index)
        if number < 0:
            raise bad_argument(f"there is no word {index}")
        return known(Thread, number)

    def selected(self, first: int = 0, end: Optional[int] = None) -> Optional[str]:
        """The profile with which sfpasm --call selected words first..end-1; None if the source spells them out."""
        return text_of(lib.sfpu_program_selected(self._at, first, SIZE_MAX if end is None else end))

    def warn(self, how: Assembly = Assembly()) -> List[Diagnostic]:
        """Returns the warnings about the words' operands. Raises BadSource if one of them is an error."""
        said: List[Diagnostic] = []
        pending = Pending()
        code = lib.sfpu_warn_words(how.struct(diagnose_callback(pending, said.append)), self._at)
        return _judged(code, pending, said)

    def output(self, of: Union[str, int] = Output.BIN, name: Optional[Path] = None) -> bytes:
        """Returns an output as bytes. The array in Output.C is named after the file `name`."""
        pieces: List[bytes] = []
        self.write(pieces.append, of, name)
        return b"".join(pieces)

    def write(self, to: Sink, of: Union[str, int] = Output.BIN, name: Optional[Path] = None) -> None:
        """Writes an output to a file, or to a function that takes bytes."""
        pending = Pending()
        write = write_callback(pending, to)
        code = lib.sfpu_program_write(self._at, output_number(of), optional_name(name), write, None)
        pending.throw()
        check(code)


def _judged(code: int, pending: Pending, said: List[Diagnostic]) -> List[Diagnostic]:
    pending.throw()
    if code < 0:
        raise error_of(code, text_of(lib.sfpu_code_text(code)) or "", said)
    return said


def _made(function: Any, how: Assembly, *arguments: Any) -> Program:
    said: List[Diagnostic] = []
    pending = Pending()
    pointer = ctypes.c_void_p()
    code = function(how.struct(diagnose_callback(pending, said.append)), *arguments, pointer)
    program = Program(pointer, _judged(code, pending, said))
    return program


def assemble(*paths: Path, how: Assembly = Assembly()) -> Program:
    """Assembles files, one after another; *.S goes through the C preprocessor first. Raises BadSource if they have
    errors."""
    names = text_array(paths)
    return _made(lib.sfpu_assemble_files, how, names, len(names))


def assemble_text(text: Union[str, bytes], name: str = "kernel.s", how: Assembly = Assembly()) -> Program:
    """Assembles a source in memory. Messages call it `name`."""
    data = text.encode() if isinstance(text, str) else text
    return _made(lib.sfpu_assemble_text, how, name_of(name), data, len(data))


def read_program(path: Path) -> Program:
    """Reads a file of 32-bit little-endian words, with the table that sfpasm -g wrote beside it, or an ELF file of
    sfpasm."""
    said: List[Diagnostic] = []
    pending = Pending()
    pointer = ctypes.c_void_p()
    code = lib.sfpu_read_program(name_of(path), diagnose_callback(pending, said.append), None, pointer)
    return Program(pointer, _judged(code, pending, said))


@dataclasses.dataclass(frozen=True)
class Disassembly:
    """Options of the disassembler, as in sfpdis(1)."""

    arch: ArchLike = None
    syntax: Union[str, int] = "gnu"
    raw: bool = False
    all: bool = False
    annotate: bool = False
    source: bool = False
    symbol: Optional[str] = None
    start: int = 0  # addresses, or offsets in bytes, from `start` to before `stop`; a stop of 0: to the end
    stop: int = 0
    hex: bool = False
    source_dirs: Sequence[Path] = ()

    def struct(self, diagnose: Any) -> DisassemblyStruct:
        """Returns the struct that the library takes."""
        dirs = text_array(self.source_dirs)
        return filled(DisassemblyStruct, arch=arch_number(self.arch), syntax=syntax_number(self.syntax),
                      raw=bool(self.raw), all=bool(self.all), annotate=bool(self.annotate), source=bool(self.source),
                      symbol=optional_name(self.symbol), start=self.start, stop=self.stop, diagnose=diagnose,
                      hex=bool(self.hex), source_dirs=dirs, source_dir_count=len(dirs))


def _disassembled(function: Any, how: Disassembly, *arguments: Any) -> str:
    said: List[Diagnostic] = []
    pending = Pending()
    struct = how.struct(diagnose_callback(pending, said.append))
    try:
        text = written(function, struct, *arguments)
    except Error as e:
        pending.throw()
        raise error_of(e.code, str(e), said) from None
    pending.throw()
    return text


def disassemble_file(path: Path, how: Disassembly = Disassembly()) -> str:
    """Disassembles the words of a RISC-V ELF file, of text with 0x........ lines, or of little-endian bytes, as sfpdis
    does."""
    return _disassembled(lib.sfpu_disassemble_file, how, name_of(path))


def disassemble_bytes(data: bytes, name: str = "words", how: Disassembly = Disassembly()) -> str:
    """The same for bytes, which messages call `name`."""
    return _disassembled(lib.sfpu_disassemble_bytes, how, name_of(name), data, len(data))




def page(document: str) -> str:
    """Returns an HTML page that shows a JSON document: that of View.PAGE_JSON, or of sfpsim's --json."""
    data = document.encode()
    return written(lib.sfpu_write_page, data, len(data))
