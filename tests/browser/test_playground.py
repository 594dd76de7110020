"""The playground in a real browser: `make web` has made it."""
import base64
import gzip
import json
import os
import re
import shutil

import pytest

from webdriver import Browser

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INDEX = os.path.abspath(os.path.join(os.environ.get("BUILD", os.path.join(ROOT, "build")), "web/index.html"))

pytestmark = pytest.mark.skipif(not shutil.which("chromedriver"), reason="no chromedriver")

HALF = """    sfpload L0, 0, 3, 3
    sfploadi L1, 0x3f00, 0
    sfpmad L0, L0, L1, L9, 0
    sfpnop
    sfpstore L0, 0, 3, 3
"""


@pytest.fixture(scope="module")
def browser():
    with Browser() as b:
        yield b


@pytest.fixture
def playground(browser):
    """Opens it with a state in the link, and waits for what becomes of that; without an error of the browser's."""
    def opened(**state):
        text = base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip("=")
        blank(browser)
        browser.open(INDEX, f"#j={text}" if state else "")
        settled(browser)
        return browser
    browser.errors()
    yield opened
    assert browser.errors() == []


def blank(browser):
    """Leaves the page: the same address with another fragment is no other page."""
    browser.call("POST", "/url", {"url": "about:blank"})


def status(browser):
    return browser.run("return document.getElementById('status').textContent")


def settled(browser):
    browser.wait("const s = document.getElementById('status'); return /cycles/.test(s.textContent) || s.className === 'failed'")


def change(browser, element, value, seconds=30):
    """Types a value, and waits for the run that follows, which is told of as another one."""
    browser.run("document.getElementById('status').textContent = ''; const e = document.getElementById(arguments[0]);"
                "e.value = arguments[1]; e.dispatchEvent(new Event(e.tagName === 'SELECT' ? 'change' : 'input'))", element, value)
    browser.wait("return document.getElementById('status').textContent", seconds=seconds)


def values(browser):
    return browser.run("return [...document.querySelectorAll('#values td')].map((td) => td.textContent)")


def example(browser, name):
    """Chooses an example by the beginning of its name."""
    number = browser.run("return [...document.getElementById('example').options].findIndex((o) => o.text.startsWith(arguments[0]))",
                         name)
    change(browser, "example", str(number))
    return browser


def test_opening(playground):
    """Five lines that state their start, load, compute and store x * x + 1, within seconds, and without a finding."""
    b = playground()
    assert status(b).startswith("4 cycles;")
    assert b.run("return performance.now()") < 5000
    source = b.run("return document.getElementById('source').value")
    assert [line.split()[0] for line in source.splitlines()] == [".init", "sfpload", "sfpmad", "sfpnop", "sfpstore"]
    assert b.run("return document.getElementById('play-settings').value") == ""
    assert [float(v) for v in values(b)[:8]] == [1, 1, 5, 3, 17, 5, 37, 7]
    assert b.run("return document.querySelectorAll('#said li, .layer .here').length") == 0
    assert b.run("return document.querySelectorAll('#timeline rect.op.nop').length") == 1


def test_relu6(playground):
    """relu6 with x from -8 to 8: 194 cycles, as sfpsim says."""
    b = example(playground(), "relu6")
    assert status(b).startswith("194 cycles;")
    shown = [float(v) for v in values(b)]
    assert shown == pytest.approx([min(max(i / 64 - 8, 0), 6) for i in range(1024)], rel=1e-5)


def test_second_run_is_quick(playground):
    """What is typed is run in 50 ms, on a machine that has time."""
    b = playground()
    took = []
    for i in range(5):
        change(b, "play-input", f"x+{i}")
        took.append(int(re.search(r"run in (\d+) ms", status(b)).group(1)))
    assert min(took) < 50


