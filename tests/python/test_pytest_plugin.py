"""The pytest plugin, in runs of pytest of its own."""

import glob
import re

import pytest
from header import ROOT

PACKAGE = ROOT / "examples" / "python"
SCALE = ROOT / "examples" / "compiled" / "scale.elf"


@pytest.fixture
def run(pytester, monkeypatch):
    """Runs pytest on a file of tests, and gives what it printed."""
    monkeypatch.setenv("PYTHONPATH", str(PACKAGE))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # one may be installed

    def run_tests(source, *arguments):
        pytester.makepyfile(test_it="import numpy, pytest, sfpu\n" + source)
        return pytester.runpytest_subprocess("-p", "sfpu.pytest_plugin", "-p", "no:cacheprovider", "-vv", *arguments)

    return run_tests


def test_readme(run, pytester):
    """The test that it shows, and what is said of it."""
    shown = (PACKAGE / "README.md").read_text().split("\n## Under pytest\n")[1]
    test, said = re.findall(r"^```\n(.*?)^```", shown, flags=re.S | re.M)
    (pytester.path / "square.s").write_text(".rept 32\nsfpload L0, 0, 3, 3\nsfpmul L0, L0, L0, L9, 0\n"
                                            "sfpstore L0, 0, 3, 3\nttincrwc 0, 2, 0, 0\n.endr\n")
    result = run(test)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines([glob.escape(line) for line in said.splitlines()])


EARLY = """
def test_early(sfpu_machine, assert_ulp):
    m = sfpu_machine("wormhole", text="sfpload L0, 0, 3, 3\\nsfpmul L0, L0, L0, L9, 0\\nsfpstore L0, 0, 3, 3\\n")
    x = numpy.full((32, 32), 3, numpy.float32)
    y = m.run_on(x)
    want = numpy.where(y == 3, y, 4).astype(numpy.float32)
    want[0, 0] = 9
    assert_ulp(y, want, 1)
"""


def test_failure_tells_input_and_findings(run):
    result = run(EARLY)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        ">       assert_ulp(y, want, 1)",
        "E * 1 of 1024 values are further than 1 ulp off; the worst (13631488 ulp) at [[]0, 0[]]:",
        "E *   input     3 (0x40400000)", "E *   got       3 (0x40400000)", "E *   expected  9 (0x41100000)",
        "*- sfpu findings, machine 1 -*", "test.s:3:*mad-raw*"])


def test_what_passes_says_nothing(run):
    result = run(EARLY.replace("want[0, 0] = 9", ""), "-rA")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*findings*")


def test_failure_of_the_run_is_told(run):
    result = run(f"""
def test_refused(sfpu_machine):
    sfpu_machine("wormhole", text="sfpnop\\nttdotpv 0, 0, 0, 0, 0\\n").run()
""")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*- sfpu findings, machine 1 -*", "test.s:2:1: *"])


ARCHES = """
def test_each(sfpu_machine, sfpu_arch):
    assert sfpu.arch_name(sfpu_machine(text="sfpnop\\n").arch) == sfpu_arch

def test_blackhole(sfpu_machine):
    assert sfpu_machine("bh").arch == sfpu.Arch.BLACKHOLE

def test_any(sfpu_machine):
    print(sfpu.arch_name(sfpu_machine(text="sfpnop\\n").arch))
"""


def test_arches(run):
    result = run(ARCHES)
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["*test_each[[]wormhole[]] PASSED*", "*test_each[[]blackhole[]] PASSED*"])


def test_arch_option(run):
    result = run(ARCHES, "--sfpu-arch=wh", "-rsP")
    result.assert_outcomes(passed=2, skipped=1)
    result.stdout.fnmatch_lines(["wormhole", "*bh: not of --sfpu-arch=wormhole"])
    run(ARCHES, "--sfpu-arch=wh", "--sfpu-arch=bh").assert_outcomes(passed=4)


def test_arch_option_that_is_none(run):
    result = run(ARCHES, "--sfpu-arch=grayskull")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--sfpu-arch: no arch 'grayskull': wormhole (wh) or blackhole (bh)*"])


def test_elf_of_a_trisc(run, pytester):
    (pytester.path / "scale.elf").write_bytes(SCALE.read_bytes())
    run("""
import os
X = numpy.arange(1024, dtype=numpy.float32).reshape(32, 32)

def test_calls(sfpu_machine, assert_ulp, assert_cycles):
    m = sfpu_machine("wormhole", "scale.elf", calls=[("init", 0x4080), "calculate"])
    assert_ulp(m.run_on(X), 4 * X, 0)
    assert_cycles(m, 238)
    assert_cycles(m, at_most=238)

def test_symbol(sfpu_machine):
    m = sfpu_machine("wormhole", "scale.elf", symbol="init", init=None, settings={"prng-seed": 1})
    m.run()
    assert m.core().words == 2

def test_relative(sfpu_machine, tmp_path):
    os.chdir(tmp_path)
    sfpu_machine("wormhole", "scale.elf")
""").assert_outcomes(passed=3)


def test_cycles(run):
    result = run("""
def machine(sfpu_machine):
    m = sfpu_machine("wormhole", text=".rept 8\\nsfpload L0, 0, 3, 3\\nsfpstore L0, 0, 3, 3\\n"
                                      "ttincrwc 0, 2, 0, 0\\n.endr\\n")
    m.want(sfpu.View.STATS)
    m.run()
    return m

def test_exactly(sfpu_machine, assert_cycles):
    assert_cycles(machine(sfpu_machine), 25)

def test_at_most(sfpu_machine, assert_cycles):
    assert_cycles(machine(sfpu_machine), at_most=23)

def test_steady(sfpu_machine, assert_cycles):
    m = machine(sfpu_machine)
    assert_cycles(m, per_32_lanes=3)
    assert_cycles(m, per_32_lanes=2)

def test_none(sfpu_machine, assert_cycles):
    with pytest.raises(sfpu.BadArgument, match="how many cycles"):
        assert_cycles(machine(sfpu_machine))
""")
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines([
        "E * AssertionError: 24 cycles, not 25 (24 instructions, 16 of them of the vector unit)",
        "E * AssertionError: 24 cycles, more than 23 (24 instructions, 16 of them of the vector unit)",
        "E * AssertionError: 3 cycles for 32 lanes, more than 2 (24 instructions, 16 of them of the vector unit)"])


def test_machines_are_closed(run):
    run("""
made = []

def test_makes(sfpu_machine):
    made.append(sfpu_machine("wormhole"))

def test_is_closed():
    assert made[0].closed
""").assert_outcomes(passed=2)
