"""The machine: a vector unit with a program, of the parts that the modules beside have."""

from typing import Optional

from ._library import check, lib
from ._machine_compiled import MachineCompiled
from ._machine_findings import MachineFindings
from ._machine_program import MachineProgram, Preprocessed
from ._machine_runs import MachineRuns, Watch
from ._machine_snapshots import MachineSnapshots, Snapshot
from ._structs import Options, filled
from .constants import Arch, known
from .names import ArchLike, arch_number
from .program import diagnose_callback
from .records import text_of


class Machine(MachineProgram, MachineRuns, MachineSnapshots, MachineCompiled, MachineFindings):
    """A vector unit, in its state after power-on. Arch None: the arch that the first program states, or else Wormhole.

    A machine is for one thread at a time. Any number of machines can exist at once.
    """

    def __init__(self, arch: ArchLike = None):
        super().__init__()
        self.last_run = None  # the argument and the result of run_on()
        number = arch_number(arch)
        check(lib.sfpu_open(filled(Options, arch=number), self._pointer))
        self._hear()

    def _hear(self) -> None:
        """Diagnostics are kept, and nothing is printed."""

        callback = diagnose_callback(self._pending, self.diagnostics.append)
        lib.sfpu_on_diagnostic(self._at, callback, None)
        self._kept["diagnostic"] = callback

    @property
    def arch(self) -> Arch:
        """Its arch; ANY_ARCH before it is known."""
        return known(Arch, lib.sfpu_machine_arch(self._at))

    @property
    def simd_level(self) -> Optional[str]:
        """Which vectors of the host it computes with: "x86-64-v3"."""
        return text_of(lib.sfpu_simd_level(self._at))

__all__ = ["Machine", "Preprocessed", "Snapshot", "Watch"]
