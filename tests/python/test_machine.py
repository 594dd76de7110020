"""What a machine does, function by function: values that tests of the library have in C come out in Python."""

import array
import io
import json
import threading

import numpy
import pytest
from header import ROOT

import sfpu

EXAMPLES = ROOT / "examples"
SQUARE = "sfpload L0, 0, 3, 3\nsfpmul L0, L0, L0, L9, 0\nsfpnop\nsfpstore L0, 0, 3, 3\n"


@pytest.fixture
def m():
    with sfpu.Machine("wormhole") as machine:
        yield machine


@pytest.fixture
def scale(m):
    """A compiled kernel that multiplies by 4."""
    m.load_file(EXAMPLES / "compiled" / "scale.elf")
    m.set("init", "llk")
    m.configure_runs(keeps_words=True)
    m.add_call("init", 0x4080)
    m.add_call("calculate")
    return m


# Programs.


def test_threads(m):
    m.load_text("sfpnop\n", "a.s")
    m.select_thread("pack")
    m.load_text("sfpmov L1, L0, 0\nsfpnop\n", "b.s")
    assert m.words.tolist() == [0x8F000000, 0x7C000010, 0x8F000000]
    assert [m.word_thread(i) for i in range(3)] == [sfpu.Thread.MATH, sfpu.Thread.PACK, sfpu.Thread.PACK]
    assert [m.thread_kernel(t) for t in sfpu.Thread] == [None, "a.s", "b.s"]
    m.set_gaps("1 3")
    with pytest.raises(sfpu.BadArgument, match="there is no word 3"):
        m.word_thread(3)
    with pytest.raises(sfpu.BadArgument, match="no thread 'T1': unpack, math or pack"):
        m.select_thread("T1")
    with pytest.raises(sfpu.BadArgument, match="'fair' is not an arbiter"):
        m.configure_threads("fair")
    m.configure_threads("random:7", {"unpack": 1})
    with pytest.raises(sfpu.BadArgument, match="a start of unpack is set, which has no words"):
        m.run()
    m.configure_threads("high")
    m.set_gaps("* 0")
    m.run()
    assert [m.thread_result(t).cycles for t in sfpu.Thread] == [0, 3, 2]  # pack issues in cycles 0 and 1
    assert m.thread_stalls("math") == {"taken": 2}
    with sfpu.assemble_text(".thread pack\nsfpnop\n") as program:
        assert program.word_thread(0) == sfpu.Thread.PACK


def test_races(m):
    # math's SFPMOV issues in cycle 0, and pack's, which reads its L1, in cycle 1.
    seen = []
    m.load_text("sfpmov L1, L0, 0\n.thread pack\nsfpmov L2, L1, 0\n", "a.s")
    m.configure_threads("low")
    m.on_event(seen.append, [sfpu.EventKind.PASS, sfpu.EventKind.EXEC])
    assert m.races() == []
    m.run()
    assert [(e.cycle, e.thread) for e in seen] == [(0, None), (0, sfpu.Thread.MATH), (1, sfpu.Thread.PACK)]
    assert m.races() == [sfpu.Race("L1", -1, (sfpu.Thread.PACK, sfpu.Thread.MATH), (1, 0), (False, True),
                                   (False, False), 1)]
    assert [f.thread for f in m.findings() if f.name == "thread-race"] == [sfpu.Thread.PACK]


def test_program(m):
    m.load_text("first: sfpnop\n.region body\nsfpmov L1, L0, 0\nsfpnop\n.endregion\n", "k.s")
    assert m.words.tolist() == [0x8F000000, 0x7C000010, 0x8F000000]
    assert m.words.dtype == numpy.uint32
    assert [m.disassemble(w) for w in m.words] == ["sfpnop", "sfpmov\tL1,L0,0", "sfpnop"]
    assert (m.place(1), m.where(1)) == ("k.s:3:1", sfpu.Where("k.s", 3, 1, False, "sfpmov L1, L0, 0", 16))
    assert m.regions == [sfpu.Region("body", 1, 3)]
    assert (m.source_files, m.source_paths, m.selected()) == ([], [], None)
    assert (m.arch, m.stated_arch, m.is_compiled) == (sfpu.Arch.WORMHOLE, sfpu.Arch.WORMHOLE, False)
    m.load_file(EXAMPLES / "relu6" / "relu6.s")
    assert m.source_files[:1] == [str(EXAMPLES / "relu6" / "relu6.s")]
    assert m.simd_level.startswith(("x86-64", "generic"))


