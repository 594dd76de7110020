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
    """The third instruction is the SFPCONFIG, which reads what the second one loaded; c shows the chain to it."""
    page(*MACROS)
    browser.keys("right", "right", "right")
    detail = browser.run("return document.getElementById('detail').innerText")
    assert "sfpconfig 4,0,0" in detail
    assert "sfploadi L0,132,8 @1" in detail
    browser.keys("c")
    chain = browser.run("return [...document.querySelectorAll('.chain li')].map((li) => li.innerText)")
    assert chain == ["sfploadi L0,141,10 @0 is the first", "sfploadi L0,132,8 @1 L0 is ready",
                     "sfpconfig 4,0,0 @2 L0 is ready"]


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
    assert "They part at instruction 1: sfpabs L1,L0,0 in cycle 1, and sfpnot L1,L0" in said


def test_long_run(browser, page, tmp_path):
    """10^5 cycles: drawn within a second, and moved through within 200 ms."""
    (tmp_path / "k.s").write_text(".rept 50000\nsfpabs L1, L0, 0\nsfpmad L2, L1, L1, L9, 0\n.endr\n")
    page("--hazards=off", str(tmp_path / "k.s"))
    took = browser.run("const t = performance.now(); document.getElementById('timeline').scrollLeft = 1e6;"
                       "document.getElementById('timeline').dispatchEvent(new Event('scroll')); return performance.now() - t")
    assert took < 200


def test_print(browser, page):
    """Paper: at least one page of PDF."""
    page(*MACROS)
    assert base64.b64decode(browser.print()).startswith(b"%PDF")
