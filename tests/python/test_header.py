"""The package has all of include/sfpu.h, and nothing that is not there any more."""

import ctypes
import dataclasses
import inspect
import pathlib
import re

import header
import pytest

import sfpu
from sfpu import _prototypes, _structs, constants, records

PACKAGE = pathlib.Path(sfpu.__file__).parent
FUNCTIONS = list(header.functions())
STRUCTS = header.structs()
ENUMS = header.enums()

# What callers give, and by which parameters here.
GIVEN = {
    "options": sfpu.Machine,
    "assembly": sfpu.Assembly,
    "disassembly": sfpu.Disassembly,
    "tolerance": sfpu.Tolerance,
    "running": sfpu.Machine.configure_runs,
    "threads": sfpu.Machine.configure_threads,
    "perturbing": sfpu.Machine.perturb,
    "limits": sfpu.Machine.run_until,
    "watch": sfpu.Watch,
}
# Members that Python has otherwise: callbacks, counts of what is a sequence, flags of what may be None, parts of a text.
OTHERWISE = {"size", "seed", "context", "diagnose", "read", "each", "each_context", "include_dir_count", "define_count",
             "warning_count", "source_dir_count", "breakpoint_count", "core_breakpoint_count", "watch_count",
             "has_ulp", "has_rtol", "has_atol"}
CALLBACKS = {"write": "WRITE", "diagnose": "DIAGNOSE", "differs": "DIFFERS", "hear_read": "READ", "observe": "OBSERVE",
             "visit": "VISIT"}
NUMBERS = {"int": ctypes.c_int, "unsigned": ctypes.c_uint, "unsigned long": ctypes.c_ulong, "size_t": ctypes.c_size_t,
           "uint16_t": ctypes.c_uint16, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64, "double": ctypes.c_double}


def class_of(struct):
    """The ctypes struct of sfpu_`struct`."""
    name = "".join(word.capitalize() for word in struct.split("_"))
    return getattr(records, name).Struct if hasattr(records, name) else getattr(_structs, name)


def own_name(constant, prefix):
    return re.sub(f"^SFPU_({prefix}_)?", "", constant)


def test_header_is_read():
    assert len(FUNCTIONS) == header.HEADER.read_text().count("\nSFPU_API ")
    assert len(STRUCTS) == len(re.findall(r"^struct sfpu_\w+ \{", header.TEXT, flags=re.M)) >= 25
    assert sum(map(len, ENUMS.values())) > 70
    assert STRUCTS["where"] == ["size", "file", "line", "column", "further", "text", "length"]


def test_all_functions_are_declared():
    assert sorted(f.name for f in FUNCTIONS) == sorted(_prototypes.PROTOTYPES)


def ctype(declared):
    """What a type of C is for ctypes: of pointers to data only that they are pointers."""
    callback = re.search(r"\bsfpu_(\w+) \*", declared)
    if callback and callback.group(1) in CALLBACKS:
        return getattr(_structs, CALLBACKS[callback.group(1)])
    struct = re.search(r"struct sfpu_(\w+) \*(?!\*|const)", declared)
    if struct and struct.group(1) in STRUCTS:
        return ctypes.POINTER(class_of(struct.group(1)))
    if "*" in declared or "[" in declared:
        return "pointer"
    words = [w for w in declared.split() if w != "const"]
    if words == ["void"]:
        return None
    return NUMBERS.get(" ".join(words)) or NUMBERS.get(" ".join(words[:-1])) or declared


def same(declared, given):
    wanted = ctype(declared)
    given = getattr(given, "ctype", given)
    if wanted == "pointer":
        return given in (ctypes.c_void_p, ctypes.c_char_p) or hasattr(given, "contents")
    return given is wanted


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_types(function):
    result, arguments = _prototypes.PROTOTYPES[function.name]
    assert same(function.result, result), (function.result, result)
    assert len(arguments) == len(function.arguments)
    for declared, given in zip(function.arguments, arguments):
        assert same(declared, given), (declared, given)


def test_all_functions_are_used():
    text = "".join(p.read_text() for p in PACKAGE.glob("*.py"))
    used = set(re.findall(r"\blib\.sfpu_(\w+)", text))
    assert used == {f.name for f in FUNCTIONS}


def test_structs_are_those_of_the_compiler(tmp_path):
    lines = []
    for name, members in STRUCTS.items():
        offsets = "".join(f", (int)offsetof(struct sfpu_{name}, {m}), (int)sizeof s.{m}" for m in members)
        lines.append(f'{{ struct sfpu_{name} s; printf("%d{" %d %d" * len(members)}\\n", (int)sizeof s{offsets}); }}')
    for (name, members), said in zip(STRUCTS.items(), header.by_compiler(tmp_path, lines)):
        struct = class_of(name)
        mine = [ctypes.sizeof(struct)]
        for member, _ in struct._fields_:
            field = getattr(struct, member)
            mine += [field.offset, field.size]
        assert [m for m, _ in struct._fields_] == members, name
        assert mine == said, name


@pytest.mark.parametrize("name", [n for n in STRUCTS if hasattr(records, "".join(map(str.capitalize, n.split("_"))))])
def test_records_have_all_members(name):
    record = getattr(records, "".join(word.capitalize() for word in name.split("_")))
    assert [f.name for f in dataclasses.fields(record)] == [m for m in STRUCTS[name] if m != "size"]


@pytest.mark.parametrize("name", GIVEN)
def test_what_is_given_has_all_members(name):
    parameters = set(inspect.signature(GIVEN[name]).parameters) - {"self"}
    assert set(STRUCTS[name]) - OTHERWISE <= parameters


def test_no_struct_is_forgotten():
    tellers = {re.sub(r"(?<!^)(?=[A-Z])", "_", n).lower() for n, of in vars(records).items()
               if isinstance(of, type) and issubclass(of, records.Record)} - {"record"}
    assert set(STRUCTS) == tellers | set(GIVEN) | {"cells"}


def test_constants_are_those_of_the_compiler(tmp_path):
    names = [(enum, c) for enum, of in ENUMS.items() for c in of]
    values = header.by_compiler(tmp_path, [f'printf("%lld\\n", (long long){c});' for _, c in names])
    for (enum, constant), (value,) in zip(names, values):
        if not enum:
            assert getattr(constants, own_name(constant, "-")) == value, constant
            continue
        members = class_members(enum)
        assert members[own_name(constant, prefix_of(enum))] == value, constant


def test_constants_are_no_more_than_that():
    for enum, of in ENUMS.items():
        if enum:
            assert list(class_members(enum)) == [own_name(c, prefix_of(enum)) for c in of], enum
    classes = {n for n, of in vars(constants).items() if isinstance(of, type) and of.__module__ == constants.__name__}
    assert len(classes) == len([e for e in ENUMS if e])


def class_members(enum):
    name = "".join(word.capitalize() for word in enum.split("_"))
    return {k: int(v) for k, v in getattr(constants, name).__members__.items()}


def prefix_of(enum):
    """SFPU_STOP_CYCLES of enum sfpu_stop is CYCLES, SFPU_EVENT_FETCH of enum sfpu_event_kind FETCH."""
    return {"event_kind": "EVENT", "stop": "STOP", "watched": "WATCH", "counter": "COUNTER", "thread": "THREAD",
            "arbiter": "ARBITER"}.get(enum, "-")