def test_constants(m):
    m.load_text("A = 1\n.set B, -2\n.set C, 1\n.set C, 2\n.macro one\nsfploadi L0, A, 2\n.endm\nsfpnop\none\n", "k.s")
    assert m.constants == {"A": 1, "B": -2}
    assert (m.where(1).text, m.call(1).text, m.call(1).line) == ("sfploadi L0, A, 2", "one", 9)
    with pytest.raises(sfpu.BadInput):
        m.call(0)


def test_stated_arch():
    with sfpu.Machine() as m:
        assert m.arch == sfpu.Arch.ANY_ARCH
        m.load_text(".arch blackhole\nsfpnop\n")
        assert (m.arch, m.stated_arch) == (sfpu.Arch.BLACKHOLE, sfpu.Arch.BLACKHOLE)


@pytest.mark.parametrize("words", [[0x8F000000, 0x8F000000], (0x8F000000,) * 2, array.array("I", [0x8F000000] * 2),
                                   numpy.full(2, 0x8F000000, numpy.uint32), bytes.fromhex("0000008f") * 2],
                         ids=range(5))
def test_words(m, words):
    m.load_words(words)
    assert m.words.tolist() == [0x8F000000] * 2


def test_configured_assembly(m):
    m.configure_assembly(sfpu.Assembly(defines={"VALUE": 7, "OTHER": None}, warnings=["error"]))
    m.load_text("sfploadi L0, VALUE + OTHER, 2\n")
    assert m.disassemble(int(m.words[0])) == "sfploadi\tL0,8,2"
    m.configure_assembly()
    with pytest.raises(sfpu.BadSource):
        m.load_text("sfploadi L0, VALUE, 2\n")


def test_preprocessed(m, tmp_path):
    source = tmp_path / "k.S"
    source.write_text("#define L L3\nsfpmov L, L0, 0\n")
    with sfpu.Preprocessed() as shared:
        m.share_preprocessed(shared)
        m.load_file(source)
        source.write_text("#error changed\n")
        m.load_file(source)
        assert m.disassemble(int(m.words[0])) == "sfpmov\tL3,L0,0"
        m.share_preprocessed(None)


def test_diagnostics(m):
    m.load_text(".warning \"beware\"\nsfpnop\n", "w.s")
    (said,) = m.diagnostics
    assert (said.severity, said.file, said.line, said.text) == ("warning", "w.s", 1, "beware")
    assert said.source_line == '.warning "beware"'
    assert said.printed.startswith("w.s:1:10: warning: beware [-Wuser]\n")
    m.load_text("sfpnop\n")
    assert m.diagnostics == []


# State.


def test_lregs(m):
    for given in (numpy.arange(32, dtype=numpy.float32), array.array("f", range(32)),
                  [float(i) for i in range(32)]):
        m.set_lreg(0, 0)
        m.set_lreg(0, given)
        assert m.lreg(0).view(numpy.float32).tolist() == list(range(32))
    m.set_lreg(1, -1)
    assert set(m.lreg(1).tolist()) == {0xFFFFFFFF}
    m.set_lreg(1, 1.5)
    assert set(m.lreg(1).tolist()) == {0x3FC00000}
    m.set_lreg(1, numpy.float32(2))
    assert set(m.lreg(1).tolist()) == {0x40000000}


def test_flags(m):
    m.flags = 0xF0F0F0F0, 0xFFFFFFFF
    assert (m.flags, m.enabled) == ((0xF0F0F0F0, 0xFFFFFFFF), 0xF0F0F0F0)
    m.load_text("sfppushc 0\n")
    m.run()
    assert (m.stack.depth, m.stack.flags[0], m.stack.use_flags[0]) == (1, 0xF0F0F0F0, 0xFFFFFFFF)


def test_macros(m):
    macros = m.macros
    assert [len(lanes) for lanes in (*macros.templates, *macros.sequences, macros.misc)] == [32] * 9
    assert (sfpu.explain_sequence(0), sfpu.explain_misc(0)) == ("nothing", "stores in format 0")


