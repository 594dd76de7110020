"""What the machine computes as WebAssembly, with vectors and without, is what it computes on the host."""
import os
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
VECTORS = os.path.join(ROOT, "tests/vectors")
HOST = [os.path.join(BUILD, "tests/bits")]
PROGRAMS = os.environ.get("SFP_WEB_PROGRAMS", "100000")


def output(command, *arguments):
    return subprocess.run([*command, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


@pytest.fixture(params=["simd", "plain"])
def wasm(request):
    return ["node", os.path.join(BUILD, f"wasm/bits-{request.param}.js")]


@pytest.fixture(scope="module")
def golden(tmp_path_factory):
    """The states and words of the golden records: 1554 of both arches."""
    path = str(tmp_path_factory.mktemp("golden") / "states")
    files = [os.path.join(VECTORS, f) for f in sorted(os.listdir(VECTORS)) if f.endswith(".jsonl")]
    assert int(output([os.path.join(BUILD, "tests/golden_states")], path, *files)) > 1500
    return path


@pytest.fixture(scope="module")
def random_programs():
    return output(HOST, "random", PROGRAMS)


def test_golden(wasm, golden):
    """Which the host has right (tests/unit/test_golden.c)."""
    assert output(wasm, "states", golden) == output(HOST, "states", golden)


@pytest.mark.parametrize("arch, name", [("wormhole", "wh"), ("blackhole", "bh")])
def test_multiply_adds(wasm, arch, name):
    assert output(wasm, "fma", os.path.join(VECTORS, f"fma_{name}.bin"), arch) == "4000 multiply-adds, 0 wrong\n"


def test_random_programs(wasm, random_programs):
    """States, cycles and instructions, as a hash."""
    assert output(wasm, "random", PROGRAMS) == random_programs
