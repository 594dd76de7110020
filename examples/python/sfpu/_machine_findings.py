"""What runs have found."""

import ctypes
from typing import Any, Callable, List, Optional, Tuple

from ._library import lib, name_of
from ._machine_base import MachineBase
from ._structs import VISIT
from .constants import FINDINGS_PRINTED, Code, Severity
from .records import Finding


class MachineFindings(MachineBase):
    """Findings are those of all runs since the program was loaded, or they were cleared."""

    def warn(self, argument: str) -> None:
        """What sfpsim-machine(7) takes after -W: NAME, no-NAME or error=NAME."""
        self._call(lib.sfpu_warn, name_of(argument))

    def limit_findings(self, least: int = Severity.ADVICE, most: int = FINDINGS_PRINTED) -> None:
        """The least severity that is printed and counted, and how many groups are printed at most (0: all)."""
        self._call(lib.sfpu_limit_findings, least, most)

    def fail_findings(self, least: int) -> None:
        """Makes those from a severity on errors, and others warnings at most."""
        self._call(lib.sfpu_fail_findings, least)

    def findings(self) -> List[Finding]:
        """In program order, one a finding and word."""
        found: List[Finding] = []
        self.visit_findings(found.append)
        return found

    def visit_findings(self, visit: Callable[[Finding], Any]) -> None:
        """Shows each of them in turn."""
        guarded = self._pending.guard(lambda finding: visit(Finding.of(finding.contents)))
        self._call(lib.sfpu_visit_findings, VISIT(guarded), None)

    def finding(self, i: int) -> Finding:
        """The i-th. BadArgument behind the last."""
        return self._filled(Finding, lib.sfpu_get_finding, i)

    def clear_findings(self) -> None:
        self._void(lib.sfpu_clear_findings)

    def failure(self) -> Optional[Finding]:
        """What has ended the last run, where it was refused or came to a deadlock."""
        struct = Finding.Struct()
        return Finding.of(struct) if lib.sfpu_get_failure(self._at, struct) == Code.OK else None

    def count_findings(self) -> Tuple[int, int]:
        """How many are warnings or errors, and how many are fatal."""
        warnings, fatal = ctypes.c_size_t(), ctypes.c_size_t()
        self._call(lib.sfpu_count_findings, warnings, fatal)
        return warnings.value, fatal.value

    def print_findings(self, hidden: bool = False) -> str:
        """For people, grouped by source line; or a line on those that are not printed."""
        return self._written(lib.sfpu_print_findings, bool(hidden))
