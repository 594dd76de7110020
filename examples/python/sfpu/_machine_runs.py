"""Runs of a machine's program: how, until when, and what came of them."""

import ctypes
import dataclasses
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

from ._handle import Sink, bytes_sink, write_callback
from ._interrupts import ending
from ._library import lib
from ._machine_state import MachineState
from ._arrays import FormatLike
from ._structs import EACH, OBSERVE, WRITE, Limits, Perturbing, Running
from ._structs import Watch as WatchStruct
from ._structs import filled
from .constants import USUAL_GAP, USUAL_PAIRS, Code, Layout, View
from .errors import bad_argument
from .records import Event, Progress, Result

Observer = Callable[[Event], Any]


def _in_threads(workers: int) -> Any:
    """Has the library's jobs done in so many threads, each of which is a worker."""

    def each(count: int, job: Any, jobs: int) -> None:
        left, lock = iter(range(count)), threading.Lock()

        def work(worker: int) -> None:
            while True:
                with lock:
                    i = next(left, None)
                if i is None:
                    return
                job(jobs, i, worker)

        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(work, range(workers)))

    return each


@dataclasses.dataclass(frozen=True)
class Watch:
    """What stops a run where it changes: `number` and `lanes` are of an LReg, flags, a counter or a row of Dst, as
    sfpu.h has them (lanes 0: all); `address` and `bytes` of memory."""

    what: int
    number: int = 0
    lanes: int = 0
    address: int = 0
    bytes: int = 0

    def struct(self) -> WatchStruct:
        """For the library."""
        return filled(WatchStruct, **dataclasses.asdict(self))


def _indices(words: Sequence[int]) -> Any:
    array = (ctypes.c_size_t * len(words))(*words)
    if list(array) != list(words):
        raise bad_argument(f"breakpoints: {list(words)} are out of range")
    return array


