"""Snapshots of a machine in the middle of a run, and the last writers."""

import ctypes

from ._handle import Handle
from ._library import lib
from ._machine_base import MachineBase
from .records import Writer


class Snapshot(Handle):
    """The whole state of a machine and its run, made by Machine.take_snapshot(). It may outlive the machine."""

    _what = "snapshot"

    def __init__(self, pointer: ctypes.c_void_p):
        self._pointer = pointer

    def _free(self, pointer: ctypes.c_void_p) -> None:
        lib.sfpu_free_snapshot(pointer)

    @property
    def bytes(self) -> int:
        """The bytes that the snapshot takes, not counting those that it shares with the previous snapshot."""
        return int(lib.sfpu_snapshot_bytes(self._at))


class MachineSnapshots(MachineBase):
    """configure_runs(keeps_writers=True) records writers. BadArgument: writers are not recorded, or nobody wrote there
    in the last run or the stopped run."""

    def take_snapshot(self) -> Snapshot:
        """Takes a snapshot. Raises BadArgument if a view other than the summary is requested."""
        pointer = ctypes.c_void_p()
        self._call(lib.sfpu_take_snapshot, pointer)
        return Snapshot(pointer)

    def restore_snapshot(self, snapshot: Snapshot) -> None:
        """Restores the machine, any number of times. A run from there is the same, in each cycle."""
        self._call(lib.sfpu_restore_snapshot, snapshot._at)

    def lreg_writer(self, reg: int, lane: int) -> Writer:
        """The last writer of a lane of an LReg."""
        return self._filled(Writer, lib.sfpu_get_lreg_writer, reg, lane)

    def dst_writer(self, row: int, column: int) -> Writer:
        """The last writer of a cell of 16 bits, by its physical row and column."""
        return self._filled(Writer, lib.sfpu_get_dst_writer, row, column)

    def flags_writer(self, lane: int) -> Writer:
        """The last writer of LaneFlags and UseLaneFlagsForLaneEnable."""
        return self._filled(Writer, lib.sfpu_get_flags_writer, lane)
