"""Compares kernels of examples/ with numpy, with pytest and its plugin. Copy the parts that you need for yours."""

import pathlib

import numpy
import pytest

import sfpu

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent


def run_on(m, tile):
    """Runs a kernel from its start state: the previous run left Dst's counter after its tile."""
    m.reset()
    m.set("init", "llk")
    return m.run_on(tile)


def all_bf16():
    """Every bf16 number as fp32, in 64 tiles: a bf16 number is the upper half of an fp32 one."""
    bits = numpy.arange(1 << 16, dtype=numpy.uint32) << 16
    return bits.view(numpy.float32).reshape(-1, 32, 32)


def relu6(x):
    """min(max(x, 0), 6) in the order of sign-magnitude integers: a NaN is beyond the infinity of its sign."""
    bits = x.view(numpy.uint32)
    y = numpy.where(numpy.isnan(x) | (x > 6), numpy.float32(6), x)
    return numpy.where(bits >> 31 != 0, numpy.float32(0), y)


def test_relu6_of_all_bf16(sfpu_machine, sfpu_arch, assert_ulp):
    m = sfpu_machine(sfpu_arch, EXAMPLES / "relu6" / "relu6.s")
    for tile in all_bf16():
        assert_ulp(run_on(m, tile), relu6(tile), 0)
    assert m.findings() == []


def test_exp_of_all_bf16(sfpu_machine, sfpu_arch, assert_ulp):
    """Within a unit in the last place of numpy's double-precision result; denormal results are 0."""
    smallest = numpy.finfo(numpy.float32).tiny
    m = sfpu_machine(sfpu_arch, EXAMPLES / "exp" / "exp.S")
    for x in all_bf16():
        with numpy.errstate(over="ignore", invalid="ignore", under="ignore"):
            expected = numpy.exp(x.astype(numpy.float64)).astype(numpy.float32)
        y, small = run_on(m, x), expected < smallest
        assert numpy.all(y[small] <= smallest)
        assert_ulp(y[~small], expected[~small], 1, inputs=x[~small])


def test_cycles_of_exp(sfpu_machine, assert_cycles):
    m = sfpu_machine("wormhole", EXAMPLES / "exp" / "exp.S")
    m.want(sfpu.View.STATS)
    m.run()
    assert_cycles(m, 1202, per_32_lanes=37)


def test_what_a_compiler_made(sfpu_machine, assert_ulp):
    """Calls two functions of an ELF file for a math thread, one after the other."""
    m = sfpu_machine("wormhole", EXAMPLES / "compiled" / "scale.elf", calls=[("init", 0x4080), "calculate"])
    x = numpy.linspace(-4, 4, 1024, dtype=numpy.float32).reshape(32, 32)
    assert_ulp(m.run_on(x), 4 * x, 0)
    assert m.core().words == 162


def test_state_and_steps(sfpu_machine):
    m = sfpu_machine("wormhole", text="sfploadi L0, 0x4000, 0\nsfpmul L1, L0, L0, L9, 0\nsfpnop\nsfpmov L2, L1, 0\n")
    assert m.run_until(breakpoints=[1])
    assert m.result().next == 1
    m.set_lreg(0, numpy.arange(sfpu.LANES, dtype=numpy.float32))
    while m.step():
        pass
    assert m.result().cycles == 4
    squares = numpy.arange(sfpu.LANES, dtype=numpy.float32) ** 2
    numpy.testing.assert_array_equal(m.lreg(2).view(numpy.float32), squares)


def test_findings(sfpu_machine):
    m = sfpu_machine("wormhole", text="sfpmul L1, L0, L0, L9, 0\nsfpmov L2, L1, 0\n")
    m.run(3)
    (found,) = m.findings()
    assert (found.name, found.times, found.place) == ("mad-raw", 3, "test.s:2:1")
    m.clear_findings()
    assert m.findings() == []


def test_errors(sfpu_machine):
    m = sfpu_machine("wormhole")
    with pytest.raises(sfpu.NoProgram, match="no program is loaded"):
        m.run()
    with pytest.raises(sfpu.BadSource, match="bad.s:1:1: error: unknown instruction 'sfpnopp'"):
        m.load_text("sfpnopp\n", "bad.s")
    with pytest.raises(sfpu.BadInput, match="expected 1 to 512 whole rows of 64 bytes"):
        m.write(numpy.zeros(15, dtype=numpy.float32), layout=sfpu.ROWS)
