"""Ctrl-C while the library runs: Python handles a signal only after the call, so this module ends the call."""

import contextlib
import ctypes
import os
import signal
import threading
from typing import Iterator, Optional

from ._library import lib
from .errors import Interrupted


class _Watch:
    """A thread that receives signals, and ends the current run of the main thread."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.lock = threading.Lock()
        self.machine: Optional[ctypes.c_void_p] = None
        self.ended = False  # has a signal ended a run of that machine?
        self.told, self.tell = os.pipe()
        os.set_blocking(self.tell, False)
        threading.Thread(target=self._listen, daemon=True, name="sfpu-interrupts").start()

    def _listen(self) -> None:
        while numbers := os.read(self.told, 64):
            with self.lock:
                if signal.SIGINT in numbers and self.machine is not None:
                    self.ended = True
                    lib.sfpu_interrupt(self.machine)


_watch: Optional[_Watch] = None


def _ends_runs() -> bool:
    """Returns whether a Ctrl-C raises KeyboardInterrupt in this thread."""
    return (threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler)


@contextlib.contextmanager
def ending(machine: ctypes.c_void_p) -> Iterator[None]:
    """Surrounds a call of the library that runs this machine, and lets a Ctrl-C end it. A wakeup file of the caller's
    stays in force."""
    global _watch
    if not _ends_runs():
        yield
        return
    if _watch is None or _watch.process != os.getpid():  # a thread does not outlive a fork
        _watch = _Watch()
    before = signal.set_wakeup_fd(_watch.tell, warn_on_full_buffer=False)
    others, _watch.machine, _watch.ended = _watch.machine, machine, False
    if before not in (-1, _watch.tell):
        signal.set_wakeup_fd(before)
    try:
        yield
    except Interrupted:
        if _watch.ended:  # ctypes has lost the KeyboardInterrupt, on its way into a callback
            raise KeyboardInterrupt from None
        raise
    finally:
        with _watch.lock:
            _watch.machine = others
        signal.set_wakeup_fd(before)
