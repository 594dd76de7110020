"""What pip makes of the project, without a network; and the types, as mypy has them."""

import importlib.util
import os
import shutil
import subprocess
import sys

import pytest
from header import ROOT

import sfpu

PROJECT = ROOT / "examples" / "python"

long_test = pytest.mark.skipif(not os.environ.get("SFP_LONG"), reason="a long test")


def missing(*modules):
    return [m for m in modules if importlib.util.find_spec(m) is None]


def run(*command, **environment):
    return subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)


@long_test
@pytest.mark.skipif(bool(missing("pip", "setuptools", "wheel")), reason="no pip, setuptools or wheel")
def test_pip(tmp_path):
    """In a copy, as setuptools leaves things beside its sources."""
    project, site = tmp_path / "python", tmp_path / "site"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    said = run(sys.executable, "-m", "pip", "install", "--no-index", "--no-build-isolation", "--no-deps",
               "--root-user-action=ignore", "--target", str(site), str(project), PYTHONPATH="")
    assert said.returncode == 0, said.stdout
    info = site / f"sfpu-{sfpu.__version__}.dist-info"
    assert (info / "entry_points.txt").read_text() == "[pytest11]\nsfpu = sfpu.pytest_plugin\n"
    assert (site / "sfpu" / "py.typed").exists()
    assert sorted(p.name for p in (site / "sfpu").glob("*.py")) == sorted(
        p.name for p in (PROJECT / "sfpu").glob("*.py"))
    said = run(sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(PROJECT),
               PYTHONPATH=str(site), PYTEST_DISABLE_PLUGIN_AUTOLOAD="")
    assert " passed" in said.stdout and said.returncode == 0, said.stdout


@long_test
@pytest.mark.skipif(shutil.which("mypy") is None, reason="no mypy")
def test_types(tmp_path):
    said = run("mypy", "--strict", "--cache-dir", str(tmp_path), "-p", "sfpu", MYPYPATH=str(PROJECT))
    assert said.returncode == 0, said.stdout


def test_what_make_installs_is_what_pip_does(tmp_path):
    """The same name, version, description and entry points."""
    said = run(str(ROOT / "asm" / "cli" / "gen-dist-info"), str(PROJECT / "pyproject.toml"), sfpu.__version__,
               str(tmp_path))
    assert said.returncode == 0, said.stdout
    lines = (tmp_path / "METADATA").read_text().splitlines()
    assert lines[1:3] == ["Name: sfpu", f"Version: {sfpu.__version__}"] and len(lines) == 5 and all(lines)
    assert (tmp_path / "entry_points.txt").read_text() == "[pytest11]\nsfpu = sfpu.pytest_plugin\n"
