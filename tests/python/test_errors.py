"""What fails: exceptions by code, with the library's words; what callbacks raise; what is closed; numbers that do not
fit; a library that is not there, or is another one."""

import gc
import os
import pickle
import shutil
import subprocess
import sys

import numpy
import pytest
from header import ROOT

import sfpu
from sfpu import errors

PACKAGE = ROOT / "examples" / "python"


@pytest.fixture
def m():
    with sfpu.Machine("wormhole") as machine:
        yield machine


def test_each_code_has_an_exception():
    failures = [code for code in sfpu.Code if code < 0]
    assert set(errors.BY_CODE) == set(failures)
    for code in failures:
        assert isinstance(errors.error_of(code, "x"), errors.BY_CODE[code])
    later = errors.error_of(-99, "of a later library")
    assert type(later) is sfpu.Error and later.code == -99
    again = pickle.loads(pickle.dumps(errors.error_of(-2, "x")))
    assert (type(again), str(again), again.code) == (sfpu.BadArgument, "x", sfpu.Code.BAD_ARGUMENT)


def test_codes(m):
    with pytest.raises(sfpu.NoProgram, match="no program is loaded"):
        m.run()
    assert m.error() == "no program is loaded"
    with pytest.raises(sfpu.BadInput, match="no-such-file.bin"):
        m.load_file("no-such-file.bin")
    with pytest.raises(sfpu.BadArgument, match="no such setting"):
        m.set("dst-bass", 0)
    m.load_words([0x71004000, 0x29000000])
    with pytest.raises(sfpu.Refused):
        m.run()
    assert m.failure().index == 1


def test_sources(m):
    with pytest.raises(sfpu.BadSource, match="bad.s:1:1: error: unknown instruction 'sfpnopp'") as e:
        m.load_text("sfpnopp\n", "bad.s")
    (said,) = e.value.diagnostics
    assert (said.severity, said.line, said.column) == ("error", 1, 1)
    with pytest.raises(sfpu.BadSource, match="bad.s:1:1: error") as e:
        sfpu.assemble_text("sfpnopp\nsfpnopp\n", "bad.s")
    assert len(e.value.diagnostics) == 2
    with pytest.raises(sfpu.BadInput) as e:
        sfpu.disassemble_bytes(b"abc")
    assert e.value.diagnostics
    with pytest.raises(sfpu.BadInput):
        sfpu.read_program("no-such-file.bin")


@pytest.mark.parametrize("call", [
    lambda m: m.run(-1), lambda m: m.run(1 << 64), lambda m: m.lreg(-1), lambda m: m.run_until(cycles=-1),
    lambda m: m.run_until(breakpoints=[-1]), lambda m: m.configure_runs(vectors=1 << 64),
    lambda m: m.set_lreg(0, 1 << 32), lambda m: m.set_lreg(0, [0] * 31), lambda m: m.disassemble(1 << 32),
    lambda m: m.give("mailbox-b", [-1]), lambda m: sfpu.Batch(m, [-1], [0], "fp32"), lambda m: m.lreg(17),
], ids=range(12))
def test_numbers_that_do_not_fit(m, call):
    m.load_text("sfpnop\n")
    with pytest.raises(sfpu.BadArgument):
        call(m)


@pytest.mark.parametrize("values, format, words", [
    (numpy.zeros(1024), None, "no format of Dst for float64"),
    (numpy.zeros(1024, numpy.float32), "bf16", "values of bf16 have 2 bytes, those of float32 4"),
    (numpy.zeros(1024, numpy.float32), "fp33", "no format 'fp33'"),
    (numpy.zeros(1023, numpy.float32), None, "whole"),
    ([1.0] * 1024, None, "values are an array, or bytes, not list"),
    (bytes(4096), None, "no format of Dst for 'B'"),
    (numpy.array(["a"]), None, "no format of Dst for str"),
], ids=range(7))
def test_wrong_types_and_shapes(m, values, format, words):
    with pytest.raises(ValueError, match=words):
        m.write(values, format)
    with pytest.raises(ValueError):
        m.read(values, format)