def test_configuration(m):
    """Bit 0 of LaneConfig is ENABLE_FP16A_INF; a field of the configuration is 0 after power-on."""
    assert m.lane_config == (0,) * 32
    assert sfpu.explain_lane_config(0) == "nothing"
    m.load_text("sfpconfig 15, 1, 1\n")
    m.run()
    assert m.lane_config == (1,) * 32
    assert sfpu.explain_lane_config(1) == "ENABLE_FP16A_INF"
    fields = {c.name: c.values[:c.count] for c in m.config()}
    assert fields["DEST_REGW_BASE_Base"] == (0,)


def test_page(m):
    """The run in the page, and alone."""
    m.load_text("sfpnop\n")
    m.want(sfpu.View.PAGE)
    m.run()
    data = json.loads(m.report(sfpu.View.PAGE_JSON))
    assert (data["schema"], data["cycles"], data["texts"]) == ("sfpsim-page", 1, ["sfpnop"])
    assert m.report(sfpu.View.PAGE) == sfpu.page(m.report(sfpu.View.PAGE_JSON))


def test_state(m):
    state = m.state()
    assert state["lreg"][0] == ["0x00000000"] * 32
    state["lreg"][0][3] = "0x00000002"
    assert m.compare_state(state) == [sfpu.Difference("lreg[0][3]", "0x00000000", "0x00000002")]
    m.check_state(state)
    m.set_state(state)
    assert m.lreg(0).tolist() == [0, 0, 0, 2] + [0] * 28
    assert m.compare_state(m.state_json()) == []
    with pytest.raises(sfpu.BadInput):
        m.check_state({"lregs": []})


# Dst.


@pytest.mark.parametrize("name, dtype", [("fp32", "float32"), ("fp16", "float16"), ("int32", "int32"),
                                         ("uint32", "uint32"), ("uint16", "uint16"), ("int16", "int16"),
                                         ("int8", "int8")])
def test_dst_types(m, name, dtype):
    values = numpy.arange(1024).astype(dtype).reshape(32, 32)
    assert sfpu.format_name(m.write(values)) == name
    back = m.read(values)
    assert (back.dtype, back.shape) == (values.dtype, values.shape)
    numpy.testing.assert_array_equal(back, values)
    again = m.read((32, 32), name)
    assert again.dtype == values.dtype
    numpy.testing.assert_array_equal(again, values)


def test_dst_bits_of_bf16(m):
    bits = numpy.full(1024, 0x3FC0, numpy.uint16)
    m.write(bits, "bf16")
    assert m.read(bits, "bf16").tolist() == [0x3FC0] * 1024
    assert sfpu.numbers(m.read(16, sfpu.Format.BF16, "rows"), "bf16").tolist() == [1.5] * 16


def test_dst_of_other_arrays(m):
    for values in (array.array("f", range(16)), memoryview(array.array("f", range(16)))):
        m.write(values, layout="rows")
        assert m.read(values, layout="rows") == values
    m.write(bytes(64), "fp32", "rows")
    assert m.read(bytes(64), "fp32", "rows") == bytes(64)
    # Neither the order of bytes nor that of memory is the caller's affair.
    big = numpy.arange(16, dtype=">f4")
    m.write(big, layout=sfpu.ROWS)
    assert m.read(16, "fp32", "rows").tolist() == list(range(16))
    assert m.read(big, layout="rows").tolist() == list(range(16))
    m.write(numpy.arange(1024, dtype=numpy.float32).reshape(32, 32).T)
    assert m.read((32, 32), "fp32")[0].tolist() == list(range(0, 1024, 32))


def test_configured_format(m):
    m.configure_format("bf16")
    assert m.format == sfpu.Format.BF16


# Runs.


