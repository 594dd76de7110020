"""Pages of runs in a real browser: they load without an error, show what is so, and can be used by keys."""
import base64
import os
import shutil
import subprocess

import pytest

from webdriver import Browser

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SFPSIM = os.path.join(os.environ.get("BUILD", os.path.join(ROOT, "build")), "sfpsim")

pytestmark = pytest.mark.skipif(not shutil.which("chromedriver"), reason="no chromedriver")


@pytest.fixture(scope="module")
def browser():
    with Browser() as b:
        yield b


@pytest.fixture
def page(browser, tmp_path):
    """Makes a page with sfpsim's arguments, and opens it."""
    def make(*arguments):
        path = tmp_path / "page.html"
        subprocess.run([SFPSIM, "-q", f"--html={path}", *arguments], cwd=ROOT, check=True)
        browser.open(path)
        return path
    yield make
    assert browser.errors() == []


MACROS = ("--arch=wormhole", "--init=llk", "examples/typecast/int32-to-fp32.S")


def summary(browser):
    return browser.run("return Object.fromEntries([...document.querySelectorAll('.summary dt')]"
                       ".map((dt) => [dt.textContent, dt.nextSibling.textContent]))")


def test_numbers(browser, page):
    """What the summary of the same run has: 125 cycles, 3 a vector, one lost at the recording."""
    page(*MACROS)
    shown = summary(browser)
    assert (shown["cycles"], shown["cycles per 32 lanes"], shown["lost"]) == ("125", "3", "replay 1")


def test_macro_items_are_told_apart(browser, page):
    """Cycle 24 has the macro's SFPXOR in Simple, which it had scheduled; nothing was issued there."""
    page(*MACROS)
    drawn = browser.run("return [...document.querySelectorAll('rect.op.scheduled title')].map((t) => t.textContent)")
    assert "[0] sfpxor L0,L5\ncycle 24, scheduled" in drawn