def test_values(playground):
    """Half of the numbers of the cells, in the even columns of four rows, and nothing else."""
    b = playground(source=HALF, arch="blackhole", input="row*16+col", settings="addr-mod=3:0")
    expected = [row * 16 + col for row in range(64) for col in range(16)]
    for row in range(4):
        for col in range(0, 16, 2):
            expected[16 * row + col] /= 2
    assert [float(v) for v in values(b)] == expected
    assert b.run("return document.querySelectorAll('#values td.same').length") == 1024 - 31


def test_error_at_its_place(playground):
    """A mnemonic that there is not is said at its line; what was shown stays, paler."""
    b = playground(source=HALF)
    change(b, "source", HALF.replace("sfpmad", "sfpmat"))
    assert "sfpmat" in b.run("return document.querySelector('.layer .line.error .here').textContent")
    assert b.run("return [...document.querySelectorAll('.layer .line')].findIndex((l) => l.classList.contains('error'))") == 2
    assert b.run("return document.getElementById('output').classList.contains('stale')")
    assert "line 3" in b.run("return document.getElementById('said').innerText")
    change(b, "source", HALF)
    assert b.run("return document.querySelectorAll('.layer .line.error').length") == 0
    assert not b.run("return document.getElementById('output').classList.contains('stale')")


def test_colours(playground):
    """Mnemonics, registers, numbers, comments."""
    b = playground(source="sfpload L0, 0, 3, 3 # it\n/* two\nlines */ sfpnop\n.rept 2\nsfpnop\n.endr\n.nothing\n")
    shown = b.run("return [...document.querySelectorAll('.layer .line span[class]')].filter((s) => s.className !== 'here')"
                  ".map((s) => [s.className, s.textContent])")
    assert shown == [["mnemonic", "sfpload"], ["register", "L0"], ["number", "0"], ["number", "3"], ["number", "3"],
                     ["comment", "# it"], ["comment", "/* two"], ["comment", "lines */"], ["mnemonic", "sfpnop"],
                     ["directive", ".rept"], ["number", "2"], ["mnemonic", "sfpnop"], ["directive", ".endr"]]


def test_kernel_without_end(playground):
    """A semaphore that nobody posts; and more passes than anybody looks at."""
    b = playground(source="ttseminit 1, 0, 4\nttsemwait 0x100, 4, 1\nsfpnop\n")
    assert "wait" in status(b)
    b = playground(source=HALF, passes="900000")
    assert status(b) == "Stopped after 50000 cycles: the kernel goes on, but this page shows no more."


def test_source_without_end(playground):
    """A source that repeats itself is refused, or given up."""
    b = playground(source=HALF)
    change(b, "source", ".rept 100000000\n.rept 100000000\nsfpnop\n.endr\n.endr\n", seconds=60)
    assert b.run("return document.getElementById('status').className") == "failed"
    change(b, "source", HALF)
    assert status(b).split()[1] == "cycles;"


def test_findings(playground):
    """Wormhole reads a multiply-add's result a cycle early; its kind is told, and a kernel without it is a click away."""
    b = playground(source=HALF.replace("    sfpnop\n", ""), arch="wormhole")
    assert "mad-raw" in b.run("return document.getElementById('pane-findings').innerText")
    assert b.run("return document.getElementById('kinds').innerText").startswith("mad-raw: ")
    b.run("document.getElementById('status').textContent = ''; document.querySelector('#kinds button').click()")
    b.wait("return document.getElementById('status').textContent")
    assert b.run("return document.getElementById('kinds').innerText") == ""


EARLY = "    sfpmad L0, L0, L0, L10, 0\n    sfpstore L0, 0, 3, 3\n"


def marks(browser):
    """Of each line with a message: its number from 0, whether it is of a warning or an error, the message."""
    return browser.run("return [...document.querySelectorAll('.layer .line')].flatMap((l, i) => l.querySelector('.here')"
                       " ? [[i, l.className, l.querySelector('.here').textContent.trim()]] : [])")


