"""What the programs say of kernels: cycles, floors, errors over all inputs, LRegs that are left, twins."""

import functools
import json
import os
import pathlib
import shlex
import subprocess
import tempfile
import threading

from kernel_heads.heads import Entry, Kernel

LANES = 32
DST_BYTES = 32768  # all of Dst
LEFT = (*range(8), 11, 12, 13, 14)  # LRegs that a kernel can keep values in
POISON = 0x7E500000  # and what they are given, with their numbers: no kernel has numbers of this size


class RunError(Exception):
    """A program that did not do what it was asked for, with what it said."""


class Programs:
    """The built programs, of a folder, and the words of kernels that they have assembled into another folder."""

    def __init__(self, folder: pathlib.Path, words: pathlib.Path):
        self.folder = folder
        self.words = words
        self.locks: dict[tuple[str, str], threading.Lock] = {}

    def run(self, name: str, *words, statuses=(0,)) -> str:
        done = subprocess.run([self.folder / name, *map(str, words)], capture_output=True, text=True, check=False)
        if done.returncode not in statuses:
            raise RunError(f"{name} {' '.join(map(str, words))}\n{done.stderr or done.stdout}".rstrip())
        return done.stdout

    def assemble(self, kernel: Kernel, arch: str) -> pathlib.Path:
        """The file with the kernel's words, beside which its debug table is. Each is assembled once: the C preprocessor
        takes three times as long as a run."""
        path = self.words / f"{kernel.name.replace('/', '-')}.{arch}.bin"
        with self.locks.setdefault((kernel.name, arch), threading.Lock()):
            if not path.exists():
                self.run("sfpasm", f"--arch={arch}", kernel.path, "-g", "-o", path)
        return path


def floor_of(document: dict) -> float | None:
    """Cycles of a vector that the busiest sub-unit has work for: in the schedule, or else in what most cycles go to, a
    loop or a replay; None without either."""
    steady = document["steady_cycles_per_32_lanes"]
    blocks = [(b["cycles"]["median"], b["cycles"]["total"], b["floors"]) for b in document["blocks"]]
    if document["schedule"]:
        blocks = [(document["schedule"]["period"], 1, document["schedule"]["floors"])]
    if not blocks or not steady:
        return None
    cycles, _, floors = max(blocks, key=lambda b: b[1])
    return max(floors["units"].values()) * steady / cycles


def fed(kernel: Kernel) -> list[str]:
    feeds = kernel.feeds(str(kernel.path.parent))
    return ["--layout=tile", *feeds] if feeds else []


def run(programs: Programs, kernel: Kernel, arch: str) -> dict:
    """Instructions, cycles, those of a vector in the steady state, and the floor."""
    text = programs.run("sfpsim", "--json", "--stats", "--hazards=error", *kernel.options, f"--arch={arch}",
                        *fed(kernel), programs.assemble(kernel, arch))
    document = json.loads(text)
    return {
        "instructions": document["instructions"]["issued"],
        "cycles": document["cycles"],
        "steady": document["steady_cycles_per_32_lanes"],
        "floor": floor_of(document),
    }


class Leftovers:
    """Which LRegs a kernel neither reads nor writes: of those with another value at the start that is there at the end
    as well, those with which Dst becomes the same."""

    def __init__(self, programs: Programs, kernel: Kernel, arch: str, folder: pathlib.Path):
        self.folder = folder
        self.options = ["-q", "--hazards=off", *kernel.options, f"--arch={arch}", *fed(kernel)]
        self.programs = programs
        self.kernel = programs.assemble(kernel, arch)
        (folder / "in.raw").write_bytes(dst_image())
        (folder / "nothing.s").write_text("    .init llk\n    sfpnop\n")
        programs.run("sfpsim", *self.options, f"--state-out={folder / 'start.json'}", folder / "nothing.s")
        self.start = json.loads((folder / "start.json").read_text())

    def outcome(self, poisoned) -> tuple[bytes, list]:
        state = json.loads(json.dumps(self.start))
        for r in poisoned:
            state["lreg"][r] = [f"{POISON + (r << 8) + lane:#010x}" for lane in range(LANES)]
        files = [self.folder / name for name in ("poison.json", "in.raw", "out.raw", "end.json")]
        files[0].write_text(json.dumps(state))
        self.programs.run("sfpsim", *self.options, f"--state-in={files[0]}", f"--dst={files[1]}", f"--dst-out={files[2]}",
                          f"--state-out={files[3]}", self.kernel)
        end = json.loads(files[3].read_text())
        kept = [r for r in poisoned if end["lreg"][r] == state["lreg"][r]]
        return files[2].read_bytes(), kept

    def find(self) -> list[int]:
        plain, _ = self.outcome(())
        _, kept = self.outcome(LEFT)
        if self.outcome(kept)[0] == plain:
            return kept
        return [r for r in kept if self.outcome([r])[0] == plain]


@functools.cache
def dst_image() -> bytes:
    """Numbers of many sizes, the same ones each time."""
    state, image = 1, bytearray()
    while len(image) < DST_BYTES:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        image += (state >> 32).to_bytes(4, "little")
    return bytes(image)


def left(programs: Programs, kernel: Kernel, arch: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        found = Leftovers(programs, kernel, arch, pathlib.Path(folder)).find()
    return " ".join(f"L{r}" for r in found) or "none"


def budget(programs: Programs, path: pathlib.Path, section: str | None) -> list[dict]:
    """What sfpsim budget says of each line of the file."""
    words = ["budget", "--json", *([f"--section={section}"] if section else []), path]
    return json.loads(programs.run("sfpsim", *words, statuses=(0, 1)))["lines"]


def equal(programs: Programs, kernel: Kernel, arch: str, entry: Entry) -> None:
    """Raises unless the kernel and its twin leave the same bits."""
    words = shlex.split(entry.text)
    defines = [w for w in words if w.startswith("-D")]
    rest = [w for w in words if not w.startswith("-D")]
    twin = kernel.path
    if rest and not rest[0].startswith("-"):
        twin = kernel.path.parent / rest.pop(0)
    with tempfile.TemporaryDirectory() as folder:
        other = os.path.join(folder, "twin.bin")
        programs.run("sfpasm", f"--arch={arch}", *defines, twin, "-g", "-o", other)
        programs.run("sfpsim", "equiv", *kernel.machine, f"--arch={arch}", programs.assemble(kernel, arch), other, *rest)
