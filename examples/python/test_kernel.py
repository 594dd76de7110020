"""Kernels of examples/ against numpy, by pytest: copy what you need for yours.

    SFPU_LIBRARY=build/libsfpu.so python3 -m pytest examples/python
"""

import pathlib

import numpy
import pytest

import sfpu

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent
ARCHES = ["wormhole", "blackhole"]
TILE_VALUES = 32 * 32


def machine(arch, kernel):
    m = sfpu.Machine(arch)
    m.load_file(EXAMPLES / kernel)
    return m


def run_on(m, tile):
    """As a kernel finds the unit: the run before left Dst's counter behind its tile."""
    m.reset()
    m.set("init", "llk")
    return m.run_on(tile)


def all_bf16():
    """Every bf16 number as fp32, in 64 tiles: a bf16 number is the upper half of an fp32 one."""
    bits = numpy.arange(1 << 16, dtype=numpy.uint32) << 16
    return bits.view(numpy.float32).reshape(-1, 32, 32)


def relu6(x):
    """min(max(x, 0), 6) as integers of sign and magnitude order numbers: a NaN is beyond the infinity of its sign."""
    bits = x.view(numpy.uint32)
    y = numpy.where(numpy.isnan(x) | (x > 6), numpy.float32(6), x)
    return numpy.where(bits >> 31 != 0, numpy.float32(0), y)


@pytest.mark.parametrize("arch", ARCHES)
def test_relu6_of_all_bf16(arch):
    with machine(arch, "relu6/relu6.s") as m:
        for tile in all_bf16():
            numpy.testing.assert_array_equal(run_on(m, tile).view(numpy.uint32), relu6(tile).view(numpy.uint32))
        assert m.findings() == []


@pytest.mark.parametrize("arch", ARCHES)
def test_exp_of_all_bf16(arch):
    """Within a unit in the last place of what numpy has in twice the precision; what is less than normal is 0."""
    smallest = numpy.finfo(numpy.float32).tiny
    with machine(arch, "exp/exp.S") as m, numpy.errstate(over="ignore", invalid="ignore", under="ignore"):
        for x in all_bf16():
            y, expected = run_on(m, x), numpy.exp(x.astype(numpy.float64)).astype(numpy.float32)
            normal = numpy.isfinite(expected) & (expected >= smallest)
            assert numpy.all(numpy.abs(y[normal] - expected[normal]) <= numpy.spacing(expected[normal]))
            assert numpy.all(y[expected < smallest] <= smallest)
            assert numpy.all(numpy.isnan(y) == numpy.isnan(x))
            assert numpy.all(y[numpy.isinf(expected)] == numpy.inf)


def test_state_and_steps():
    with sfpu.Machine("wormhole") as m:
        m.load_text("sfploadi L0, 0x4000, 0\nsfpmul L1, L0, L0, L9, 0\nsfpnop\nsfpmov L2, L1, 0\n")
        assert m.run_until(breakpoints=[1])
        assert m.result().next == 1
        m.set_lreg(0, numpy.arange(sfpu.LANES, dtype=numpy.float32))
        while m.step():
            pass
        assert m.result().cycles == 4
        squares = numpy.arange(sfpu.LANES, dtype=numpy.float32) ** 2
        numpy.testing.assert_array_equal(m.lreg(2).view(numpy.float32), squares)


def test_findings():
    with sfpu.Machine("wormhole") as m:
        m.load_text("sfpmul L1, L0, L0, L9, 0\nsfpmov L2, L1, 0\n", name="early.s")
        m.run(3)
        (found,) = m.findings()
        assert (found.name, found.times, found.place) == ("mad-raw", 3, "early.s:2:1")
        m.clear_findings()
        assert m.findings() == []


def test_errors():
    with pytest.raises(ValueError, match="no arch 'grayskull'"):
        sfpu.Machine("grayskull")
    with sfpu.Machine("wormhole") as m:
        with pytest.raises(sfpu.Error, match="no program is loaded"):
            m.run()
        with pytest.raises(sfpu.Error, match="bad.s:1:1: error: unknown instruction 'sfpnopp'"):
            m.load_text("sfpnopp\n", name="bad.s")
        with pytest.raises(sfpu.Error, match="expected 1 to 512 whole rows of 64 bytes"):
            m.write(numpy.zeros(15, dtype=numpy.float32), layout=sfpu.ROWS)
        with pytest.raises(ValueError, match="no format of Dst for float64"):
            m.write(numpy.zeros(TILE_VALUES))
        with pytest.raises(sfpu.Error, match="dst-bass: no such setting"):
            m.set("dst-bass", 0)