def test_runs(m):
    m.load_text(SQUARE)
    m.configure_runs(untimed=True)
    m.set("init", "llk")
    y = m.run_on(numpy.full((32, 32), 3, numpy.float32))
    assert (y == 9).sum() == 32 and (m.result().cycles, m.result().instructions) == (0, 4)
    m.configure_runs()
    assert m.run_until(cycles=2) and m.result().reasons == sfpu.Stop.CYCLES
    assert m.run_until(instructions=1) and m.result().reasons == sfpu.Stop.INSTRUCTIONS
    m.end_run()
    assert m.run_until(breakpoints=[3]) and (m.result().next, m.result().position) == (3, 3)
    assert m.result().reasons == sfpu.Stop.BREAKPOINT
    assert not m.run_until()
    assert not m.progress().running


def test_gaps(m):
    m.load_text(SQUARE)
    m.run()
    before = m.result().cycles
    m.set_gaps("2 10\n")
    m.run()
    assert m.result().cycles == before + 10


def test_events(m):
    m.load_text(SQUARE)
    seen = []
    m.on_event(seen.append, [sfpu.EventKind.EXEC])
    m.run()
    assert [(e.unit, e.index, e.lanes) for e in seen] == [
        ("load", 0, 0xFFFFFFFF), ("mad", 1, 0xFFFFFFFF), ("load", 2, 0xFFFFFFFF), ("store", 3, 0xFFFFFFFF)]
    count = len(seen)
    m.on_event(None)
    m.run()
    assert len(seen) == count


def test_views(m, tmp_path):
    m.load_text(SQUARE)
    pieces, text, file = [], io.StringIO(), tmp_path / "kanata"
    with open(file, "wb") as kanata:
        m.want(sfpu.View.STATS)
        m.want(sfpu.View.TRACE, pieces.append)
        m.want(sfpu.View.COMMIT_LOG, text)
        m.want(sfpu.View.KANATA, kanata)
        m.run()
    assert b"".join(pieces).count(b'"event": "exec"') == 4
    assert text.getvalue().splitlines()[2] == "2\t2\tsfpnop"
    assert file.read_bytes().startswith(b"Kanata")
    assert "cycles" in m.report(sfpu.View.STATS)


def test_perturb(m):
    m.load_text("sfpmul L1, L0, L0, L9, 0\nsfpnop\nsfpmov L2, L1, 0\n")
    one, four = (m.perturb(most=3, workers=n) for n in (1, 4))
    assert one == four and one[0] and "nothing changes" in one[1]
    assert m.perturb(most=3, json=True)[1].startswith("{")


def test_batch(m):
    m.load_text(SQUARE)
    m.set("init", "llk")
    cells = range(0, 64, 2)
    with sfpu.Batch(m, cells, cells, "fp32") as batch:
        x = numpy.arange(32, dtype=numpy.float32)
        assert batch.run(x).tolist() == (x * x).tolist()
        assert batch.run(array.array("f", x)).tolist() == (x * x).tolist()
        assert batch.in_full is None
        with pytest.raises(sfpu.BadArgument, match="the machine is lent to a batch"):
            m.reset()
        with pytest.raises(sfpu.BadArgument, match="32 values are wanted, not 31"):
            batch.run(x[:31])
    m.reset()


def test_batch_of_narrow_values(m):
    m.load_text("sfpload L0, 0, 6, 3\nsfpiadd L0, L0, 1, 5\nsfpstore L0, 0, 6, 3\n")
    cells = range(0, 64, 2)
    with sfpu.Batch(m, cells, cells, "uint16") as batch:
        assert batch.run(numpy.arange(32, dtype=numpy.uint16)).tolist() == list(range(1, 33))


def test_threads():
    """Machines share nothing, and runs do not hold Python up."""
    results = {}

    def work(n):
        with sfpu.Machine("wormhole") as m:
            m.load_text(SQUARE)
            m.set("init", "llk")
            m.run_on(numpy.full((32, 32), n, numpy.float32))
            results[n] = float(m.read((32, 32), "fp32")[0, 0])

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == {n: n * n for n in range(8)}


# Compiled kernels.


def test_compiled(scale):
    x = numpy.arange(1024, dtype=numpy.float32).reshape(32, 32)
    numpy.testing.assert_array_equal(scale.run_on(x), 4 * x)
    assert scale.is_compiled
    core = scale.core()
    assert (core.words, core.instructions, scale.result().instructions) == (162, 232, 162)
    assert scale.pusher().name == "core" and scale.helps() == []
    assert sum(scale.core_stalls().values()) == 7
    first = scale.pushed()[0]
    assert (first.word, len(scale.pushed())) == (0x71004080, 162)
    assert scale.place(first.index).endswith("scale.cpp:9:5: init+0xC (0x0000600C)")
    assert scale.inlined(first.index) == []
    with scale.recorded() as program:
        assert program.words.tolist() == [p.word for p in scale.pushed()]


