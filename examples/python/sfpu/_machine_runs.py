"""Runs of a machine's program: their settings, their ends and their results."""

import ctypes
import dataclasses
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ._handle import Sink, bytes_sink, write_callback
from ._interrupts import ending
from ._library import lib
from ._machine_state import MachineState
from ._arrays import FormatLike
from ._structs import EACH, OBSERVE, WRITE, Limits, Perturbing, Running, Threads
from ._structs import Watch as WatchStruct
from ._structs import filled
from .constants import USUAL_GAP, USUAL_PAIRS, Code, Layout, View
from .errors import bad_argument
from .names import ThreadLike, thread_number
from .records import Event, Progress, Result, ThreadResult, text_of

Observer = Callable[[Event], Any]


def _in_threads(workers: int) -> Any:
    """Returns a function that does the library's jobs in this many threads; each thread is a worker."""

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
    """A value that stops a run when it changes. `number` and `lanes` (0: all) are those of an LReg, flags, a counter or
    a row of Dst, as in sfpu.h; `address` and `bytes` are those of memory."""

    what: int
    number: int = 0
    lanes: int = 0
    address: int = 0
    bytes: int = 0

    def struct(self) -> WatchStruct:
        """Returns the struct that the library takes."""
        return filled(WatchStruct, **dataclasses.asdict(self))


def _indices(words: Sequence[int]) -> Any:
    array = (ctypes.c_size_t * len(words))(*words)
    if list(array) != list(words):
        raise bad_argument(f"breakpoints: {list(words)} are out of range")
    return array


