"""The findings of runs."""

import ctypes
from typing import Any, Callable, List, Optional, Tuple

from ._library import lib, name_of, records
from ._machine_base import MachineBase
from ._structs import VISIT
from .constants import FINDINGS_PRINTED, Code, Severity
from .records import Finding, Race


class MachineFindings(MachineBase):
    """Findings accumulate over all runs since the program was loaded or the findings were cleared."""

    def warn(self, argument: str) -> None:
        """Sets a finding's severity, as -W in sfpsim-machine(7): NAME, no-NAME or error=NAME."""
        self._call(lib.sfpu_warn, name_of(argument))

    def limit_findings(self, least: int = Severity.ADVICE, most: int = FINDINGS_PRINTED) -> None:
        """Sets the least severity that is printed and counted, and the most groups to print (0: all)."""
        self._call(lib.sfpu_limit_findings, least, most)

    def fail_findings(self, least: int) -> None:
        """Makes findings of this severity or more errors, and the other findings warnings at most."""
        self._call(lib.sfpu_fail_findings, least)

    def findings(self) -> List[Finding]:
        """The findings in program order, one for each finding and word."""
        found: List[Finding] = []
        self.visit_findings(found.append)
        return found

    def visit_findings(self, visit: Callable[[Finding], Any]) -> None:
        """Calls a function with each finding in turn."""
        guarded = self._pending.guard(lambda finding: visit(Finding.of(finding.contents)))
        self._call(lib.sfpu_visit_findings, VISIT(guarded), None)

    def finding(self, i: int) -> Finding:
        """Returns the i-th finding. Raises BadArgument after the last."""
        return self._filled(Finding, lib.sfpu_get_finding, i)

    def races(self) -> List[Race]:
        """The races of the last run, in the order in which it showed them."""
        return list(records(Race, lambda i, struct: lib.sfpu_get_race(self._at, i, struct)))

    def clear_findings(self) -> None:
        self._void(lib.sfpu_clear_findings)

    def failure(self) -> Optional[Finding]:
        """What ended the last run, if it was refused or deadlocked."""
        struct = Finding.Struct()
        return Finding.of(struct) if lib.sfpu_get_failure(self._at, struct) == Code.OK else None

    def count_findings(self) -> Tuple[int, int]:
        """The number of warnings and errors, and the number of fatal findings."""
        warnings, fatal = ctypes.c_size_t(), ctypes.c_size_t()
        self._call(lib.sfpu_count_findings, warnings, fatal)
        return warnings.value, fatal.value

    def print_findings(self, hidden: bool = False) -> str:
        """Prints the findings for people, grouped by source line; or one line about those that are not printed."""
        return self._written(lib.sfpu_print_findings, bool(hidden))
