"""A machine's program: loading a program, and what is known about its words."""

import ctypes
import os
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

from ._arrays import bytes_of, word_bytes, words
from ._handle import Handle, write_callback
from ._library import check, lib, name_of, optional_name, records, texts
from ._machine_base import MachineBase
from ._structs import READ
from .constants import Arch, Output, Thread, known
from .errors import bad_argument
from .names import Path, ThreadLike, output_number, thread_number
from .program import Assembly, Program, text_array
from .records import SIZE_MAX, Inlined, Region, Where, text_of


class Preprocessed(Handle):
    """Keeps the C preprocessor's output of *.S sources, for many machines, in any number of threads."""

    _what = "preprocessed"

    def __init__(self) -> None:
        self._pointer = ctypes.c_void_p()
        check(lib.sfpu_preprocessed_open(self._pointer))

    def _free(self, pointer: ctypes.c_void_p) -> None:
        lib.sfpu_preprocessed_close(pointer)


class MachineProgram(MachineBase):
    """Each load replaces the machine's program, or the selected thread's words; the machine's state stays.

    The exception for a source with errors has the text that sfpasm prints, and `diagnostics`. The machine's
    `diagnostics` are those of the last load.
    """

    def select_thread(self, thread: ThreadLike) -> None:
        """Selects the thread, "unpack", "math" (the first) or "pack", for which the machine later loads, sets gaps and
        settings, and reads counters and the configuration. A load replaces this thread's words; a source with .thread
        replaces the words of all threads."""
        self._call(lib.sfpu_select_thread, thread_number(thread))

    def load_file(self, path: Path) -> None:
        """Loads a file: assembly (*.s, *.S), an ELF file, or words."""
        self._load(lib.sfpu_load_file, name_of(path))

    def load_text(self, text: Union[str, bytes], name: str = "kernel.s") -> None:
        """Loads a source text. Messages call it `name`."""
        data = text.encode() if isinstance(text, str) else text
        self._load(lib.sfpu_load_text, name_of(name), data, len(data))

    def load_program(self, program: Program, name: Path = "program") -> None:
        """Loads a program, which is empty afterwards. Messages call it `name`."""
        self._load(lib.sfpu_load_program, name_of(name), program._at)

    def load_words(self, of: Any) -> None:
        """Loads Tensix words, not rotated: an array with four-byte values, or a sequence of numbers."""
        data = word_bytes(of)
        self._load(lib.sfpu_load_words, data, len(data) // 4)

    def load_elf(self, of: Union[Path, bytes, bytearray], symbol: Optional[str] = None) -> None:
        """Loads a RISC-V ELF file, by its path or as bytes. In a linked file, as the toolchain makes it for a TRISC, a
        run calls the function `symbol`, or the entry. In an object file, the program is the words of `symbol`, or
        all words."""
        if isinstance(of, (bytes, bytearray, memoryview)):
            data = bytes_of(of)
        else:
            with open(of, "rb") as file:
                data = file.read()
        self._load(lib.sfpu_load_elf, data, len(data), optional_name(symbol))

    def configure_assembly(self, how: Optional[Assembly] = None) -> None:
        """Sets how later sources are assembled; the arch in it is ignored."""
        self._call(lib.sfpu_configure_assembly, how.struct() if how else None)

    def on_read(self, hear: Optional[Callable[[str], Any]]) -> None:
        """Calls a function with the path of each file that later loads read, including loads that fail; None: no
        calls."""
        callback = READ(self._pending.guard(lambda path: hear(os.fsdecode(path)))) if hear else READ()
        self._void(lib.sfpu_on_read, callback, None)
        self._kept["read"] = callback

    def search_sources(self, directories: Sequence[Path]) -> None:
        """Sets where to search the source files of compiled kernels that are loaded later."""
        self._call(lib.sfpu_search_sources, text_array(directories), len(directories))

    def share_preprocessed(self, preprocessed: Optional[Preprocessed]) -> None:
        """Lets the machine load preprocessed sources from this object; None: share nothing."""
        self._call(lib.sfpu_share_preprocessed, preprocessed._at if preprocessed else None)

    # What is known about the program.

    @property
    def stated_arch(self) -> Arch:
        """The arch that the program states; ANY_ARCH if it states none."""
        return known(Arch, lib.sfpu_stated_arch(self._at))

    @property
    def stated_init(self) -> Optional[str]:
        """The state that .init of the program's source states, a value for set("init", ...); None if it states none."""
        return text_of(lib.sfpu_stated_init(self._at))

    @property
    def words(self) -> Any:
        """An array of uint32."""
        count = lib.sfpu_word_count(self._at)
        return words(ctypes.string_at(lib.sfpu_words(self._at), 4 * count) if count else b"")

    def place(self, index: int) -> str:
        """FILE:LINE:COLUMN of a word, or FILE: word N; for a compiled kernel, with its function and address."""
        return self._text(lib.sfpu_place, index)

    def where(self, index: int) -> Where:
        """The same in parts. Raises BadInput if the source is unknown."""
        return self._filled(Where, lib.sfpu_get_where, index)

    def call(self, index: int) -> Where:
        """The outermost call of a macro, or the block, that a word comes from. Raises BadInput if there is none."""
        return self._filled(Where, lib.sfpu_get_call, index)

    def code_address(self, index: int) -> int:
        """The address of a word for debuggers; in a compiled kernel, the address of its instruction."""
        address = ctypes.c_uint32()
        self._call(lib.sfpu_code_address, index, address)
        return address.value

    def code_index(self, address: int) -> int:
        """The word at an address. Raises BadArgument if no instruction is there."""
        index = ctypes.c_size_t()
        self._call(lib.sfpu_code_index, address, index)
        return index.value

    def inlined(self, index: int) -> List[Inlined]:
        """The functions into which an instruction of a compiled kernel was inlined, innermost first."""
        return list(records(Inlined, lambda level, struct: lib.sfpu_get_inlined(self._at, index, level, struct)))

    @property
    def regions(self) -> List[Region]:
        """The word ranges between .region and .endregion, in program order."""
        first, end = ctypes.c_size_t(), ctypes.c_size_t()
        found: List[Region] = []
        while (name := lib.sfpu_region(self._at, len(found), first, end)) is not None:
            found.append(Region(text_of(name) or "", first.value, end.value))
        return found

    @property
    def constants(self) -> Dict[str, int]:
        """The symbols that the source sets to one value only, in order."""
        value = ctypes.c_int64()
        found: Dict[str, int] = {}
        while (name := lib.sfpu_constant(self._at, len(found), value)) is not None:
            found[text_of(name) or ""] = value.value
        return found

    def selected(self, first: int = 0, end: Optional[int] = None) -> Optional[str]:
        """The profile with which sfpasm --call selected words first..end-1; None if the source spells them out."""
        return text_of(lib.sfpu_selected(self._at, first, SIZE_MAX if end is None else end))

    def output(self, of: Union[str, int] = Output.BIN, name: Optional[Path] = None) -> bytes:
        """Returns an output of the program as bytes, like Program.output()."""
        pieces: List[bytes] = []
        write = write_callback(self._pending, pieces.append)
        self._call(lib.sfpu_write_loaded, output_number(of), optional_name(name), write, None)
        return b"".join(pieces)

    def word_thread(self, index: int) -> Thread:
        """The thread that runs a word."""
        number = lib.sfpu_word_thread(self._at, index)
        if number < 0:
            raise bad_argument(f"there is no word {index}")
        return known(Thread, number)

    @property
    def kernel_name(self) -> Optional[str]:
        """The name of the loaded kernel, or the names of the threads' kernels; None: no program is loaded."""
        return text_of(lib.sfpu_kernel_name(self._at))

    def thread_kernel(self, thread: ThreadLike) -> Optional[str]:
        """The name of the kernel whose words a thread runs; None: it has none."""
        return text_of(lib.sfpu_thread_kernel(self._at, thread_number(thread)))

    def disassemble(self, word: int) -> str:
        """An instruction in assembly."""
        return self._text(lib.sfpu_disassemble, word)

    @property
    def source_files(self) -> List[str]:
        """The files from which the program was made, by the names with which they were opened."""
        return list(texts(lib.sfpu_source_file, self._at))

    @property
    def source_paths(self) -> List[str]:
        """The paths at which the files of a compiled kernel's line tables were read."""
        return list(texts(lib.sfpu_source_path, self._at))
