"""libsfpu for Python: simulates Tenstorrent's vector unit, bit for bit and cycle by cycle. Uses ctypes, and numpy if
installed.

    import numpy, sfpu

    with sfpu.Machine("wormhole") as m:
        m.load_file("relu6.s")
        m.set("init", "llk")
        y = m.run_on(numpy.linspace(-9, 9, 1024, dtype=numpy.float32).reshape(32, 32))
        print(m.result().cycles, m.findings())

The names are those of sfpu.h without their prefix, and sfpu.h documents them. A failure code becomes an exception, an
Error with a class of its own. NULL becomes None. Objects that C closes are context managers. The library is found as
$SFPU_LIBRARY, in the source tree of this package, or where it is installed.
"""

from ._arrays import numbers
from ._library import __version__
from .batch import Batch
from .checks import assert_cycles, assert_ulp
from .constants import (CODE, DST_COLUMNS, DST_ROWS, FINDINGS_PRINTED, LANES, LREGS, MACROS, MOST_GAP, MOST_START,
                        MOST_WORKERS, STACK, THREADS, USUAL_GAP, USUAL_PAIRS, Arbiter, Arch, Code, Container, Counter, EventKind, Format, Forms, Layout,
                        MismatchKind, Output, Severity, Stop, Syntax, Thread, View, Watched)
from .errors import BadArgument, BadInput, BadSource, Deadlock, Error, Interrupted, NoMemory, NoProgram, Refused
from .image import Comparison, Image, Tolerance
from .machine import Machine, Preprocessed, Snapshot, Watch
from .names import (arch_name, arch_names, check_setting, check_warning, check_warning_class, container_of,
                    core_register_names, counter_names, explain_lane_config, explain_misc, explain_sequence,
                    finding_kinds, finding_named, format_bytes, format_name, format_named, is_assembly, output_suffix,
                    thread_name, value, value_text, version, warning_classes)
from .program import (Assembly, Disassembly, Program, assemble, assemble_text, disassemble_bytes, disassemble_file,
                      page, read_program)
from .records import (Compared, Config, Core, CoreState, Diagnostic, Difference, Event, Finding, FindingKind, Frame,
                      Help, Inlined, Macros, Mismatch, Progress, Pushed, Pusher, Race, Region, Result, SourceBank,
                      Stack, ThreadResult, Wait, WarningClass, Where, Writer)

ROWS, TILE = Layout.ROWS, Layout.TILE

__all__ = [
    "Arbiter", "Arch", "Assembly", "BadArgument", "BadInput", "BadSource", "Batch", "CODE", "Code", "Compared",
    "Comparison", "Config", "Container", "Core", "CoreState", "Counter", "DST_COLUMNS", "DST_ROWS", "Deadlock",
    "Diagnostic", "Difference", "Disassembly", "Error", "Event", "EventKind", "FINDINGS_PRINTED", "Finding",
    "FindingKind", "Format", "Forms", "Frame", "Help", "Image", "Inlined", "Interrupted", "LANES", "LREGS", "Layout", "MACROS",
    "MOST_GAP", "MOST_START", "MOST_WORKERS", "Machine", "Macros", "Mismatch", "MismatchKind", "NoMemory", "NoProgram", "Output",
    "Preprocessed", "Program", "Progress", "Pushed", "Pusher", "ROWS", "Race", "Refused", "Region", "Result", "STACK",
    "Severity", "Snapshot", "SourceBank", "Stack", "Stop", "Syntax", "THREADS", "TILE", "Thread", "ThreadResult", "Tolerance", "USUAL_GAP", "USUAL_PAIRS", "View",
    "Wait", "WarningClass", "Watch", "Watched", "Where", "Writer", "__version__", "arch_name", "arch_names",
    "assemble", "assemble_text", "assert_cycles", "assert_ulp", "check_setting", "check_warning",
    "check_warning_class", "container_of", "core_register_names", "counter_names", "disassemble_bytes",
    "disassemble_file", "explain_lane_config", "explain_misc", "explain_sequence", "finding_kinds",
    "finding_named", "format_bytes", "format_name", "format_named", "is_assembly", "numbers", "output_suffix",
    "page", "read_program", "thread_name", "value", "value_text", "version", "warning_classes",
]
