"""Snapshots of a machine in the middle of a run, and who wrote last."""

import ctypes

from ._handle import Handle
from ._library import lib
from ._machine_base import MachineBase
from .records import Writer


class Snapshot(Handle):
    """All of a machine and of its run: of Machine.take_snapshot(). It may outlive the machine."""

    _what = "snapshot"

    def __init__(self, pointer: ctypes.c_void_p):
        self._pointer = pointer

    def _free(self, pointer: ctypes.c_void_p) -> None:
        lib.sfpu_free_snapshot(pointer)

    @property
    def bytes(self) -> int:
        """That it takes, besides what it shares with the one before it."""
        return int(lib.sfpu_snapshot_bytes(self._at))


class MachineSnapshots(MachineBase):
    """Writers are kept where configure_runs(keeps_writers=True) has it; BadArgument: nobody in the last run, or the one
    that is stopped, has written there, or it is not kept."""

    def take_snapshot(self) -> Snapshot:
        """BadArgument: a view is wanted that is more than the summary."""
        pointer = ctypes.c_void_p()
        self._call(lib.sfpu_take_snapshot, pointer)
        return Snapshot(pointer)

    def restore_snapshot(self, snapshot: Snapshot) -> None:
        """Puts the machine back there, any number of times: what runs on from there is the same, in each cycle."""
        self._call(lib.sfpu_restore_snapshot, snapshot._at)

    def lreg_writer(self, reg: int, lane: int) -> Writer:
        """Of a lane of an LReg."""
        return self._filled(Writer, lib.sfpu_get_lreg_writer, reg, lane)

    def dst_writer(self, row: int, column: int) -> Writer:
        """Of a cell of 16 bits, in its physical row and column."""
        return self._filled(Writer, lib.sfpu_get_dst_writer, row, column)

    def flags_writer(self, lane: int) -> Writer:
        """Of LaneFlags and UseLaneFlagsForLaneEnable."""
        return self._filled(Writer, lib.sfpu_get_flags_writer, lane)
