"""Kernels under pytest: machines for tests, checks of their results, and the machines' findings after a failure.

If the package is installed, pytest loads the plugin itself; otherwise use `-p sfpu.pytest_plugin` or `pytest_plugins =
["sfpu.pytest_plugin"]`.
"""

import pathlib
from typing import Any, Callable, Generator, Iterator, List, Mapping, Optional, Sequence, Union

import pytest

from . import checks
from ._arrays import FormatLike
from .machine import Machine
from .names import ArchLike, Path, arch_name, arch_number

ARCHES = ("wormhole", "blackhole")
_MACHINES = pytest.StashKey[List[Machine]]()

Call = Union[str, Sequence[Any]]


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("sfpu", "kernels for Tenstorrent's SFPU")
    group.addoption("--sfpu-arch", metavar="ARCH", action="append", default=[],
                    help="run tests that have the fixture sfpu_arch for this arch, and skip machines of others; may be "
                         f"given more than once (default: {' and '.join(ARCHES)})")


def pytest_configure(config: Any) -> None:
    try:
        wanted_arches(config)
    except ValueError as e:
        raise pytest.UsageError(f"--sfpu-arch: {e}") from None


def wanted_arches(config: Any) -> List[str]:
    """The names of the arches to test."""
    return [arch_name(arch_number(a)) for a in config.getoption("--sfpu-arch")] or list(ARCHES)


def pytest_generate_tests(metafunc: Any) -> None:
    if "sfpu_arch" in metafunc.fixturenames:
        metafunc.parametrize("sfpu_arch", wanted_arches(metafunc.config), indirect=True)


@pytest.fixture
def sfpu_arch(request: Any) -> str:
    """Each arch in turn, as --sfpu-arch selects."""
    return str(request.param)


class MachineFactory:
    """The value of the fixture sfpu_machine. Its machines are closed after the test."""

    def __init__(self, arches: Sequence[str], arch: Optional[str], directory: pathlib.Path, machines: List[Machine]):
        self._arches, self._arch, self._directory, self._machines = arches, arch, directory, machines

    def __call__(self, arch: ArchLike = None, program: Optional[Path] = None, *, text: Optional[str] = None,
                 symbol: Optional[str] = None, calls: Sequence[Call] = (), init: Optional[str] = "llk",
                 settings: Mapping[str, Any] = {}) -> Machine:
        """Returns a machine of `arch`, or of the test's sfpu_arch, or of the arch that the program states. An arch that
        --sfpu-arch excludes skips the test.

        `program` is a file: assembly, words, or an ELF file, as for a TRISC. In an ELF file, a run calls `symbol`, or
        each of `calls`: a name, or a name with arguments. A path that does not exist is taken relative to the test's
        own directory. `text` is a source instead. `init` and `settings` are those of Machine.set(); init None: the
        state after power-on.
        """
        machine = Machine(self._chosen(arch))
        self._machines.append(machine)
        if text is not None:
            machine.load_text(text, "test.s")
        if program is not None:
            self._load(machine, pathlib.Path(program), symbol)
        for call in calls:
            machine.add_call(*((call,) if isinstance(call, str) else call))
        for name, value in {**({} if init is None else {"init": init}), **settings}.items():
            machine.set(name, value)
        return machine

    def _chosen(self, arch: ArchLike) -> ArchLike:
        if arch is None:
            return self._arch or (self._arches[0] if len(self._arches) == 1 else None)
        if arch_name(arch_number(arch)) not in self._arches:
            pytest.skip(f"{arch}: not of --sfpu-arch={','.join(self._arches)}")
        return arch

    def _load(self, machine: Machine, path: pathlib.Path, symbol: Optional[str]) -> None:
        if not path.exists():
            path = self._directory / path
        if symbol is None:
            machine.load_file(path)
        else:
            machine.load_elf(path, symbol)


def _machines(item: Any) -> List[Machine]:
    """The machines of a test."""
    machines: List[Machine] = item.stash.setdefault(_MACHINES, [])
    return machines


@pytest.fixture
def sfpu_machine(request: Any) -> Iterator[MachineFactory]:
    """Makes machines: sfpu_machine(arch, program)."""
    machines = _machines(request.node)
    arch = request.getfixturevalue("sfpu_arch") if "sfpu_arch" in request.fixturenames else None
    directory = pathlib.Path(str(request.node.fspath)).parent
    yield MachineFactory(wanted_arches(request.config), arch, directory, machines)
    for machine in machines:
        machine.close()
    machines.clear()


@pytest.fixture
def assert_ulp(request: Any) -> Callable[..., None]:
    """checks.assert_ulp with the inputs of the last run_on() of the test's machines."""

    def check(got: Any, want: Any, n: int, *, inputs: Any = None, format: FormatLike = None,
              input_format: FormatLike = None) -> None:
        __tracebackhide__ = True
        for machine in _machines(request.node):
            if inputs is None and machine.last_run is not None and machine.last_run[1] is got:
                inputs, input_format = machine.last_run[0], input_format or format
        checks.assert_ulp(got, want, n, inputs=inputs, format=format, input_format=input_format)

    return check


@pytest.fixture
def assert_cycles() -> Callable[..., None]:
    """checks.assert_cycles."""
    return checks.assert_cycles


def _report(machine: Machine) -> str:
    """The findings of a machine, and what ended its run."""
    failure = machine.failure()
    ended = f"{machine.place(failure.index)}: {failure.text}\n" if failure else ""
    return (ended + machine.print_findings()).rstrip("\n")


@pytest.hookimpl(hookwrapper=True)  # type: ignore[misc]
def pytest_runtest_makereport(item: Any, call: Any) -> Generator[None, Any, None]:
    """Adds the findings of a failed test to its report, as a section."""
    outcome = yield
    report = outcome.get_result()
    if call.when != "call" or not report.failed:
        return
    for i, machine in enumerate(_machines(item)):
        if not machine.closed and (said := _report(machine)):
            report.sections.append((f"sfpu findings, machine {i + 1}", said))
