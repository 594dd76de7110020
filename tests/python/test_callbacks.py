"""Functions that the library calls: what they may not do, and how long they are kept."""

import copy
import gc
import os
import pickle
import signal
import threading

import pytest

import sfpu

KERNEL = "sfpload L0, 0, 3, 3\nsfpmul L1, L0, L0, L9, 0\nsfpstore L1, 0, 3, 3\n"
REFUSED = "a function that the machine calls may only read the machine"

# All that changes a machine, or exchanges a function that it calls.
CHANGES = {
    "run": lambda m: m.run(),
    "step": lambda m: m.step(),
    "run_until": lambda m: m.run_until(cycles=1),
    "end_run": lambda m: m.end_run(),
    "load_text": lambda m: m.load_text(KERNEL),
    "load_words": lambda m: m.load_words([0x02000000]),
    "reset": lambda m: m.reset(),
    "set": lambda m: m.set("init", "llk"),
    "want": lambda m: m.want(sfpu.View.TRACE, print),
    "on_event": lambda m: m.on_event(None),
    "on_read": lambda m: m.on_read(None),
    "clear_findings": lambda m: m.clear_findings(),
    "warn": lambda m: m.warn("no-uninit"),
    "fail_findings": lambda m: m.fail_findings(sfpu.Severity.NOTE),
    "set_gaps": lambda m: m.set_gaps("* 1\n"),
    "set_state": lambda m: m.set_state("{}"),
    "configure_runs": lambda m: m.configure_runs(),
    "configure_assembly": lambda m: m.configure_assembly(),
    "share_preprocessed": lambda m: m.share_preprocessed(None),
    "take_snapshot": lambda m: m.take_snapshot(),
    "perturb": lambda m: m.perturb(),
    "close": lambda m: m.close(),
}
# Each has `call` called.
CALLERS = {
    "on_event": lambda m, call: (m.on_event(call), m.run()),
    "want": lambda m, call: (m.want(sfpu.View.TRACE, call), m.run()),
    "visit_findings": lambda m, call: (m.run(), m.visit_findings(call)),
    "on_read": lambda m, call: (m.on_read(call), m.load_file("k.s")),
}


@pytest.fixture(name="m")
def machine():
    with sfpu.Machine("wormhole") as m:
        m.load_text(KERNEL)
        yield m


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("change", CHANGES)
def test_callbacks_only_read(m, caller, change, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.s").write_text(KERNEL)
    tried = []

    def call(*_):
        m.lreg(0)
        with pytest.raises(sfpu.BadArgument, match=REFUSED):
            CHANGES[change](m)
        gc.collect()
        tried.append(True)

    CALLERS[caller](m, call)
    assert tried and not m.closed
    m.run()


@pytest.mark.parametrize("retried", [False, True], ids=["twice", "after a failure"])
def test_each_that_wants_a_view_gets_it(retried):
    """The library keeps both, and so are both of theirs."""
    first, second = [], []
    m = sfpu.Machine("wormhole")
    if not retried:
        m.load_text(KERNEL)
    m.want(sfpu.View.TRACE, first.append)
    if retried:
        with pytest.raises(sfpu.NoProgram):
            m.run()
        m.load_text(KERNEL)
    m.want(sfpu.View.TRACE, second.append)
    gc.collect()
    m.run()
    assert first and b"".join(first) == b"".join(second)
    m.run()  # nobody wants anything of this one
    assert len(first) == len(second) == 1


def test_views_of_a_run_that_is_stopped(m):
    pieces = []
    m.want(sfpu.View.TRACE, pieces.append)
    assert m.step()
    gc.collect()
    m.run()
    assert pieces


@pytest.mark.parametrize("make", [
    lambda: sfpu.Machine("wormhole"), sfpu.Preprocessed, lambda: sfpu.assemble_text(KERNEL),
    lambda: sfpu.Image.of(memoryview(bytes(64)).cast("f"), layout="rows")], ids=["machine", "preprocessed", "program", "image"])
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, pickle.dumps])
def test_handles_are_not_copied(make, how):
    with make() as handle:
        with pytest.raises(TypeError, match="cannot be copied"):
            how(handle)


def test_preprocessed_is_kept_by_those_that_share_it(tmp_path):
    source = tmp_path / "p.S"
    source.write_text("#define A 1\n sfpnop\n")
    m, other = sfpu.Machine("wormhole"), sfpu.Machine("wormhole")
    with sfpu.Preprocessed() as p:
        m.share_preprocessed(p)
        other.share_preprocessed(p)
    with pytest.raises(sfpu.BadArgument, match="the preprocessed is closed"):
        m.share_preprocessed(p)
    other.close()
    m.load_file(source)
    m.share_preprocessed(None)
    m.load_file(source)
    assert m.words.tolist() == [0x8F000000]


def test_workers_are_bounded(m):
    assert m.perturb(workers=2, most=1, pairs=0)
    with pytest.raises(sfpu.BadArgument, match="at most 256 workers"):
        m.perturb(workers=4000)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("observer", [None, lambda event: None])
def test_ctrl_c_ends_a_run(m, observer):
    """Of so many passes that the test would not end. Where the exception is raised at the door of a callback, ctypes drops
    it."""
    m.on_event(observer)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        m.run(10**12)
    timer.join()
    m.run(2)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("workers", [1, 3])
def test_ctrl_c_ends_a_search(m, workers):
    """Of so many pairs that the test would not end."""
    m.load_text("sfpmul L1, L0, L0, L9, 0\nsfpnop\n" * 100)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        m.perturb(100, most=64, pairs=10**9, workers=workers)
    timer.join()
    m.run(2)


def test_a_search_is_interrupted(m):
    m.load_text("sfpmul L1, L0, L0, L9, 0\nsfpnop\n" * 100)
    timer = threading.Timer(0.1, m.interrupt)
    timer.start()
    with pytest.raises(sfpu.Interrupted, match="the run was interrupted"):
        m.perturb(100, most=64, pairs=10**9)
    timer.join()
    assert m.perturb(most=1, pairs=0)


def test_a_run_is_interrupted(m):
    timer = threading.Timer(0.1, m.interrupt)
    timer.start()
    with pytest.raises(sfpu.Interrupted, match="the run was interrupted"):
        m.run(10**12)
    timer.join()
    m.run(2)


def test_files_are_told_of_though_a_load_fails(tmp_path):
    (tmp_path / "i.inc").write_text(" sfpnop\n")
    (tmp_path / "k.s").write_text(f' .include "{tmp_path}/i.inc"\n sfpnone\n')
    heard = []
    m = sfpu.Machine()
    m.on_read(heard.append)
    with pytest.raises(sfpu.BadSource):
        m.load_file(tmp_path / "k.s")
    assert heard == [str(tmp_path / "k.s"), str(tmp_path / "i.inc")]
