"""What the playground says about the findings of a run: groups, marks for the editor, and the status line."""
import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("BUILD", os.path.join(ROOT, "build")))

EARLY = "reads the result of a multiply-add one cycle early: gets the old value [mad-raw]"
KERNEL = "    sfpmad L0, L0, L0, L10, 0\n    sfpstore L0, 0, 3, 3\n"


def told(source, *options):
    command = ["node", os.path.join(ROOT, "tests/web/findings.js"), BUILD, source, *options]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def test_opening_kernel():
    """The first example has five lines, states where it starts, and has no finding."""
    with open(os.path.join(ROOT, "sim/web/examples.json"), encoding="utf-8") as file:
        first = json.load(file)[0]
    with open(os.path.join(ROOT, first["file"]), encoding="utf-8") as file:
        source = file.read()
    assert [line.split()[0] for line in source.splitlines()] == [".init", "sfpload", "sfpmad", "sfpnop", "sfpstore"]
    assert "# y = x * x + 1" in source.splitlines()[0]
    run = told(source, f"settings={first['settings']}")
    assert (run["cycles"], run["groups"], run["status"]) == (4, [], "")


def test_mark():
    """A finding has the form of the assembler's messages, and the status line names its line."""
    run = told(f".init llk\n{KERNEL}")
    assert run["messages"] == [{"severity": "warning", "file": "kernel.s", "line": 3, "column": 5, "text": EARLY}]
    assert run["status"] == f"Line 3: warning: {EARLY}."


def test_settings_go_before_init():
    """A setting replaces the state that .init states: then nothing has set the address modifier."""
    assert [g["name"] for g in told(f".init llk\n{KERNEL}", "settings=init=reset")["groups"]] == ["addr-mod-unset", "mad-raw"]


def test_groups():
    """Three words of a line in two passes are one group; the gravest comes into the status line."""
    run = told(f".rept 3\n{KERNEL}.endr\n", "passes=2")
    assert [(g["severity"], g["name"], g["words"], g["times"], g["line"]) for g in run["groups"]] == [
        ("advice", "addr-mod-unset", 1, 1, 3), ("warning", "mad-raw", 3, 6, 3)]
    assert run["messages"][1]["text"] == f"{EARLY} (3 words, 6 times)"
    assert run["status"] == f"Line 3: warning: {EARLY} (3 words, 6 times). 1 more finding."


def test_without_a_run():
    """What the assembler refuses has messages and no groups."""
    run = told("sfpmat L0\n")
    assert run["groups"] == [] and [(d["severity"], d["line"]) for d in run["diagnostics"]] == [("error", 1)]
