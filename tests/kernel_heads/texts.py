"""What is made of the heads of kernels: the budget, the batch, and the table of examples/README.md."""

import re
import shlex

from kernel_heads.heads import Kernel

NOTE = "# `make kernels` makes this file from the first comments of the kernels. Make changes there.\n"

BUDGET = """\
# The largest errors that the examples' results may have, and their cycles: sfpsim-budget(1).
#
#   sfpsim budget examples/accuracy.budget                  all inputs of 16 bits; some seconds
#   sfpsim budget --section=long examples/accuracy.budget   inputs of 32 bits; minutes each
#
# Cycles are those of a whole tile, set-up and end included, for each 32 lanes. Kernels for fp32 have errors in ULP of
# fp32. Above the heading the inputs of these kernels are the bf16 numbers.
"""

BATCH = """\
# The limits of the examples, one line for each example and arch. Run `make examples`, or from the project's root
#
#   sfpsim batch examples/ci/examples.batch
#
# Kernels without expected.npy have their results checked on all inputs: examples/accuracy.budget.
"""


def number(x: float) -> str:
    return f"{x:.9g}"


def budget_line(kernel: Kernel, arch: str, sweep, folder: str) -> str:
    feeds = kernel.feeds(f"{folder}{kernel.name}".rpartition("/")[0])
    options = " ".join([*kernel.machine, f"--arch={arch}", *feeds, *(shlex.quote(o) for o in sweep.options)])
    measures = " ".join(f"{name}={number(max(x, 0))}" for name, x in sweep.measures.items())
    lines = [f"{folder}{kernel.name} {options}", f"    {measures}", *(f"    {e}" for e in sweep.exclusions)]
    return "\n".join(lines) + "\n"


def budget(kernels: list[Kernel], folder: str = "") -> str:
    """All sweeps; of kernels in a folder, with / behind it, or beside the budget."""
    parts = [BUDGET + NOTE]
    for key, heading in (("sweep", None), ("long", "[long]")):
        lines = [budget_line(k, arch, s, folder) for k in kernels for arch in k.arches for s in k.sweeps(key, arch)]
        parts.append((f"{heading}\n\n" if heading else "") + "".join(lines))
    return "\n".join(parts)


def in_folder(kernel: Kernel, words: list[str]) -> list[str]:
    """The words of which the first two are files beside the kernel, as options of a run."""
    folder = kernel.name.rpartition("/")[0]
    before, after, *rest = words
    dst = [] if before == "-" else ["--dst", f"examples/{folder}/{before}"]
    return ["--layout=tile", *dst, "--expect", f"examples/{folder}/{after}", *rest]


def batch(kernels: list[Kernel]) -> str:
    lines = [BATCH + NOTE]
    for kernel in kernels:
        for arch in kernel.arches:
            unit, cycles = kernel.cycles(arch)
            limit = "--max-cycles" if unit == "tile" else "--max-cycles-per-vector"
            feeds = kernel.feeds(f"examples/{kernel.name}".rpartition("/")[0])
            line = [f"examples/{kernel.name}", f"--arch={arch}", *kernel.options, "--hazards=error",
                    f"{limit}={number(cycles)}", *feeds]
            data = kernel.of("data", arch) or [None]
            for i, entry in enumerate(data):
                files = [] if entry is None else in_folder(kernel, shlex.split(entry.text))
                name = f"{kernel.name} on {arch}" + (f", {i + 1}" if i else "")
                lines.append(" ".join(line) + " \\\n    " + " ".join([*files, f"--name='{name}'"]) + "\n")
    return lines[0] + "\n" + "".join(lines[1:])


def worst(kernel: Kernel, arch: str) -> str:
    """How far a result is off at most: real ULP of all inputs, or what counts instead."""
    for key in ("long", "sweep"):
        for sweep in kernel.sweeps(key, arch):
            for name, form in (("max_abs", "off by {}"), ("max_real_ulp", "{}"), ("max_ulp", "{}")):
                if name in sweep.measures:
                    return form.format(f"{sweep.measures[name]:.4g}")
    return "as expected"


def link(text: str) -> str:
    """Addresses as links that are as short as they can be."""
    return re.sub(r"https://github\.com/([^/ ]+)/([^/ ]+)/(?:pull|issues)/(\d+)",
                  lambda m: f"[{m[2]}#{m[3]}]({m[0]})",
                  re.sub(r"https://github\.com/([^/ ]+)/([^/ ]+)/blob/[^ ]*/([^/ ,;]+)", r"[\3](\g<0>)", text))


def row(kernel: Kernel, arch: str, measured: dict) -> list[str]:
    unit, _ = kernel.cycles(arch)
    cycles = f"{number(measured['cycles'])} a tile" if unit == "tile" else number(measured["steady"])
    others = [e.text for e in kernel.of("published", arch)] + [f"missed: {e.text}" for e in kernel.of("missed", arch)]
    return [f"[{kernel.name}]({kernel.name})", kernel.title, arch, str(measured["instructions"]), cycles,
            "-" if unit == "tile" or measured["floor"] is None else number(measured["floor"]), worst(kernel, arch),
            link("; ".join(others))]


def table(kernels: list[Kernel], measured: dict) -> str:
    """A row for each kernel and arch, or one where both are alike; measured by kernel's name and arch."""
    columns = ["source", "kernel", "arch", "instructions", "cycles a vector", "floor", "most ULP", "published"]
    rows: list[list[str]] = []
    for kernel in kernels:
        of_kernel = [row(kernel, arch, measured[kernel.name, arch]) for arch in kernel.arches]
        if len(of_kernel) == 2 and of_kernel[0][:2] + of_kernel[0][3:] == of_kernel[1][:2] + of_kernel[1][3:]:
            of_kernel = [[*of_kernel[0][:2], "both", *of_kernel[0][3:]]]
        rows += of_kernel
    cells = [columns, ["---"] * len(columns), *([cell.replace("|", "\\|") for cell in r] for r in rows)]
    return "".join("| " + " | ".join(r) + " |\n" for r in cells)


def with_table(readme: str, text: str) -> str | None:
    """The README with this table in its place; None if there is none."""
    parts = re.split(r"(?<=<!-- examples -->\n).*?(?=<!-- end of examples -->)", readme, flags=re.DOTALL)
    return text.join(parts) if len(parts) == 2 else None