def test_other_values(m):
    with pytest.raises(sfpu.BadArgument, match="values of four bytes are wanted, not float64"):
        m.set_lreg(0, numpy.zeros(32))
    with pytest.raises(sfpu.BadArgument, match="so many values of which format"):
        m.read(1024)
    with pytest.raises(sfpu.BadArgument, match="no layout 'columns'"):
        m.read(1024, "fp32", "columns")
    with pytest.raises(sfpu.BadArgument, match="a NUL in a name"):
        m.set("in\0it", "llk")
    with pytest.raises(TypeError):
        m.run("1")
    for of in (sfpu.Machine, lambda a: sfpu.assemble_text("", how=sfpu.Assembly(arch=a))):
        with pytest.raises(sfpu.BadArgument, match="no arch 'grayskull': wormhole"):
            of("grayskull")


def test_closed(m):
    batch_machine = sfpu.Machine("wormhole")
    batch_machine.load_text("sfpnop\n")
    batch = sfpu.Batch(batch_machine, [0], [0], "fp32")
    batch_machine.close()
    assert batch.run(numpy.ones(1, numpy.float32)).tolist() == [1]
    program = sfpu.assemble_text("sfpnop\n")
    image = sfpu.Image.of(numpy.zeros(16, numpy.float32), layout="rows")
    for handle in (m, batch, program, image):
        assert not handle.closed
        handle.close()
        handle.close()
        assert handle.closed
    for call, what in ((lambda: m.lreg(0), "machine"), (lambda: m.load_text("sfpnop\n"), "machine"),
                       (lambda: m.words, "machine"),
                       (lambda: m.clear_findings(), "machine"), (lambda: batch.in_full, "batch"),
                       (lambda: program.words, "program"), (lambda: image.bytes(), "image")):
        with pytest.raises(sfpu.BadArgument, match=f"the {what} is closed"):
            call()


class Lost(Exception):
    pass


def fail(*_):
    raise Lost("in a callback")


@pytest.mark.parametrize("arm, call", [
    (lambda m: m.on_event(fail), lambda m: m.run()),
    (lambda m: m.on_event(fail), lambda m: m.step()),
    (lambda m: m.want(sfpu.View.TRACE, fail), lambda m: m.run()),
    (lambda m: m.run(), lambda m: m.visit_findings(fail)),
], ids=["run", "step", "view", "findings"])
def test_exceptions_of_callbacks_are_not_lost(m, arm, call, capfd):
    m.load_text("sfpmul L1, L0, L0, L9, 0\nsfpmov L2, L1, 0\n")
    arm(m)
    with pytest.raises(Lost, match="in a callback"):
        call(m)
    m.on_event(None)
    m.run()
    assert capfd.readouterr().err == ""


def test_one_exception_a_call(m):
    """The rest of a run is not heard once an observer has failed; the run goes to its end."""
    m.load_text("sfpnop\n" * 4)
    heard = []

    def observe(event):
        heard.append(event)
        raise KeyboardInterrupt

    m.on_event(observe)
    with pytest.raises(KeyboardInterrupt):
        m.run()
    assert len(heard) == 1 and m.result().instructions == 4


def test_what_writes_fails():
    with sfpu.assemble_text("sfpnop\n") as program, pytest.raises(Lost):
        program.write(fail)


def test_observers_only_read(m):
    m.load_text("sfpnop\n")
    seen = []

    def observe(event):
        seen.append(m.lreg(0)[0])
        for call in (m.reset, m.close):
            with pytest.raises(sfpu.BadArgument):
                call()

    m.on_event(observe)
    m.run()
    assert seen and not m.closed


def test_what_nobody_has_is_freed(monkeypatch):
    """At once: a machine is in no cycle but what its caller makes."""
    freed = []
    monkeypatch.setattr(sfpu.Machine, "_free", lambda _, pointer: freed.append(pointer.value))
    gc.disable()
    try:
        m = sfpu.Machine("wormhole")
        address = m._pointer.value
        m.load_text("sfpnop\n")
        m.on_event(print)
        m.run_until(cycles=1)
        del m
        assert freed == [address]
    finally:
        gc.enable()