def test_elf_as_bytes_with_a_symbol(m):
    m.load_elf((EXAMPLES / "compiled" / "scale.elf").read_bytes(), "init")
    m.load_elf(EXAMPLES / "compiled" / "scale.elf", "init")
    m.search_sources([EXAMPLES / "compiled"])
    m.run()
    assert m.core().words == 2


def test_memory(m):
    m.load_file(ROOT / "tests" / "elf" / "args.elf")
    m.poke("number", numpy.array([9], numpy.uint32))
    m.add_call(None, 1, 2)
    m.run()
    assert m.peek("number", 4) == bytes([9, 0, 0, 0])
    assert m.peek(m.find_symbol("number"), 4) == bytes([9, 0, 0, 0])
    with pytest.raises(sfpu.BadInput):
        m.poke("no_such_number", b"1")
    m.when_idle()


def test_helps(m):
    m.load_file(ROOT / "tests" / "elf" / "threads.elf")
    m.add_call("poll")
    m.run()
    (helped,) = m.helps()
    assert (helped.deed, helped.device, helped.number) == ("posted", "semaphore", 1)


def test_deadlock(m):
    m.load_file(ROOT / "tests" / "elf" / "threads.elf")
    m.add_call("poll")
    m.give("mailbox-b", [1, 2])
    m.configure_runs(no_partners=True)
    with pytest.raises(sfpu.Deadlock, match="it loops for ever, and reads 0xFFE80024, which does not change"):
        m.run()
    assert (m.failure().name, m.failure().index) == ("deadlock", 9)
    assert m.wait().address == 0xFFE80024
    assert [f.index for f in m.frames()][0] == 9


# Findings.


def test_findings(m):
    m.load_text("sfpmul L1, L0, L0, L9, 0\nsfpmov L2, L1, 0\n", "early.s")
    m.warn("error=mad-raw")
    m.run()
    (found,) = m.findings()
    assert (found.name, found.line, found.fatal, found.source_line) == ("mad-raw", 2, True, "sfpmov L2, L1, 0")
    assert m.finding(0) == found and m.count_findings() == (1, 1)
    assert "early.s:2" in m.print_findings() and m.print_findings(hidden=True) == ""
    m.limit_findings(sfpu.Severity.ERROR, 0)
    m.fail_findings(sfpu.Severity.NOTE)
    assert m.failure() is None
    assert m.state()["hazards"]


def test_tables():
    kinds = {k.name: k for k in sfpu.finding_kinds()}
    assert kinds["mad-raw"].severity in list(sfpu.Severity) and "sfp" in kinds["mad-raw"].shown
    assert sfpu.finding_named("mad-raw") == "mad-raw" and sfpu.finding_named("bad-raw") is None
    assert (sfpu.check_warning("error=mad-raw"), sfpu.check_warning("bad-raw")) == (True, False)
    assert all(sfpu.check_warning_class(w.name) for w in sfpu.warning_classes()) and len(sfpu.warning_classes()) > 3
    assert not sfpu.check_warning_class("no-such")
    assert sfpu.check_setting("init", "llk") is None and "no such setting" in sfpu.check_setting("dst-bass", "0")
    assert sfpu.arch_names() == "wormhole (wh) or blackhole (bh)"
    assert (sfpu.arch_name(2), sfpu.format_name("bf16"), sfpu.format_bytes("bf16")) == ("blackhole", "bf16", 2)
    assert (sfpu.value("bf16", 0x3FC0), sfpu.value_text("fp32", 0x3FC00000)) == (1.5, "1.5")
    assert sfpu.container_of("x.npy") == sfpu.Container.NPY and sfpu.is_assembly("k.S") and not sfpu.is_assembly("k.o")
    assert sfpu.output_suffix("bin") == ".bin" and sfpu.format_named("fp16") == sfpu.Format.FP16
