"""What include/sfpu.h declares: functions with their types, members of structs, constants; and what C says of these."""

import collections
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = ROOT / "include" / "sfpu.h"

Function = collections.namedtuple("Function", "name result arguments")

TEXT = re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.S)


def functions():
    """As they are declared."""
    for result, name, arguments in re.findall(r"SFPU_API\s+([^;]*?)\bsfpu_(\w+)\(([^;]*?)\);", TEXT, flags=re.S):
        words = " ".join(arguments.split())
        yield Function(name, result.strip(), [] if words == "void" else [a.strip() for a in words.split(",")])


def structs():
    """The members of each struct, by its name without "sfpu_"."""
    found = {}
    for name, body in re.findall(r"^struct sfpu_(\w+) \{(.*?)^\};", TEXT, flags=re.S | re.M):
        found[name] = [m for declaration in body.split(";") for m in _declared(declaration)]
    return found


def _declared(declaration):
    """Names of `unsigned row, *column, lanes[4]`."""
    for part in declaration.split(","):
        name = re.search(r"(\w+)\s*(\[[^]]*\]\s*)*$", part.strip())
        if name:
            yield name.group(1)


def enums():
    """The constants of each enumeration, by its name; those without one together as ""."""
    found = collections.defaultdict(list)
    for name, body in re.findall(r"\benum\s*(?:sfpu_(\w+))?\s*\{(.*?)\}", TEXT, flags=re.S):
        found[name] += re.findall(r"\b(SFPU_\w+)\b(?=\s*(?:=|,|$))", body)
    found[""] += re.findall(r"^#define (SFPU_(?!API\b)\w+) \S", TEXT, flags=re.M)
    return dict(found)


def by_compiler(directory, lines):
    """What a C program prints of these statements, as numbers a line."""
    source, program = directory / "print.c", directory / "print"
    source.write_text("#include <sfpu.h>\n#include <stdio.h>\nint main(void)\n{\n" + "\n".join(lines) +
                      "\nreturn 0;\n}\n")
    subprocess.run([os.environ.get("CC") or "cc", f"-I{ROOT}/include", "-o", program, source], check=True)
    output = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [[int(n) for n in line.split()] for line in output.splitlines()]