# The library.


def run_python(code, **environment):
    told = {k: v for k, v in os.environ.items() if k not in ("SFPU_LIBRARY", "PYTHONPATH")}
    return subprocess.run([sys.executable, "-B", "-c", code], env={**told, "PYTHONPATH": str(PACKAGE), **environment},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_missing_library(tmp_path):
    said = run_python("import sfpu", SFPU_LIBRARY=str(tmp_path / "libsfpu.so"))
    assert said.returncode == 1
    assert "ImportError: no libsfpu: " in said.stderr and "SFPU_LIBRARY is where it is" in said.stderr


def built(directory, source):
    (directory / "l.c").write_text(source)
    library = directory / "libsfpu.so.0"
    subprocess.run([os.environ.get("CC") or "cc", "-shared", "-fPIC", "-o", library, directory / "l.c"], check=True)
    return str(library)


def test_another_version(tmp_path):
    library = built(tmp_path, 'const char *sfpu_version(void) { return "0.0.9"; }\n')
    said = run_python("import sfpu", SFPU_LIBRARY=library)
    assert f"ImportError: {library} is libsfpu 0.0.9, which has no sfpu_code_text: this package is for" in said.stderr
    said = run_python("import sfpu", SFPU_LIBRARY=built(tmp_path, "int nothing;\n"))
    assert f"ImportError: {library} is no libsfpu" in said.stderr


def test_version():
    makefile = (ROOT / "Makefile").read_text()
    assert f"\nVERSION = {sfpu.__version__}\n" in makefile and sfpu.version() == sfpu.__version__


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
import array, sfpu
with sfpu.Machine("wormhole") as m:
    m.load_text("sfpload L0, 0, 3, 3\\nsfpmul L0, L0, L0, L9, 0\\nsfpnop\\nsfpstore L0, 0, 3, 3\\n")
    m.set("init", "llk")
    y = m.run_on(array.array("f", [3.0] * 1024))
    assert (type(y), y.typecode, y.count(9.0)) == (array.array, "f", 32), y
    m.set_lreg(0, [1.5] * 32)
    assert list(m.lreg(0)) == [0x3FC00000] * 32 and list(m.words)[2] == 0x8F000000
    assert m.read(16, "bf16", "rows").typecode == "H"
    assert list(sfpu.numbers(array.array("H", [0x3FC0]), "bf16")) == [1.5]
    m.reset()
    with sfpu.Batch(m, [0], [0], "fp32") as batch:
        assert list(batch.run(array.array("f", [3.0]))) == [9.0]
    try:
        sfpu.assert_ulp(array.array("f", [1.0]), array.array("f", [2.0]), 1, inputs=array.array("f", [7.0]))
    except AssertionError as e:
        print(e)
"""


def test_without_numpy():
    said = run_python(WITHOUT_NUMPY, SFPU_LIBRARY=os.environ.get("SFPU_LIBRARY", ""))
    assert said.stderr == ""
    assert said.stdout == ("1 of 1 values are further than 1 ulp off; the worst (8388608 ulp) at [0]:\n"
                           "  input     7 (0x40e00000)\n  got       1 (0x3f800000)\n  expected  2 (0x40000000)\n")


def test_where_the_library_is_looked_for(tmp_path):
    """Of what is installed below a prefix that the system does not look into, in it."""
    prefix = tmp_path / "prefix"
    package = prefix / "lib" / "python3" / "dist-packages"
    shutil.copytree(PACKAGE / "sfpu", package / "sfpu")
    (prefix / "lib" / "libsfpu.so.0").symlink_to(sfpu._library.lib.path)
    code = "from sfpu import _library; print(list(_library.candidates()), _library.lib.path)"
    said = run_python(code, PYTHONPATH=str(package))
    assert said.stdout == f"['{prefix}/lib/libsfpu.so.0', 'libsfpu.so.0'] {prefix}/lib/libsfpu.so.0\n"
