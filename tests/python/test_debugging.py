"""What a debugger asks of a machine: stops, watches, addresses, counters, cells of Dst, and the core of a compiled
kernel in program order."""

import dataclasses

import numpy
import pytest
from header import ROOT

import sfpu
from sfpu import Stop, Watch, Watched

SQUARE = "sfpload L0, 0, 3, 3\nsfpmul L0, L0, L0, L9, 0\nsfpnop\nsfpstore L0, 0, 3, 3\nttincrwc 0, 2, 0, 0\n"


@pytest.fixture
def m():
    with sfpu.Machine("wormhole") as machine:
        machine.load_text(SQUARE)
        machine.set_lreg(0, 3.0)
        yield machine


@pytest.fixture
def scale():
    with sfpu.Machine("wormhole") as machine:
        machine.load_file(ROOT / "examples" / "compiled" / "scale.elf")
        machine.add_call("init", 0x4080)
        machine.add_call("calculate")
        yield machine


def test_addresses(m, scale):
    assert (m.code_address(3), m.code_index(sfpu.CODE + 12)) == (sfpu.CODE + 12, 3)
    with pytest.raises(sfpu.BadArgument):
        m.code_index(sfpu.CODE + 1)
    index = scale.code_index(scale.find_symbol("calculate"))
    assert scale.code_address(index) == scale.find_symbol("calculate") and "calculate" in scale.place(index)


def test_counters(m):
    assert sfpu.counter_names()[:2] == ["dst", "dst_cr"] and len(sfpu.counter_names()) == len(sfpu.Counter)
    m.run()
    assert m.counter(sfpu.Counter.DST) == 2


def test_dst_words(m):
    m.set_dst_word(5, 15, 0xABCD)
    assert (m.dst_word(5, 15), m.dst_word(5, 14)) == (0xABCD, 0)
    for row, column, value in ((sfpu.DST_ROWS, 0, 0), (0, sfpu.DST_COLUMNS, 0), (0, 0, 0x10000)):
        with pytest.raises(sfpu.BadArgument):
            m.set_dst_word(row, column, value)


@pytest.mark.parametrize("watch, next", [
    (Watch(Watched.LREG, 0, lanes=1), 1), (Watch(Watched.COUNTER, sfpu.Counter.DST), None)])
def test_watches(m, watch, next):
    other = Watch(Watched.FLAGS)
    assert m.run_until(watches=[other, watch])
    result = m.result()
    assert (result.reasons, result.watch) == (Stop.WATCH, 1)
    assert result.next == next


def test_findings_that_stop():
    with sfpu.Machine("wormhole") as m:
        m.load_text("sfpmul L1, L0, L0, L9, 0\nsfpmov L2, L1, 0\nsfpnop\n")
        assert m.run_until(findings=True)
        assert (m.result().reasons, m.result().finding, m.result().finding_index) == (Stop.FINDING, "mad-raw", 1)
        assert not m.run_until(findings=True)


def test_core(scale):
    assert scale.step_core()
    state = scale.core_state()
    assert (state.instructions, state.ahead, state.pc) == (1, 0, scale.find_symbol("init") + 4)
    index = scale.code_index(scale.find_symbol("calculate"))
    assert scale.run_until(core_breakpoints=[index])
    assert scale.result().reasons == Stop.CORE_BREAKPOINT
    assert scale.core_state().pc == scale.find_symbol("calculate")
    assert scale.run_until(core_instructions=3) and scale.result().reasons == Stop.CORE_INSTRUCTIONS
    with pytest.raises(sfpu.BadArgument, match="registers are out of range"):
        scale.set_core_state(dataclasses.replace(state, x=(1 << 32,) * 32))
    with pytest.raises(sfpu.BadArgument, match="no instruction lies at 0x00000002"):
        while scale.core_state().ahead:
            scale.step_core()
        scale.set_core_state(dataclasses.replace(scale.core_state(), pc=2))


def test_memory():
    with sfpu.Machine("wormhole") as m:
        m.load_file(ROOT / "tests" / "elf" / "args.elf")
        m.add_call(None, 1, 2)
        with pytest.raises(sfpu.BadArgument):
            m.set_memory("number", b"1234")
        assert m.step_core()
        m.set_memory("number", numpy.array([77], numpy.uint32))
        assert m.peek("number", 4) == bytes([77, 0, 0, 0])


@pytest.mark.parametrize("limits", [{"core_breakpoints": [-1]}, {"core_instructions": -1}, {"core_breakpoints": [1]},
                                    {"watches": [Watch(Watched.LREG, 99)]}, {"watches": [Watch(99)]},
                                    {"watches": [Watch(Watched.MEMORY, address=-1)]}], ids=range(6))
def test_limits_that_are_none(m, limits):
    with pytest.raises(sfpu.BadArgument):
        m.run_until(**limits)