def test_findings_are_marked(playground):
    """What a run finds stands at its line, in the list below and in the status line, and goes with its cause."""
    text = "reads the result of a multiply-add one cycle early: gets the old value [mad-raw]"
    b = playground(source=f".init llk\n{EARLY}", arch="wormhole", settings="")
    assert marks(b) == [[2, "line warning", text]]
    assert b.run("return document.getElementById('said').innerText") == f"line 3 warning: {text}"
    assert status(b).endswith(f" ms. Line 3: warning: {text}.")
    assert b.run("return document.getElementById('status').className") == "warning"
    b.run("document.querySelector('#said button').click()")
    assert b.run("return document.getElementById('source').selectionStart") == len(".init llk\n") + EARLY.index("sfpstore")
    change(b, "source", f".init llk\n{EARLY}".replace("    sfpstore", "    sfpnop\n    sfpstore"))
    assert marks(b) == []
    assert b.run("return document.getElementById('status').className") == ""
    assert status(b).endswith(" ms.")


def test_findings_are_grouped(playground):
    """Three words of a line, twice, are one mark; the gravest is in the status line, and the number of the others."""
    b = playground(source=f".rept 3\n{EARLY}.endr\n", arch="wormhole", settings="", passes="2")
    assert [(line, kind) for line, kind, _ in marks(b)] == [(2, "line warning")]
    assert marks(b)[0][2].startswith("reads the result") and "[mad-raw] (3 words, 6 times); address mod" in marks(b)[0][2]
    assert "[mad-raw] (3 words, 6 times). 1 more finding." in status(b)
    rows = b.run("return [...document.querySelectorAll('#pane-findings tbody tr')].map((r) => r.innerText)")
    assert [row.split("\t")[:5] for row in rows] == [["advice", "addr-mod-unset", "1", "", "kernel.s:3"],
                                                     ["warning", "mad-raw", "6", "3", "kernel.s:3"]]


def test_formula(playground):
    """What is wrong with a formula is said, and it is never run as a program."""
    b = playground(source=HALF, input="constructor.constructor('document.title = 1')()")
    assert status(b) == "'.' has no meaning here"
    assert b.run("return document.title") == "SFPU playground"
    change(b, "play-input", "constructor(1)")
    assert status(b) == "unknown name 'constructor'; names are x, i, row, col, lane, random"
    change(b, "play-input", "min(lane, 3) ^ 2")
    assert [float(v) for v in values(b)[1:16:2]] == [0, 1, 4, 9, 9, 9, 9, 9]


def test_sweep(playground):
    """All bf16 numbers through relu6, in every cell, against the formula: 65,282 that are numbers, each the nearest one."""
    b = example(playground(), "relu6")
    b.run("document.getElementById('sweep').click()")
    said = b.wait("return document.querySelector('#sweep-result dl') && document.getElementById('sweep-result').innerText")
    assert said.split("\n")[:8] == ["inputs", "65282", "cells of a pass", "1024", "correctly rounded", "65282 times", "at most",
                                    "0 ulp off"]
    assert b.run("return document.querySelectorAll('#sweep-result path').length") == 3


def test_sweep_of_a_vector(playground):
    """A kernel that has one vector takes 2048 passes; without the reference there is a curve only."""
    b = playground(source=HALF, arch="blackhole", settings="addr-mod=3:0")
    b.run("document.getElementById('sweep').click()")
    said = b.wait("return document.querySelector('#sweep-result dl') && document.getElementById('sweep-result').innerText")
    assert said.split("\n")[:4] == ["inputs", "65282", "cells of a pass", "32"]
    assert b.run("return document.querySelectorAll('#sweep-result path').length") == 1


def test_link(playground):
    """The address holds all of it."""
    b = playground(source=HALF + "# ünïcode ≤ <b>\n", arch="blackhole", format="bf16", input="lane", passes="2", settings="init=llk")
    link = b.run("return location.hash")
    assert link.startswith("#z=")
    blank(b)
    b.open(INDEX, link)
    settled(b)
    assert b.run("return ['source', 'play-arch', 'play-format', 'play-input', 'play-passes'].map((i) => document.getElementById(i).value)"
                 ) == [HALF + "# ünïcode ≤ <b>\n", "blackhole", "bf16", "lane", "2"]


