"""The reference in a real browser (make reference): no errors, the search, dark and light, paper."""
import base64
import os
import shutil

import pytest

from webdriver import Browser

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WEB = os.path.join(os.environ.get("BUILD", os.path.join(ROOT, "build")), "web")

pytestmark = pytest.mark.skipif(not shutil.which("chromedriver"), reason="no chromedriver")

SHOWN = "return [...document.querySelectorAll('table.index tbody tr')].filter((r) => !r.hidden).map((r) => r.innerText)"


@pytest.fixture(scope="module")
def browser():
    with Browser() as b:
        yield b


def search(browser, text):
    browser.run("const s = document.getElementById('search'); s.value = arguments[0];"
                " s.dispatchEvent(new Event('input'))", text)
    return browser.run(SHOWN)


def test_search(browser):
    """One instruction, under its topic and in the list of names; a topic with all that is in it; nothing; all again."""
    browser.open(os.path.join(WEB, "reference/index.html"))
    whole = browser.run(SHOWN)
    found = search(browser, "sfparecip")
    assert [line.split("\t") for line in found] == [
        ["Divide; compute roots, exponentials and other functions"],
        ["", "SFPARECIP", "an approximation of 1/x or e^x, which multiply-adds refine"],
        ["", "SFPARECIP", "simple", "VD = approximate reciprocal or exponential of VC"]]
    found = search(browser, "integer to float")
    assert found[0] == "Convert integer to float" and "SFPCAST" in found[1] and len(found) == 2
    assert search(browser, "nothing has this") == []
    assert search(browser, "") == whole
    assert browser.errors() == []


def test_word_is_drawn(browser):
    """SFPMAD's word has seven parts side by side, 32 bits wide; bits 23 to 20 are 0."""
    browser.open(os.path.join(WEB, "reference/wormhole/SFPMAD.html"))
    drawn = browser.run("return [...document.querySelectorAll('svg.word g')].map((g) => ["
                        "g.querySelector('.name').textContent, g.querySelector('rect').width.baseVal.value / 24])")
    assert drawn == [["0x84", 8], ["0", 4], ["VA", 4], ["VB", 4], ["VC", 4], ["VD", 4], ["mod", 4]]
    assert browser.errors() == []


def test_manual_leads_there(browser):
    """From sfpu(7)'s section of SFPLE, which Wormhole lacks, to its page."""
    browser.open(os.path.join(WEB, "man/sfpu.7.html"))
    browser.run("document.querySelector('#SFPLE').nextElementSibling.querySelector('a').click()")
    assert browser.wait("return document.querySelector('h1').textContent") == "SFPLE on Blackhole"
    assert browser.errors() == []


def test_paper(browser):
    """A page prints."""
    browser.open(os.path.join(WEB, "reference/blackhole/SFPSWAP.html"))
    assert base64.b64decode(browser.print()).startswith(b"%PDF")