class MachineRuns(MachineState):
    """A run begins with the state that the one before left, Dst's counter included."""

    def configure_runs(self, *, untimed: bool = False, ignore_waits: bool = False, quiet: bool = False,
                       no_partners: bool = False, keeps_words: bool = False, vectors: int = 0,
                       keeps_writers: bool = False) -> None:
        """How the runs to come are done: `untimed`, results without cycles; `ignore_waits`, waits on semaphores count
        as satisfied; `quiet`, without findings; `no_partners`, a compiled kernel that waits for other threads waits
        for ever; `keeps_words`, what it pushes is kept; `vectors` that a pass has (0: as many as it stores);
        `keeps_writers`, who wrote last is kept, for lreg_writer() and its like."""
        self._call(lib.sfpu_configure_runs,
                   filled(Running, untimed=bool(untimed), ignore_waits=bool(ignore_waits), quiet=bool(quiet),
                          no_partners=bool(no_partners), keeps_words=bool(keeps_words), vectors=vectors,
                          keeps_writers=bool(keeps_writers)))

    def set_gaps(self, text: str) -> None:
        """Cycles by which words are pushed late, in lines as sfpsim-files(5), Gaps, has them."""
        data = text.encode()
        self._call(lib.sfpu_set_gaps, data, len(data))

    def _ended(self, code: int) -> int:
        """The code of what runs. Once a run is over, all of its views have been written."""
        if code != Code.STOPPED:
            self._sinks.clear()
        return code

    def run(self, passes: int = 1) -> None:
        """So many passes, back to back; or to its end the run that is stopped. A KeyboardInterrupt ends it."""
        with ending(self._at):
            self._ended(self._call(lib.sfpu_run, passes))

    def run_on(self, values: Any, format: FormatLike = None, layout: Union[str, int] = Layout.TILE) -> Any:
        """Writes values, has format 0 of loads and stores mean theirs, runs, and reads what has become of them."""
        number = self.write(values, format, layout)
        self.configure_format(number)
        self.run()
        results = self.read(values, number, layout)
        self.last_run: Optional[Tuple[Any, Any]] = (values, results)
        return results

    def run_until(self, cycles: int = 0, instructions: int = 0, breakpoints: Sequence[int] = (), *,
                  at_issue: bool = False, passes: int = 0, core_breakpoints: Sequence[int] = (),
                  core_instructions: int = 0, watches: Sequence[Watch] = (), findings: bool = False) -> bool:
        """Begins a run, or goes on: so many more cycles, or instructions, or until before one of these words issues,
        or behind the cycle in which one of the watches changes, or something is found. Of a compiled kernel, in program
        order, before one of its instructions, or for so many of them. 0 and () are no limits. True: stopped at one.
        False: the run is over."""
        words, core_words = _indices(breakpoints), _indices(core_breakpoints)
        watched = (WatchStruct * len(watches))(*(w.struct() for w in watches))
        limits = filled(Limits, cycles=cycles, instructions=instructions, breakpoints=words,
                        breakpoint_count=len(words), at_issue=bool(at_issue), passes=passes,
                        core_breakpoints=core_words, core_breakpoint_count=len(core_words),
                        core_instructions=core_instructions, watches=watched, watch_count=len(watched),
                        findings=bool(findings))
        with ending(self._at):
            return self._ended(self._call(lib.sfpu_run_until, limits)) == Code.STOPPED

    def step(self) -> bool:
        """One instruction. False: the run is over."""
        return self._ended(self._call(lib.sfpu_step)) == Code.STOPPED

    def end_run(self) -> None:
        """Ends a run that is stopped, where it stands."""
        self._call(lib.sfpu_end_run)

    def result(self) -> Result:
        """Of the last run, or of the one that is stopped."""
        return self._filled(Result, lib.sfpu_get_result)

    def interrupt(self) -> None:
        """Has the run that is under way, in another thread or around this call, end where it stands: there it is
        Interrupted."""
        lib.sfpu_interrupt(self._at)

    def progress(self) -> Progress:
        """How far a run is: for other threads, while run() is in one."""
        return self._filled(Progress, lib.sfpu_get_progress)

    def on_event(self, observe: Optional[Observer], kinds: Optional[Sequence[int]] = None) -> None:
        """Has each event of timed runs to come observed, or those of some kinds; None: nobody does. An observer may
        read the machine, and nothing else. What it raises comes out of the run, in which it is not called again."""
        wanted = None if kinds is None else frozenset(kinds)

        def heard(pointer: Any) -> None:
            event = pointer.contents
            if observe is not None and (wanted is None or event.kind in wanted):
                observe(Event.of(event))

        callback = OBSERVE(self._pending.guard(heard)) if observe else OBSERVE()
        self._void(lib.sfpu_on_event, callback, None)
        self._kept["event"] = callback

    # Reports.

    def want(self, view: int, to: Optional[Sink] = None) -> None:
        """Has the next run gather what a view needs. From View.TRACE to PERFETTO views are written as the run goes, to a
        file or to a function that takes bytes; the others are report()'s."""
        if (to is None) == (View.TRACE <= view <= View.PERFETTO):
            raise bad_argument("traces, and nothing else, are written as the run goes: where to?")
        if to is None:
            self._call(lib.sfpu_want, view, WRITE(), None)
            return
        context = max(self._sinks, default=0) + 1
        self._sinks[context] = bytes_sink(to)
        try:
            self._call(lib.sfpu_want, view, self._write_view, context)
        except BaseException:
            del self._sinks[context]
            raise

    def report(self, view: int) -> str:
        """A view that was wanted."""
        return self._written(lib.sfpu_report, view)

    def perturb(self, passes: int = 1, *, most: int = USUAL_GAP, pairs: int = USUAL_PAIRS, json: bool = False,
                workers: int = 1, draw: bool = False) -> Tuple[bool, str]:
        """How runs end if words come late to the wait gate (sfpsim-perturb(1)), by gaps of up to `most` cycles, in so
        many threads: does nothing change the end, and what was found. With `draw`, a Dst of zeros is filled with drawn
        numbers for these runs. A KeyboardInterrupt ends it, after the run that it is in."""
        each = EACH(self._pending.guard(_in_threads(workers))) if workers > 1 else EACH()
        how = filled(Perturbing, most=most, pairs=pairs, json=bool(json), workers=workers, each=each, draw=bool(draw))
        pieces: List[bytes] = []
        with ending(self._at):
            code = self._call(lib.sfpu_perturb, passes, how, write_callback(self._pending, pieces.append), None)
        return code == Code.OK, b"".join(pieces).decode(errors="replace")
