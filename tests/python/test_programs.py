"""Assembling and disassembling without a machine; images and what differs between them."""

import io

import numpy
import pytest
from header import ROOT

import sfpu

RELU6 = ROOT / "examples" / "relu6" / "relu6.s"


def test_assemble(tmp_path):
    with sfpu.assemble_text("start: sfpnop\nend:\n", how=sfpu.Assembly(arch="bh")) as p:
        assert (p.words.tolist(), p.arch, p.files) == ([0x8F000000], sfpu.Arch.BLACKHOLE, [])
        assert p.labels == [("start", 0), ("end", 1)]
        assert (p.selected(), p.warn()) == (None, [])
        assert p.output() == bytes.fromhex("0000008f") and p.output("hex") == b"0x8f000000\n"
        assert b"sfpnop" in p.output(sfpu.Output.LISTING) and b"x_y" in p.output("c", "x-y.c")
        text = io.StringIO()
        p.write(text, "gas")
        assert text.getvalue() == p.output(sfpu.Output.TTINSN).decode()
        (tmp_path / "k.bin").write_bytes(p.output())
        (tmp_path / "k.bin.dbg").write_bytes(p.output(sfpu.Output.TABLE))
        (tmp_path / "k.elf").write_bytes(p.output(sfpu.Output.ELF_DEBUG))
        assert p.output("elf").startswith(b"\x7fELF") and sfpu.output_suffix("elf") == ".elf"
    for name in ("k.bin", "k.elf"):
        with sfpu.read_program(tmp_path / name) as p:
            assert p.words.tolist() == [0x8F000000]


def test_regions_and_init():
    source = ".init llk\nsfpnop\n.region init\nsfpnop\nsfpnop\n.endregion\n"
    with sfpu.assemble_text(source) as p, sfpu.assemble_text("sfpnop") as plain:
        assert (p.regions, p.stated_init) == ([("init", 1, 3)], "llk")
        assert (plain.regions, plain.stated_init) == ([], None)


def test_load_program():
    with sfpu.assemble_text("sfpnop", how=sfpu.Assembly(arch="bh")) as p, sfpu.Machine() as m:
        m.load_program(p, "given")
        assert (m.words.tolist(), m.stated_arch, p.words.tolist()) == ([0x8F000000], sfpu.Arch.BLACKHOLE, [])
        with pytest.raises(sfpu.Error, match="given: no instructions"):
            m.load_program(p, "given")


def test_assemble_files():
    with sfpu.assemble(RELU6, how=sfpu.Assembly(include_dirs=[RELU6.parent])) as p:
        (source, system), (included, of_system) = p.files
        assert (source, system, of_system) == (str(RELU6), False, True) and included.endswith("/sfpu.inc")
        assert (len(p.words), p.diagnostics) == (194, [])


def test_warn_words(tmp_path):
    source = "sfpmov L1, L0, 3\n"
    with sfpu.assemble_text(source) as p:
        said = [d.warning for d in p.diagnostics]
        assert said and said == [d.warning for d in p.warn()]
        with pytest.raises(sfpu.BadSource) as e:
            p.warn(sfpu.Assembly(warnings=["error"]))
        assert [d.severity for d in e.value.diagnostics] == ["error"]


def test_disassemble():
    assert sfpu.disassemble_bytes(bytes.fromhex("0000008f"), how=sfpu.Disassembly(raw=True)) == "sfpnop\n"
    assert sfpu.disassemble_bytes(b"0x8f000000\n", how=sfpu.Disassembly(syntax="macro", raw=True)).startswith("TTI_")
    text = sfpu.disassemble_file(ROOT / "examples" / "compiled" / "scale.elf", sfpu.Disassembly(symbol="init"))
    assert text == "Section .text:\n<init>:\n    6010:\t44000302\t.word\t0x44000302\n"


def test_images(tmp_path):
    values = numpy.arange(1024, dtype=numpy.float32).reshape(32, 32)
    with sfpu.Machine("wormhole") as m, sfpu.Image.of(values) as image:
        assert (image.format, image.rows) == (sfpu.Format.FP32, (0, 64))
        assert image.to_dst(m) is None
        numpy.testing.assert_array_equal(m.read(values), values)
        back, lost = sfpu.Image.from_dst(m, like=image)
        assert lost is None and back.values().tolist() == values.ravel().tolist()
        assert back.matches(image) == (True, back.matches(image)[1])
        back.save(tmp_path / "x.npy")
        numpy.testing.assert_array_equal(numpy.load(tmp_path / "x.npy"), values)
        with sfpu.Image.load(tmp_path / "x.npy") as loaded:
            assert loaded.format == sfpu.Format.FP32 and loaded.bytes() == values.tobytes()
        back.close()
        with sfpu.Image.zeros(m, 4, "fp32") as zeros:
            zeros.place(m, 16)
            assert zeros.rows == (16, 4) and zeros.normalise(m) is None
            some, _ = sfpu.Image.from_dst(m, layout="rows", like=zeros)
            assert some.values().shape == (64,) and some.rows == (16, 4)


def test_comparison():
    want = numpy.ones((32, 32), numpy.float32)
    got, inputs = want.copy(), numpy.full((32, 32), 7, numpy.float32)
    got[1, 2], got[5, 5], got[6, 6] = numpy.nextafter(numpy.float32(1), numpy.float32(2)), 2, numpy.nan
    with sfpu.Image.of(got) as a, sfpu.Image.of(want) as b, sfpu.Image.of(inputs) as c:
        assert not a.matches(b)[0]
        with sfpu.Comparison(a, b, sfpu.Tolerance(ulp=1), [c]) as comparison:
            assert not comparison.same
            numbers = comparison.numbers
            assert (numbers.compared, numbers.different, numbers.exact, numbers.kinds) == (1024, 2, 1021, (1, 0, 1))
            (worst,) = comparison.mismatches()
            assert (worst.index, worst.ulp, worst.error) == (5 * 32 + 5, 1 << 23, 1.0)
            assert (worst.input_format, worst.input) == (sfpu.Format.FP32, 0x40E00000)
            assert [x.index for x in comparison.mismatches(sfpu.MismatchKind.NAN)] == [6 * 32 + 6]
            assert "nan" in comparison.report()
        a.check_tolerance(sfpu.Tolerance(rtol=0.1, atol=0.1))
        with pytest.raises(sfpu.BadArgument):
            a.check_tolerance(sfpu.Tolerance(rtol=-1.0))