@pytest.mark.parametrize("fragment", ["#j=AAAA", "#z=AAAA", "#j=bnVsbA", "#z=", "#j=eyJzb3VyY2UiOjF9"])
def test_broken_link(browser, playground, fragment):
    """The first example is there instead, or nothing but the options that there are."""
    playground()
    blank(browser)
    browser.open(INDEX, fragment)
    browser.wait("return document.getElementById('play-arch')")


def test_text_stays_text(playground):
    """What a source says is shown, and does nothing."""
    evil = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"
    b = playground(source=f"sfpnop # {evil}\n{evil}\n.warning \"{evil.replace(chr(34), chr(39))}\"\n", settings=evil, reference=evil)
    assert "<img" in b.run("return document.getElementById('said').innerText")
    assert b.run("return document.querySelectorAll('img').length") == 0
    assert b.run("return document.title") == "SFPU playground"


def test_every_example(playground):
    """Each is assembled and run to its end, without an error."""
    b = playground()
    count = b.run("return document.getElementById('example').options.length")
    assert count >= 10
    for i in range(count):
        change(b, "example", str(i))
        assert status(b).split()[1] == "cycles;", b.run(f"return document.getElementById('example').options[{i}].text")
        assert b.run("return document.getElementById('said').children.length") == 0


def test_schedule(playground):
    """The second example has a table: its numbers are read as fp32, 3 cycles a vector."""
    b = example(playground(), "int32 to fp32")
    assert status(b).startswith("125 cycles;")
    assert [float(v) for v in values(b)] == [1000 * (i - 512) for i in range(1024)]


def test_without_vectors(playground):
    """Browsers that have no vectors of 128 bits get another module, with the same results."""
    b = example(playground(), "relu6")
    before = values(b)
    b.run("window.hasSimd = () => false; playground.runner.stop('another module')")
    change(b, "play-input", "x+0")
    assert status(b).startswith("194 cycles;")
    assert values(b) == before


def test_editing_long_sources(playground):
    """Three thousand lines: a further one is drawn within 300 ms, and stands where it is."""
    b = playground(source="sfpabs L1, L0, 0\n" * 2900)
    took = b.run("const a = document.getElementById('source'), t = performance.now();"
                 "a.value = a.value.slice(0, 17 * 100) + 'sfpnop\\n' + a.value.slice(17 * 100); a.dispatchEvent(new Event('input'));"
                 "return performance.now() - t")
    assert took < 300
    assert b.run("return document.querySelector('.layer').textContent.trimEnd() === document.getElementById('source').value.trimEnd()")
    settled(b)


def test_keys(playground):
    """Escape leaves the editor, and the timeline's keys work; in the editor they are letters."""
    b = example(playground(), "relu6")
    b.run("document.getElementById('source').focus()")
    b.keys("f")
    assert b.run("return document.getElementById('source').value").count("f") > 0
    settled(b)
    b.keys("escape", "right")
    assert "sfploadi L0" in b.run("return document.getElementById('detail').innerText")


def test_dropped_values(playground):
    """A file of numbers instead of the formula: .npy says its format itself."""
    b = playground(source=HALF, arch="blackhole", settings="addr-mod=3:0")
    script = ("const bytes = Uint8Array.from(atob(arguments[0]), (c) => c.charCodeAt(0)), file = new File([bytes], arguments[1]);"
              "const data = new DataTransfer(); data.items.add(file); document.getElementById('status').textContent = '';"
              "document.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}))")
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (64, 16), }"
    npy = b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little") + header.ljust(117) + b"\n" + b"\x00\x00\x80\x40" * 1024
    b.run(script, base64.b64encode(npy).decode(), "four.npy")
    b.wait("return document.getElementById('status').textContent")
    assert values(b)[:4] == ["2", "4", "2", "4"]


def test_size():
    """Under 700 kB on the way."""
    with open(INDEX, "rb") as page:
        assert len(gzip.compress(page.read(), 9)) < 700000