class MachineRuns(MachineState):
    """A run begins with the state that the previous run left, Dst's counter included."""

    def configure_runs(self, *, untimed: bool = False, ignore_waits: bool = False, quiet: bool = False,
                       no_partners: bool = False, keeps_words: bool = False, vectors: int = 0,
                       keeps_writers: bool = False) -> None:
        """Sets how later runs work. `untimed`: results without cycles. `ignore_waits`: waits for semaphores count as
        satisfied. `quiet`: no findings. `no_partners`: a compiled kernel that waits for other threads waits for
        ever. `keeps_words`: keeps the pushed words. `vectors`: the vectors of a pass (0: as many as it stores).
        `keeps_writers`: records the last writers, for lreg_writer() and similar functions."""
        self._call(lib.sfpu_configure_runs,
                   filled(Running, untimed=bool(untimed), ignore_waits=bool(ignore_waits), quiet=bool(quiet),
                          no_partners=bool(no_partners), keeps_words=bool(keeps_words), vectors=vectors,
                          keeps_writers=bool(keeps_writers)))

    def configure_threads(self, arbiter: str = "rr", start: Optional[Dict[ThreadLike, int]] = None) -> None:
        """Sets how several threads run. `arbiter`: which thread gets a unit that several want: "rr", "low", "high" or
        "random:SEED". `start`: cycles by which a thread's first word comes late, as in {"pack": 12}."""
        threads = Threads()
        if lib.sfpu_parse_arbiter(arbiter.encode(), threads) != Code.OK:
            raise bad_argument(f"'{arbiter}' is not an arbiter")
        for thread, cycles in (start or {}).items():
            number = thread_number(thread)
            threads.start[number] = cycles
            if threads.start[number] != cycles:
                raise bad_argument(f"{cycles} is out of range")
        self._call(lib.sfpu_configure_threads, threads)

    def thread_result(self, thread: ThreadLike) -> ThreadResult:
        """What a thread did in the last run."""
        return self._filled(ThreadResult, lib.sfpu_get_thread_result, thread_number(thread))

    def thread_stalls(self, thread: ThreadLike) -> Dict[str, int]:
        """The cycles that a thread lost in the last run, by cause."""
        cycles, number = ctypes.c_uint64(), thread_number(thread)
        found: Dict[str, int] = {}
        i = 0
        while (cause := lib.sfpu_thread_stall(self._at, number, i, cycles)) is not None:
            if cycles.value:
                found[text_of(cause) or ""] = cycles.value
            i += 1
        return found

    def set_gaps(self, text: str) -> None:
        """Sets the cycles by which the selected thread's words are pushed late, in lines as in sfpsim-files(5), Gaps."""
        data = text.encode()
        self._call(lib.sfpu_set_gaps, data, len(data))

    def _ended(self, code: int) -> int:
        """Returns the code of a run. After a run, all of its views have been written."""
        if code != Code.STOPPED:
            self._sinks.clear()
        return code

    def run(self, passes: int = 1) -> None:
        """Runs this many passes, back to back; or continues a stopped run to its end. A KeyboardInterrupt ends it."""
        with ending(self._at):
            self._ended(self._call(lib.sfpu_run, passes))

    def run_on(self, values: Any, format: FormatLike = None, layout: Union[str, int] = Layout.TILE) -> Any:
        """Writes values, makes their format the format 0 of loads and stores, runs, and reads the results."""
        number = self.write(values, format, layout)
        self.configure_format(number)
        self.run()
        results = self.read(values, number, layout)
        self.last_run: Optional[Tuple[Any, Any]] = (values, results)
        return results

    def run_until(self, cycles: int = 0, instructions: int = 0, breakpoints: Sequence[int] = (), *,
                  at_issue: bool = False, passes: int = 0, core_breakpoints: Sequence[int] = (),
                  core_instructions: int = 0, watches: Sequence[Watch] = (), findings: bool = False) -> bool:
        """Begins or continues a run, up to a limit: a number of cycles or instructions; until before one of these words
        issues; or until after the cycle in which a watch changes or a finding occurs. For a compiled kernel, in
        program order, the limits are before one of its instructions, or a number of them. 0 and () are no limits.
        Returns True if the run stopped at a limit, False if it is over."""
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
        """Runs one instruction. Returns False if the run is over."""
        return self._ended(self._call(lib.sfpu_step)) == Code.STOPPED

    def end_run(self) -> None:
        """Ends a stopped run at its current place."""
        self._call(lib.sfpu_end_run)

    def result(self) -> Result:
        """The result of the last run, or of the stopped run."""
        return self._filled(Result, lib.sfpu_get_result)

    def interrupt(self) -> None:
        """Ends the current run, in another thread or around this call. The run raises Interrupted."""
        lib.sfpu_interrupt(self._at)

    def progress(self) -> Progress:
        """The progress of a run, for other threads during run()."""
        return self._filled(Progress, lib.sfpu_get_progress)

    def on_event(self, observe: Optional[Observer], kinds: Optional[Sequence[int]] = None) -> None:
        """Calls a function with each event of later timed runs, or with events of some kinds; None: no calls. The
        function may only read the machine. Its exception comes out of the run, in which it is not called again."""
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
        """Makes the next run gather data for a view. Views from View.TRACE to PERFETTO are written during the run, to a
        file or to a function that takes bytes; report() returns the others."""
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
        """Returns a view that was requested with want()."""
        return self._written(lib.sfpu_report, view)

    def perturb(self, passes: int = 1, *, most: int = USUAL_GAP, pairs: int = USUAL_PAIRS, json: bool = False,
                workers: int = 1, draw: bool = False) -> Tuple[bool, str]:
        """Returns how runs end if words come late to the wait gate (sfpsim-perturb(1)), by gaps of up to `most` cycles,
        in this many threads: whether the final state and the findings stay the same. With `draw`, random numbers
        fill a Dst of zeros for these runs. A KeyboardInterrupt ends the search after the current run."""
        each = EACH(self._pending.guard(_in_threads(workers))) if workers > 1 else EACH()
        how = filled(Perturbing, most=most, pairs=pairs, json=bool(json), workers=workers, each=each, draw=bool(draw))
        pieces: List[bytes] = []
        with ending(self._at):
            code = self._call(lib.sfpu_perturb, passes, how, write_callback(self._pending, pieces.append), None)
        return code == Code.OK, b"".join(pieces).decode(errors="replace")