def test_repeats_are_folded(browser, page):
    """Rows of six cycles come again 14 times; a click unfolds them."""
    page(*MACROS)
    assert browser.run("return document.querySelector('.folded text').textContent") == "× 14"
    browser.run("document.querySelector('.folded rect').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    assert browser.run("return document.querySelectorAll('.folded').length") == 0


def test_keys_choose(browser, page):
    """The fourth instruction is an SFPCONFIG, which reads what the third one loaded; c shows the chain to it."""
    page(*MACROS)
    browser.keys("right", "right", "right", "right")
    detail = browser.run("return document.getElementById('detail').innerText")
    assert "sfpconfig 4,0,0" in detail
    assert "sfploadi L0,132,8 @2" in detail
    browser.keys("c")
    chain = browser.run("return [...document.querySelectorAll('.chain li')].map((li) => li.innerText)")
    assert chain == ["sfpconfig 8,3843,1 @0 is the first", "sfploadi L0,141,10 @1 issues after it",
                     "sfploadi L0,132,8 @2 L0 is ready", "sfpconfig 4,0,0 @3 L0 is ready"]


def test_values(browser, page, tmp_path):
    """4 in each lane, as an integer; a select of the format."""
    (tmp_path / "k.s").write_text(".arch wormhole\nsfploadi L0, 4, 2\n")
    page("--hazards=off", str(tmp_path / "k.s"))
    browser.keys("right")
    browser.run("const s = document.getElementById('format'); s.value = 'int32'; s.dispatchEvent(new Event('change'))")
    lanes = browser.run("return [...document.querySelectorAll('.lanes td')].map((td) => td.textContent)")
    assert lanes == ["4"] * 32


def test_findings(browser, page, tmp_path):
    """n goes to the store that reads a multiply-add's result a cycle early."""
    (tmp_path / "k.s").write_text(".arch wormhole\nsfpmad L1, L0, L0, L9, 0\nsfpstore L1, 0, 2, 3\n")
    page("--addr-mod=3:0", str(tmp_path / "k.s"))
    assert "mad-raw" in browser.run("return document.getElementById('pane-findings').innerText")
    browser.keys("n")
    assert "sfpstore L1,0,2,3" in browser.run("return document.getElementById('detail').innerText")


def test_findings_are_grouped(browser, page, tmp_path):
    """One row for a line's three words in two passes, with a severity and both numbers; its button chooses the first."""
    (tmp_path / "k.s").write_text(".arch wormhole\n.rept 3\nsfpmad L1, L0, L0, L9, 0\nsfpstore L1, 0, 2, 3\n.endr\n")
    page("--addr-mod=3:0", "--repeat=2", str(tmp_path / "k.s"))
    assert texts(browser, "#pane-findings h2") == ["Findings (1)"]
    assert summary(browser)["findings"] == "1"
    assert texts(browser, "#pane-findings tbody tr") == [
        "warning\tmad-raw\t6\t3\tk.s:4\treads the result of a multiply-add one cycle early: gets the old value\t"
        "sfpstore L1,0,2,3 @1"]
    browser.run("document.querySelector('#pane-findings button').click()")
    assert "1, issued" in browser.run("return document.getElementById('detail').innerText")
    page("--addr-mod=3:0", "--hazards=off", str(tmp_path / "k.s"))
    assert texts(browser, "#pane-findings tbody td:nth-child(2)") == ["mad-raw"]


def test_nop_and_held_differ(browser, page, tmp_path):
    """SFPNOP is an open box with a whole edge, a held cycle a grey one with a dotted edge; the legend names both."""
    (tmp_path / "k.s").write_text(".arch blackhole\nsfpnop\nsfpmad L1, L0, L0, L9, 0\nsfpstore L1, 0, 2, 3\n")
    page("--addr-mod=3:0", str(tmp_path / "k.s"))
    style = ("const s = getComputedStyle(document.querySelector(arguments[0]));"
             "return [s.fill, s.strokeDasharray === 'none' ? 'whole' : 'dotted']")
    nop, held = [browser.run(style, f"#timeline rect.{name}") for name in ("nop", "held")]
    assert nop[0] != held[0] and (nop[1], held[1]) == ("whole", "dotted")
    assert browser.run(style, ".legend rect.nop") == nop and browser.run(style, ".legend rect.held") == held
    assert texts(browser, ".legend span")[2:4] == ["SFPNOP, issued", "held: the instruction waits"]


def test_critical_chain(browser, page):
    """The body's chain is 15 cycles, of ten instructions, the seventh of which is a multiply-add of line 32."""
    page("--arch=blackhole", "--init=llk", "examples/recip/recip-blackhole.S")
    assert browser.run("return document.querySelector('.critical summary').textContent") == "chain: 15 cycles"
    shown = browser.run("return [...document.querySelectorAll('.critical li')].map((li) => li.textContent)")
    assert len(shown) == 10
    assert shown[6] == "sfpmad L2,L2,L6,L2,0 line 32, 2 cycles, latency 2"
    browser.run("document.querySelectorAll('.critical button')[6].click()")
    assert "recip-blackhole.S:32" in browser.run("return document.getElementById('detail').innerText")


def test_critical_item(browser, page, tmp_path):
    """A chain through what a macro schedules: SFPLOADMACRO, its SFPARECIP a cycle later, the store of that."""
    (tmp_path / "k.s").write_text("sfparecip T0, L0, 0\nsfploadi L0, 0x0000, 0\nsfploadi L0, 0x04, 10\n"
                                  "sfpconfig 5, 0, 0\nsfpconfig 8, 0, 1\nsfpnop\n.region r\n"
                                  "sfploadmacro 1, L1, 0, 3, 3\nsfpnop\nsfpnop\nsfpstore L1, 0, 3, 3\n.endregion\n")
    page("--arch=blackhole", "--hazards=off", str(tmp_path / "k.s"))
    shown = browser.run("return [...document.querySelectorAll('.critical button')].map((b) => b.textContent)")
    assert shown == ["sfploadmacro 1,L1,0,3,3", "sfparecip L1,L1,0, scheduled", "sfpstore L1,0,3,3"]
    browser.run("document.querySelectorAll('.critical button')[1].click()")
    assert "scheduled" in browser.run("return document.getElementById('detail').innerText")


def test_text_stays_text(browser, page, tmp_path):
    """What a kernel's lines and name hold is shown, and does nothing."""
    name = tmp_path / "<img src=x onerror=document.title='run'>.s"
    name.write_text("sfpnop # <script>document.title = 'run'</script>\n")
    page("--hazards=off", str(name))
    assert "run" not in browser.run("return document.title").split(":")
    assert "<script>" in browser.run("return document.getElementById('pane-source').innerText")
    assert browser.run("return document.querySelectorAll('img').length") == 0


def test_against(browser, page, tmp_path):
    """Two runs that part at the second instruction."""
    (tmp_path / "a.s").write_text("sfpabs L1, L0, 0\nsfpabs L1, L0, 0\n")
    (tmp_path / "b.s").write_text("sfpabs L1, L0, 0\nsfpnot L1, L0\n")
    page("--hazards=off", f"--against={tmp_path}/b.s", str(tmp_path / "a.s"))
    said = browser.run("return document.getElementById('compared').innerText")
    assert "The runs first differ at instruction 1: sfpabs L1,L0,0 in cycle 1, and sfpnot L1,L0" in said


def test_long_run(browser, page, tmp_path):
    """10^5 cycles: drawn within a second, and moved through within 200 ms."""
    (tmp_path / "k.s").write_text(".rept 50000\nsfpabs L1, L0, 0\nsfpmad L2, L1, L1, L9, 0\n.endr\n")
    page("--hazards=off", str(tmp_path / "k.s"))
    took = browser.run("const t = performance.now(); document.getElementById('timeline').scrollLeft = 1e6;"
                       "document.getElementById('timeline').dispatchEvent(new Event('scroll')); return performance.now() - t")
    assert took < 200


def test_print(browser, page):
    """Paper has all cycles, in bands, however wide they are, to the last one: the store of cycle 124."""
    page(*MACROS)
    browser.keys("f", "escape")
    for _ in range(9):
        browser.keys("+")
    browser.run("window.dispatchEvent(new Event('beforeprint'))")
    bands = browser.run("return [...document.querySelectorAll('.paper svg')].map((s) => s.querySelectorAll('rect.op').length)")
    assert len(bands) > 5 and all(bands)
    last = browser.run("return [...document.querySelectorAll('.paper svg')].pop().textContent")
    assert "[3] sfpstore L16,0,3,0\ncycle 124, scheduled" in last
    assert base64.b64decode(browser.print()).startswith(b"%PDF")



# ---- Other documents ----

TWICE = """    sfpload  L0, 0, 3, 3
    sfploadi L1, 0x4000, 0
    sfpmul   L0, L0, L1, L9, 0
    sfpnop
    sfpstore L0, 0, 3, 3
"""


@pytest.fixture
def twice(tmp_path):
    """2 x of all bf16 numbers, and 3 x."""
    (tmp_path / "twice.s").write_text(TWICE)
    (tmp_path / "thrice.s").write_text(TWICE.replace("4000", "4040"))
    return tmp_path


@pytest.fixture
def report(browser, tmp_path):
    """Makes the page of an action, and opens it."""
    def make(*arguments):
        path = tmp_path / "report.html"
        subprocess.run([SFPSIM, *arguments, f"--html={path}"], cwd=tmp_path, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        browser.open(path)
    yield make
    assert browser.errors() == []


def texts(browser, selector):
    return browser.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText)", selector)


BF16 = ("--init=llk", "--in=bf16", "--dst-format=fp32", "--arch=wormhole")


def test_sweep(browser, report, twice):
    """2 x for 2.25 x: the errors of 1 and 1 + 2^-7 in fp32, 2^20 and 2^20 + 2^13, the larger first; n goes to the other."""
    report("sweep", "twice.s", *BF16, "--fn=x*2+x/4", "--range=1:1.01")
    assert texts(browser, "#pane-worst tbody tr") == ["1.0078125\t1056770\t2.015625\t2.26757813", "1\t1048580\t2\t2.25"]
    assert "x = 0x3f81 (1.0078125)" in texts(browser, "#trace")[0]
    browser.keys("n")
    steps = texts(browser, "#trace tbody tr")
    assert steps[2] == "3\ttwice.s:3:5\tsfpmul L0,L0,L1,0\t\tL0\t0x3f800000 (1)\t0x40000000 (2)"
    assert texts(browser, "#trace tr.still code") == ["sfploadi L1,16384,0"]
    assert texts(browser, "tr.chosen button") == ["1"]


def test_sweep_bars(browser, report, twice):
    """One bar, of the quarter of an octave from 1, says its numbers; keys go along the histogram."""
    report("sweep", "twice.s", *BF16, "--fn=x*2+x/4", "--range=1:1.01")
    browser.run("document.querySelector('.column').focus()")
    assert texts(browser, ".said")[0] == "x from 1 to 1.25: max 1057000 ULP, at 1.0078125; 2 of 2 inputs not exact"
    browser.run("document.querySelectorAll('.chart')[1].querySelector('.column').focus()")
    browser.keys("right", "right")
    assert texts(browser, ".said")[1] == "1 ULP: 0 inputs"
    assert texts(browser, "#pane-apart tr.differs") == []


def test_sweep_apart(browser, report, twice):
    """Of all numbers: NaNs, infinities and zeros have rows of their own, and subnormal ones a line."""
    report("sweep", "twice.s", *BF16, "--fn=2*x")
    kinds = texts(browser, "#pane-apart td:first-child")
    assert (kinds.count("nan"), kinds.count("infinite"), kinds.count("zero")) == (6, 2, 2)
    assert texts(browser, "#pane-apart p") == [
        "Subnormal inputs count as zeros of their sign: 254, 0 of them not exact."]
    assert "No errors: all results are exact." in texts(browser, "figure")[0]


def test_sweep_of_parts(browser, report, twice):
    """A merged sweep has bins for a curve, and no lanes."""
    subprocess.run([SFPSIM, "sweep", "twice.s", *BF16, "--fn=x*2+x/4", "--range=1:1.01", "--shard=1/1", "-o", "part"],
                   cwd=twice, check=True)
    report("merge", "part")
    assert "Not traced" in texts(browser, "#trace")[0]
    assert browser.run("return document.querySelectorAll('.chart')[0].querySelectorAll('.column').length") == 32


def test_equiv(browser, report, twice):
    """Both lanes side by side; the constant is where they part, and n goes to the multiplication behind it."""
    report("equiv", "twice.s", "thrice.s", *BF16, "--range=1:1.01")
    assert texts(browser, "#pane-first tr.parts") == [
        "1\tsfploadi L1,16384,0\tL1\t0x40000000 (2)\t1\tsfploadi L1,16448,0\tL1\t0x40400000 (3)"]
    assert texts(browser, ".verdict") == ["Different for 2 of 2 inputs, in 2 cells."]
    browser.keys("n")
    assert texts(browser, "tr.chosen") == [
        "3\tsfpmul L0,L0,L1,0\tL0\t0x40000000 (2)\t3\tsfpmul L0,L0,L1,0\tL0\t0x40400000 (3)"]


def test_equiv_equal(browser, report, twice):
    report("equiv", "twice.s", "twice.s", *BF16)
    assert texts(browser, ".verdict") == ["Equal bit for bit, for 65536 inputs."]
    assert texts(browser, "#pane-first") == []


def test_steps_are_aligned(browser, report, twice):
    """Same results stand in a row, what is between them side by side as far as both have any."""
    report("equiv", "twice.s", "twice.s", *BF16)
    rows = browser.run("""
        const steps = (...values) => values.map((v) => ({instruction: `sfpx${values.length}`, writes: `L${v}`,
                                                         after: {bits: `0x${v}`, number: v}}));
        return [alignSteps(steps(1, 2, 3), steps(7, 8, 9)), alignSteps(steps(1, 2, 3, 4), steps(9, 1, 8, 7, 4)),
                alignSteps(steps(1), []), alignSteps([], [])];""")
    assert rows == [[[0, 0], [1, 1], [2, 2]], [[-1, 0], [0, 1], [1, 2], [2, 3], [3, 4]], [[0, -1]], []]


def test_numbers_and_scales(browser, report, twice):
    """NaN and infinities as JSON has them; places on the axes."""
    report("equiv", "twice.s", "twice.s", *BF16)
    shown = "return ['nan', 'inf', '-inf', -0, 0.1, 1e30, null, 'constructor'].map((v) => shownNumber(v))"
    assert browser.run(shown) == [
        "nan", "inf", "-inf", "-0", "0.1", "1e+30", "–", "constructor"]
    assert browser.run("""return [['nan', 'bf16'], ['-inf', 'bf16'], [0, 'bf16'], [1e-39, 'bf16'], [1e-5, 'fp16'],
                                  [1e-5, 'bf16'], [1, 'int16']].map((a) => kindOfNumber(...a))""") == [
        "nan", "infinite", "zero", "subnormal", "subnormal", "normal", "normal"]
    assert browser.run("""
        const both = octaveAxis([{low: -8, high: -4}, {low: 1, high: 2}]), one = octaveAxis([{low: 1, high: 16}]);
        return [[both.first, both.end, both.place(-8), both.place(8), both.place(0), both.place(16), both.place(NaN)],
                [one.place(1), one.place(4), one.place(16), one.place(-4)], ulpTicks(1000), countTicks(150)];""") == [
        [0, 3, 0, 1, None, None, None], [0, 0.5, 1, None], [0, 1, 4, 16, 64, 256], [1, 10, 100]]


@pytest.fixture
def batch(report, twice):
    (twice / "x.batch").write_text("twice.s --init=llk --name='<img src=x>'\n"
                                   "twice.s --init=llk --max-cycles=4 --name=slow\nnone.s\n")
    report("batch", "x.batch")


def shown_cases(browser):
    return browser.run("return [...document.querySelectorAll('.cases tbody tr')].filter((r) => !r.hidden)"
                       ".map((r) => r.cells[0].textContent + ' ' + r.cells[2].textContent)")


def test_batch(browser, batch):
    """Those that failed come first; names stay text; a link opens what the case said."""
    assert shown_cases(browser) == ["failed slow", "not run none.s", "passed <img src=x>"]
    assert browser.run("return document.querySelectorAll('img').length") == 0
    browser.run("document.querySelector('.cases a').click()")
    assert "takes 5 cycles, and 4 are allowed [max-cycles]" in texts(browser, "details[open].case")[0]
    assert texts(browser, "details[open].case tr.fails") == ["error\tmax-cycles\t1\t\t\ttakes 5 cycles, and 4 are allowed"]
    assert browser.run("return location.hash") == "#case-2"


def test_batch_groups(browser, report, tmp_path):
    """Three words of a line that read early are one remark of their case."""
    (tmp_path / "k.s").write_text(".arch wormhole\n.rept 3\nsfpmad L1, L0, L0, L9, 0\nsfpstore L1, 0, 2, 3\n.endr\n")
    (tmp_path / "k.batch").write_text("k.s --addr-mod=3:0 --repeat=2\n")
    report("batch", "k.batch")
    assert texts(browser, ".cases tbody td:nth-child(6)") == ["1"]
    browser.run("document.querySelector('.cases a').click()")
    assert texts(browser, ".case tbody tr") == [
        "warning\tmad-raw\t6\t3\tk.s:4\treads the result of a multiply-add one cycle early: gets the old value"]


def test_batch_filter(browser, batch):
    """/ goes to the filter, whose words may stand anywhere in a case; f leaves out what passed; Esc has all again."""
    browser.keys("/", "N", "o", "n", "e", ".")
    assert shown_cases(browser) == ["not run none.s"]
    browser.keys("escape", "f")
    assert shown_cases(browser) == ["failed slow", "not run none.s"]
    browser.keys("escape")
    assert len(shown_cases(browser)) == 3


def test_budget(browser, report, twice):
    """A line that is exceeded comes first; each limit has a row, and where it is exceeded the input."""
    line = f"twice.s {' '.join(BF16)} --fn=x*2+x/4"
    (twice / "k.budget").write_text(f"{line} --range=1:1 max_ulp=1048576 cycles=5\n"
                                    f"{line} --range=1:1.01 max_ulp=2 cycles=6\n")
    report("budget", "k.budget")
    assert texts(browser, ".budget tr.first td:nth-child(-n+3)") == [
        "exceeded", "2", "twice.s", "within", "1", "twice.s"]
    assert texts(browser, ".budget tr")[1].split("\t")[5:] == [
        "max_ulp", "1056768", "2", "", "x = 1.0078125: got 2.015625, expected 2.26757813"]
    assert texts(browser, ".budget tr")[2].split("\t")[5:9] == ["cycles", "5", "6", "better"]


def test_hostile_texts(browser, report, twice):
    """What stands in kernels, names and arguments of the other pages is text too."""
    name = "<img src=x onerror=document.title='run'>.s"
    (twice / name).write_text(TWICE)
    report("sweep", name, *BF16, "--fn=x*2+x/4", "--range=1:1")
    assert f"{name}:1:5" in texts(browser, "#trace")[0]
    assert browser.run("return [document.querySelectorAll('img').length, document.title]") == [
        0, f"{name}: x*2+x/4 of bf16"]
    report("equiv", name, "thrice.s", *BF16, "--range=1:1")
    assert name in texts(browser, "#pane-first")[0]
    assert browser.run("return document.querySelectorAll('img').length") == 0


def test_reports_print(browser, report, twice):
    report("equiv", "twice.s", "thrice.s", *BF16, "--range=1:1.01")
    assert base64.b64decode(browser.print()).startswith(b"%PDF")
