"""A machine's program: loading one, and what is known of its words."""

import ctypes
import os
from typing import Any, Callable, List, Optional, Sequence, Union

from ._arrays import bytes_of, word_bytes, words
from ._handle import Handle
from ._library import check, lib, name_of, optional_name, records, texts
from ._machine_base import MachineBase
from ._structs import READ
from .constants import Arch, known
from .names import Path
from .program import Assembly, text_array
from .records import SIZE_MAX, Inlined, Region, Where, text_of


class Preprocessed(Handle):
    """What the C preprocessor made of *.S sources, for many machines, in any number of threads."""

    _what = "preprocessed"

    def __init__(self) -> None:
        self._pointer = ctypes.c_void_p()
        check(lib.sfpu_preprocessed_open(self._pointer))

    def _free(self, pointer: ctypes.c_void_p) -> None:
        lib.sfpu_preprocessed_close(pointer)


class MachineProgram(MachineBase):
    """Each load makes a program the machine's, in place of the one it had; the machine's state stays.

    An exception of a source that has errors says which, as sfpasm prints them, and has them as `diagnostics`; those of
    the last load are the machine's `diagnostics` too.
    """

    def load_file(self, path: Path) -> None:
        """Assembly (*.s, *.S), an ELF file, or words."""
        self._load(lib.sfpu_load_file, name_of(path))

    def load_text(self, text: Union[str, bytes], name: str = "kernel.s") -> None:
        """A source that messages call `name`."""
        data = text.encode() if isinstance(text, str) else text
        self._load(lib.sfpu_load_text, name_of(name), data, len(data))

    def load_words(self, of: Any) -> None:
        """Tensix words, not rotated: an array with values of four bytes, or a sequence of numbers."""
        data = word_bytes(of)
        self._load(lib.sfpu_load_words, data, len(data) // 4)

    def load_elf(self, of: Union[Path, bytes, bytearray], symbol: Optional[str] = None) -> None:
        """A RISC-V ELF file, by its path or as bytes: of a linked one, as the toolchain makes it for a TRISC, the
        function `symbol` is called, or its entry; of one for a linker the words of `symbol` are the program, or all."""
        if isinstance(of, (bytes, bytearray, memoryview)):
            data = bytes_of(of)
        else:
            with open(of, "rb") as file:
                data = file.read()
        self._load(lib.sfpu_load_elf, data, len(data), optional_name(symbol))

    def configure_assembly(self, how: Optional[Assembly] = None) -> None:
        """How sources that are loaded from here on are assembled; its arch is not looked at."""
        self._call(lib.sfpu_configure_assembly, how.struct() if how else None)

    def on_read(self, hear: Optional[Callable[[str], Any]]) -> None:
        """Has the path of each file told that a load reads from here on, also one that fails; None: nobody hears."""
        callback = READ(self._pending.guard(lambda path: hear(os.fsdecode(path)))) if hear else READ()
        self._void(lib.sfpu_on_read, callback, None)
        self._kept["read"] = callback

    def search_sources(self, directories: Sequence[Path]) -> None:
        """Where the source lines are read of compiled kernels that are loaded from here on."""
        self._call(lib.sfpu_search_sources, text_array(directories), len(directories))

    def share_preprocessed(self, preprocessed: Optional[Preprocessed]) -> None:
        """Has it load what that keeps; None: nothing is shared."""
        self._call(lib.sfpu_share_preprocessed, preprocessed._at if preprocessed else None)

    # What is known of it.

    @property
    def stated_arch(self) -> Arch:
        """The arch that the program says it is for; ANY_ARCH: it says nothing."""
        return known(Arch, lib.sfpu_stated_arch(self._at))

    @property
    def stated_init(self) -> Optional[str]:
        """The state that .init of the program's source says, a value for set("init", ...); None: it states none."""
        return text_of(lib.sfpu_stated_init(self._at))

    @property
    def words(self) -> Any:
        """An array of uint32."""
        count = lib.sfpu_word_count(self._at)
        return words(ctypes.string_at(lib.sfpu_words(self._at), 4 * count) if count else b"")

    def place(self, index: int) -> str:
        """FILE:LINE:COLUMN of a word, or FILE: word N; of a compiled kernel with function and address."""
        return self._text(lib.sfpu_place, index)

    def where(self, index: int) -> Where:
        """The same in parts. BadInput: its source is unknown."""
        return self._filled(Where, lib.sfpu_get_where, index)

    def code_address(self, index: int) -> int:
        """The address of a word for debuggers: of a compiled kernel where its instruction lies."""
        address = ctypes.c_uint32()
        self._call(lib.sfpu_code_address, index, address)
        return address.value

    def code_index(self, address: int) -> int:
        """The word there. BadArgument: no instruction lies there."""
        index = ctypes.c_size_t()
        self._call(lib.sfpu_code_index, address, index)
        return index.value

    def inlined(self, index: int) -> List[Inlined]:
        """Functions that an instruction of a compiled kernel was inlined with, the innermost first."""
        return list(records(Inlined, lambda level, struct: lib.sfpu_get_inlined(self._at, index, level, struct)))

    @property
    def regions(self) -> List[Region]:
        """The stretches of words between .region and .endregion, in order of the program."""
        first, end = ctypes.c_size_t(), ctypes.c_size_t()
        found: List[Region] = []
        while (name := lib.sfpu_region(self._at, len(found), first, end)) is not None:
            found.append(Region(text_of(name) or "", first.value, end.value))
        return found

    def selected(self, first: int = 0, end: Optional[int] = None) -> Optional[str]:
        """The profile by which sfpasm --call selected words of first..end-1; None: they are spelled out."""
        return text_of(lib.sfpu_selected(self._at, first, SIZE_MAX if end is None else end))

    def disassemble(self, word: int) -> str:
        """An instruction in assembly."""
        return self._text(lib.sfpu_disassemble, word)

    @property
    def source_files(self) -> List[str]:
        """The files that the program was made from, by the name that each was opened by."""
        return list(texts(lib.sfpu_source_file, self._at))

    @property
    def source_paths(self) -> List[str]:
        """The paths by which files of a compiled kernel's line tables were read."""
        return list(texts(lib.sfpu_source_path, self._at))
