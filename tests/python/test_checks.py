"""assert_ulp on its own: every format, values of more tiles than Dst has, and what is not finite."""

import array

import numpy
import pytest

import sfpu
from sfpu.checks import compare_values


def said(got, want, n, **more):
    with pytest.raises(AssertionError) as e:
        sfpu.assert_ulp(got, want, n, **more)
    return str(e.value).splitlines()


@pytest.mark.parametrize("dtype, format", [("float32", None), ("float16", None), ("uint16", "bf16"), ("int32", None),
                                           ("uint32", "sm32"), ("int16", None), ("int8", None), ("uint16", None)])
def test_formats(dtype, format):
    want = numpy.arange(100).astype(dtype)
    got = want.copy()
    got.view(f"uint{8 * got.itemsize}")[42] += 2
    sfpu.assert_ulp(got, want, 2, format=format)
    first, *_ = said(got, want, 1, format=format)
    assert first == "1 of 100 values are further than 1 ulp off; the worst (2 ulp) at [42]:"


def test_worst_of_many():
    want = numpy.ones((70, 1000), numpy.float32)
    got = want.copy()
    bits = got.view(numpy.uint32)
    bits[3, 4] += 5
    bits[69, 999] += 9
    bits[50, 0] += 9
    inputs = numpy.arange(70000, dtype=numpy.int32).reshape(want.shape)
    assert said(got, want, 4, inputs=inputs) == [
        "3 of 70000 values are further than 4 ulp off; the worst (9 ulp) at [50, 0]:",
        "  input     50000 (0x0000c350)", "  got       1.0000011 (0x3f800009)", "  expected  1 (0x3f800000)"]
    sfpu.assert_ulp(got, want, 9)


def test_not_finite():
    want = numpy.array([1, numpy.inf, numpy.nan, -0.0], numpy.float32)
    got = numpy.array([1, numpy.inf, numpy.nan, 0.0], numpy.float32)
    sfpu.assert_ulp(got, want, 0)
    got[2] = 1
    got[0] = 100
    assert said(got, want, 0)[0] == "2 of 4 values are further than 0 ulp off; the worst (not finite) at [2]:"
    assert compare_values(got, want, 0)[1].kind == sfpu.MismatchKind.NAN
    got[2], got[1] = numpy.nan, 3e38
    assert said(got, want, 0)[0] == "2 of 4 values are further than 0 ulp off; the worst (not finite) at [1]:"


def test_nothing_to_compare():
    sfpu.assert_ulp(numpy.zeros(0, numpy.float32), numpy.zeros(0, numpy.float32), 0)


@pytest.mark.parametrize("got, want, words", [
    (numpy.zeros(4, numpy.float32), numpy.zeros(5, numpy.float32), "4 values, and 5 are wanted"),
    (numpy.zeros(4, numpy.float32), numpy.zeros(4, numpy.int32), "values of fp32, and int32 are wanted"),
    (numpy.zeros(4), numpy.zeros(4), "no format of Dst for float64"),
    (numpy.zeros(4, numpy.float32), array.array("h", [0] * 4), "values of fp32 have 4 bytes, those of 'h' 2"),
], ids=range(4))
def test_other_values(got, want, words):
    with pytest.raises(sfpu.BadArgument, match=words):
        sfpu.assert_ulp(got, want, 0)
