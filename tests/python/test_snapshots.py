"""Snapshots of machines, and who wrote last."""

import pytest

import sfpu

SQUARE = "sfpload L0, 0, 3, 3\nsfpmul L1, L0, L0, L9, 0\nsfpnop\nsfpstore L1, 0, 3, 3\nttincrwc 0, 2, 0, 0\n"


@pytest.fixture
def m():
    with sfpu.Machine("wormhole") as machine:
        machine.load_text(SQUARE)
        yield machine


def test_snapshot(m):
    assert m.run_until(breakpoints=[2])
    with m.take_snapshot() as snapshot:
        assert snapshot.bytes > 0
        ends = []
        for _ in range(3):
            m.set_lreg(0, 5.0)
            m.run()
            ends.append((m.result(), m.state()))
            m.restore_snapshot(snapshot)
            assert m.result().next == 2
        assert ends[0] == ends[1] == ends[2]
    with pytest.raises(sfpu.BadArgument, match="the snapshot is closed"):
        m.restore_snapshot(snapshot)


def test_snapshot_of_another_machine(m):
    with sfpu.Machine("wormhole") as other, m.take_snapshot() as snapshot, pytest.raises(sfpu.BadArgument):
        other.load_text(SQUARE)
        other.restore_snapshot(snapshot)


def test_snapshot_beside_a_view(m):
    m.want(sfpu.View.STATS)
    with pytest.raises(sfpu.BadArgument):
        m.take_snapshot()


def test_writers(m):
    m.configure_runs(keeps_writers=True)
    m.run()
    writer = m.lreg_writer(1, 31)
    assert (writer.index, writer.id, writer.word, writer.scheduled) == (1, 1, int(m.words[1]), False)
    assert m.dst_writer(0, 0).index == 3
    for call in (lambda: m.lreg_writer(5, 0), lambda: m.lreg_writer(1, 32), lambda: m.flags_writer(0)):
        with pytest.raises(sfpu.BadArgument):
            call()
    m.configure_runs()
    m.run()
    with pytest.raises(sfpu.BadArgument):
        m.lreg_writer(1, 31)
