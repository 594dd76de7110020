"""What the sources of examples/ say of themselves: the lines `key: value` in the first comment of each kernel.

A line that is indented further than its key goes on with it. Behind a key, or in front of what it says, one arch can stand,
for which alone it is.

    kernel      what it is called: a function, and formats
    arch        which archs it is for
    domain      where it is right
    options     of the machine, in all that is run
    cycles      of a vector in the steady state, or `tile N`: those of all that is run
    sweep       options, measures and exclusions as sfpsim-budget(1) has them, of all inputs of 16 bits, or a sample
    long        the same of all inputs of 32 bits
    feeds       data of the matrix unit, in order: `a FILE:FORMAT[:ROWS]` for SrcA, `b ...` for SrcB, with commas between
    data        files with Dst before, or -, and after, and options of a run, where a sweep cannot say it
    twin        -D and a name, for the same source with it, or another source; and options of sfpsim equiv
    twin long   the same for the long tests
    solved      `found N floor N shorter WHY inputs WHICH`, and options: what sfpsched makes of it with -DPLAIN, which
                tests/shortest finds again. WHY none is shorter: counting; model, which has none; open, which is not known.
                WHICH inputs results were compared on: all, or drawn
    solved long the same for the long tests: what takes seconds
    left        LRegs that are neither read nor written, or none
    published   the best known otherwise, and where
    missed      a mark that is not reached, and what binds
"""

import dataclasses
import pathlib
import re
import shlex

ARCHES = ("wormhole", "blackhole")
ONCE = ("kernel", "arch", "domain", "options", "cycles", "feeds", "left")
KEYS = (*ONCE, "sweep", "long", "data", "twin long", "twin", "solved long", "solved", "published", "missed")
SEVERAL_THREADS = "threads"  # folder of the examples for several threads, which are no kernels to measure
UNKNOWN = -1.0  # a measure that is a question mark
REQUIRED = ("kernel", "arch", "cycles", "left")

KEY = re.compile(rf"^( *)({'|'.join(KEYS)})(?: ({'|'.join(ARCHES)}))?: *(.*)$")


class HeadError(Exception):
    """A head that cannot be understood, with its place."""


@dataclasses.dataclass
class Entry:
    """One key with its value, and the lines of the file, counted from 0, that it has."""

    key: str
    arch: str | None
    text: str
    first: int
    last: int


@dataclasses.dataclass
class Sweep:
    """A line of a budget."""

    entry: Entry
    options: list[str]
    measures: dict[str, float]
    exclusions: list[str]


class Kernel:
    """A source, by its path below examples/, and its head."""

    def __init__(self, examples: pathlib.Path, path: pathlib.Path):
        self.examples = examples
        self.name = str(path.relative_to(examples))
        self.path = path
        self.entries = entries(path)
        if not self.entries:
            raise HeadError(f"{path}: its first comment has none of the lines that begin with a key, such as `kernel:`")
        for key in REQUIRED:
            self.one(key)
        self.title = self.one("kernel")
        self.arches = self.one("arch").split()
        for arch in self.arches:
            if arch not in ARCHES:
                raise HeadError(f"{path}: {arch} is no arch")
        self.options = shlex.split(self.one("options") or "")
        self.machine = [o for o in self.options if not o.startswith("-W")]  # what is compared or swept reports no findings

    def of(self, key: str, arch: str | None = None) -> list[Entry]:
        """All that are for this arch."""
        return [e for e in self.entries if e.key == key and (arch is None or e.arch in (None, arch))]

    def one(self, key: str, arch: str | None = None) -> str | None:
        found = self.of(key, arch)
        if not found and key in REQUIRED:
            raise HeadError(f"{self.path}: there is no `{key}:`")
        return found[0].text if found else None

    def feeds(self, folder: str) -> list[str]:
        """Options that feed the matrix unit, with files in this folder."""
        result = []
        for feed in (self.one("feeds") or "").split(", "):
            source, _, file = feed.partition(" ")
            if source in ("a", "b") and file:
                result.append(f"--src{source}={folder}/{file}")
            elif feed:
                raise HeadError(f"{self.path}: `{feed}` does not feed `a` or `b`")
        return result

    def cycles(self, arch: str) -> tuple[str, float]:
        """`tile` or `vector`, and how many cycles of it."""
        words = (self.one("cycles", arch) or "").split()
        unit = "tile" if words[:1] == ["tile"] else "vector"
        try:
            return unit, float(words[-1])
        except (IndexError, ValueError):
            raise HeadError(f"{self.path}: `cycles:` has no number for {arch}") from None

    def sweeps(self, key: str, arch: str) -> list[Sweep]:
        return [sweep(self, entry) for entry in self.of(key, arch)]


def comment(path: pathlib.Path) -> list[str]:
    """The lines of the first comment, without what makes them one."""
    lines = []
    for line in path.read_text().splitlines():
        bare = re.sub(r"^ ?(/\*+|\*+/|\*|#|//)? ?", "", line, count=1)
        if lines and (not re.match(r"^( ?\*|#|//)", line)):
            break
        if not lines and not re.match(r"^(/\*|#|//)", line):
            break
        lines.append(re.sub(r" *\*/$", "", bare))
        if "*/" in line:
            break
    return lines


def of_line(key: str, arch: str | None, text: str, line: int) -> list[Entry]:
    """One entry; or one for each arch in front of a part of the text, of which cycles can have two, behind a comma."""
    parts = text.split(", ") if key == "cycles" else [text]
    result = []
    for part in parts:
        first, _, rest = part.partition(" ")
        own = key != "arch" and first in ARCHES and rest
        result.append(Entry(key, first if own else arch, rest.strip() if own else part, line, line))
    return result


def entries(path: pathlib.Path) -> list[Entry]:
    result: list[Entry] = []
    indent = 0
    goes_on = False
    for number, line in enumerate(comment(path)):
        key = KEY.match(line)
        if key:
            indent = len(key[1])
            result += of_line(key[2], key[3], key[4], number)
        elif goes_on and line.strip() and len(line) - len(line.lstrip()) > indent:
            result[-1].text += " " + line.strip()
            result[-1].last = number
        goes_on = bool(result) and result[-1].last == number
    for key in ONCE:
        of_arches = [e.arch for e in result if e.key == key]
        if len(of_arches) != len(set(of_arches)) or (None in of_arches and len(of_arches) > 1):
            raise HeadError(f"{path}: `{key}:` is there twice")
    return result


def sweep(kernel: Kernel, entry: Entry) -> Sweep:
    result = Sweep(entry, [], {}, [])
    words = shlex.split(entry.text)
    while words:
        word = words.pop(0)
        if word.startswith("--"):
            result.options.append(word)
        elif word == "except" and len(words) >= 2:
            result.exclusions.append(f"except {words.pop(0)} {words.pop(0)}")
        elif re.match(r"^[a-z_]+=", word):
            name, number = word.split("=", 1)
            result.measures[name] = UNKNOWN if number == "?" else float(number)
        else:
            raise HeadError(f"{kernel.path}:{entry.first + 1}: `{word}` is no option, no measure and no exclusion")
    return result


def kernels(examples: pathlib.Path, folders: list[str]) -> list[Kernel]:
    """All kernels, in order, or those in some folders."""
    found = sorted(path for path in examples.glob("*/*.[sS]") if path.parent.name != SEVERAL_THREADS)
    if folders:
        wanted = {(examples / pathlib.Path(f).name).resolve() for f in folders}
        found = [path for path in found if path.parent.resolve() in wanted]
    return [Kernel(examples, path) for path in found]
