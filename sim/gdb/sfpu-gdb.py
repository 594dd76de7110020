"""Extensions of gdb for kernels under sfpsim --gdb: sfpsim-gdb(1).

Registers as grids of lanes, instructions of the vector unit in disassembly, the commands `info sfpu`, `info pipeline`
and `sfpu`, a TUI window with the pipeline, and steps back in `gdb -i dap`. Other targets are not affected.
"""

import struct
import sys

import gdb

LANES, COLUMNS = 32, 8
LREGS, DST32, DST16 = 0xFFBC0000, 0xFFBD0000, 0xFFBD8000


def is_sfpu(architecture):
    """Returns whether the target has sfpsim's registers."""
    try:
        return architecture.registers().find("laneflags") is not None
    except (AttributeError, gdb.error):
        return False


def is_here():
    try:
        return is_sfpu(gdb.selected_frame().architecture())
    except gdb.error:
        return False


def monitor(command):
    """Returns the output of a monitor command."""
    return gdb.execute("monitor " + command, to_string=True)


def need_sfpu():
    if not is_here():
        raise gdb.GdbError("no kernel runs under sfpsim --gdb: target remote | sfpsim KERNEL --gdb=-")


# ---- Values ----

class Format(gdb.Parameter):
    """The format in which lanes of LRegs are printed: fp32, int32, uint32, sm32 or hex."""

    set_doc = show_doc = "The format in which lanes of LRegs are printed."

    def __init__(self):
        super().__init__("sfpu-format", gdb.COMMAND_DATA, gdb.PARAM_ENUM, ["fp32", "int32", "uint32", "sm32", "hex"])
        self.value = "fp32"

    def get_set_string(self):
        return ""

    def get_show_string(self, value):
        return "Lanes of LRegs are printed as %s." % value


FORMAT = Format()


def float_text(bits):
    """Returns the shortest text that reads back as this fp32 number."""
    value = struct.unpack("<f", struct.pack("<I", bits))[0]
    if abs(value) < 1e9 and value == int(value):
        return "-0" if bits >> 31 and not value else str(int(value))
    for digits in range(1, 10):
        text = "%.*g" % (digits, value)
        if struct.pack("<f", float(text)) == struct.pack("<f", value):
            break
    return text


def text_of(bits):
    if FORMAT.value == "fp32":
        return float_text(bits)
    if FORMAT.value == "int32":
        return str(bits - (bits >> 31 << 32))
    if FORMAT.value == "sm32":
        return ("-" if bits >> 31 else "") + str(bits & 0x7FFFFFFF)
    return "0x%08x" % bits if FORMAT.value == "hex" else str(bits)


def enabled_lanes():
    return int(gdb.parse_and_eval("(unsigned int) $enabled"))


def grid(lanes, enabled):
    """Returns four rows of eight lanes, with disabled lanes in parentheses; if all lanes are equal, one value."""
    if len(set(lanes)) == 1:
        return "%s in all lanes" % text_of(lanes[0])
    texts = [text if enabled >> i & 1 else "(%s)" % text for i, text in enumerate(map(text_of, lanes))]
    width = max(map(len, texts))
    rows = [texts[i:i + COLUMNS] for i in range(0, LANES, COLUMNS)]
    return "".join("\n  " + " ".join(t.rjust(width) for t in row) for row in rows)


class LRegPrinter:
    """Prints a register: the union of its lanes as f, u and i."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return grid([int(self.value["u"][i]) for i in range(LANES)], enabled_lanes())


class LanesPrinter:
    """Prints a mask of lanes: # for a lane in the mask."""

    def __init__(self, value):
        self.mask = int(value.cast(gdb.lookup_type("unsigned int")))

    def to_string(self):
        lanes = ["#" if self.mask >> i & 1 else "." for i in range(LANES)]
        return "0x%08x %s" % (self.mask, " ".join("".join(lanes[i:i + COLUMNS]) for i in range(0, LANES, COLUMNS)))


def printer_of(value):
    kind = value.type
    if "gdb.dap" in sys.modules:  # DAP clients unfold registers themselves
        return None
    if kind.code == gdb.TYPE_CODE_UNION and [f.name for f in kind.fields()] == ["f", "u", "i"]:
        return LRegPrinter(value)
    if kind.code == gdb.TYPE_CODE_FLAGS and kind.name == "lanes":
        return LanesPrinter(value)
    return None


gdb.pretty_printers.append(printer_of)


# ---- Disassembly ----

def register_disassembler():
    import gdb.disassembler as dis

    class Sfpu(dis.Disassembler):
        """Disassembles words of the vector unit, rotated as in .ttinsn; gdb disassembles RISC-V instructions."""

        def __init__(self):
            super().__init__("sfpu")

        def __call__(self, info):
            if not is_sfpu(info.architecture):
                return None
            word = int.from_bytes(bytes(info.read_memory(4, 0)), "little")
            if word & 3 == 3:
                return None
            text = monitor("disassemble 0x%08x" % (word >> 2 | (word & 3) << 30)).strip()
            return dis.DisassemblerResult(4, text)

    dis.register_disassembler(Sfpu(), "riscv:rv32")


try:
    register_disassembler()
except ImportError:  # before gdb 13
    pass


# ---- Commands ----

class InfoSfpu(gdb.Command):
    """The kernel's state: cycles, lanes and their conditions, and LRegs other than 0, without constants."""

    def __init__(self):
        super().__init__("info sfpu", gdb.COMMAND_STATUS)

    def invoke(self, arguments, from_tty):
        need_sfpu()
        gdb.write(monitor("stats") + monitor("lanes"))
        frame, enabled = gdb.selected_frame(), enabled_lanes()
        for name in ["L%d" % i for i in (*range(8), *range(11, 15), 16)]:
            lanes = frame.read_register(name)["u"]
            lanes = [int(lanes[i]) for i in range(LANES)]
            if any(lanes):
                gdb.write("%s: %s\n" % (name, grid(lanes, enabled)))


class InfoPipeline(gdb.Command):
    """Instructions that issue or land around the present cycle: info pipeline [CYCLES]."""

    def __init__(self):
        super().__init__("info pipeline", gdb.COMMAND_STATUS)

    def invoke(self, arguments, from_tty):
        need_sfpu()
        gdb.write(monitor("pipeline " + arguments))


class Sfpu(gdb.Command):
    """Commands for kernels under sfpsim --gdb: sfpu break, sfpu cycle, sfpu watch, sfpu who."""

    def __init__(self):
        super().__init__("sfpu", gdb.COMMAND_RUNNING, prefix=True)


class SfpuCycle(gdb.Command):
    """Run one cycle, or N cycles: sfpu cycle [N]."""

    def __init__(self):
        super().__init__("sfpu cycle", gdb.COMMAND_RUNNING)

    def invoke(self, arguments, from_tty):
        need_sfpu()
        for _ in range(int(arguments or 1)):
            said = monitor("step-cycle")
        gdb.execute("maintenance flush register-cache", to_string=True)
        gdb.write(said)


def address_of(what):
    """Returns the expression for L3[5], a lane of a register, or dst[ROW][COLUMN], a cell of 32 bits."""
    name, *numbers = what.replace("]", "").split("[")
    numbers = [int(n) for n in numbers]
    if name == "dst" and len(numbers) == 2:
        return "*(float *) 0x%x" % (DST32 + 64 * numbers[0] + 4 * numbers[1])
    if name[:1] in "Ll" and len(numbers) == 1:
        return "*(float *) 0x%x" % (LREGS + 128 * int(name[1:]) + 4 * numbers[0])
    raise ValueError(what)


class SfpuWatch(gdb.Command):
    """Stop when a value changes, forwards and backwards: sfpu watch L3[5], or dst[ROW][COLUMN] of 32 bits."""

    def __init__(self):
        super().__init__("sfpu watch", gdb.COMMAND_BREAKPOINTS)

    def invoke(self, arguments, from_tty):
        need_sfpu()
        try:
            expression = address_of(arguments.strip())
        except ValueError:
            raise gdb.GdbError("sfpu watch: L3[5] or dst[ROW][COLUMN], not '%s'" % arguments)
        gdb.execute("watch " + expression)


class SfpuBreak(gdb.Command):
    """Stop at every word of a line, as in each turn of .rept; break takes only the first: sfpu break [FILE:]LINE."""

    def __init__(self):
        super().__init__("sfpu break", gdb.COMMAND_BREAKPOINTS, gdb.COMPLETE_LOCATION)

    def invoke(self, arguments, from_tty):
        need_sfpu()
        try:
            places = gdb.decode_line(arguments)[1] or ()
        except gdb.error as error:
            raise gdb.GdbError("sfpu break: %s" % error)
        for sal in places:
            for entry in sal.symtab.linetable().line(sal.line) or ():
                gdb.execute("break *0x%x" % entry.pc)


class SfpuWho(gdb.Command):
    """The last writer: sfpu who L3[5], as in monitor who."""

    def __init__(self):
        super().__init__("sfpu who", gdb.COMMAND_DATA)

    def invoke(self, arguments, from_tty):
        need_sfpu()
        gdb.write(monitor("who " + arguments))


for command in (InfoSfpu, InfoPipeline, Sfpu, SfpuBreak, SfpuCycle, SfpuWatch, SfpuWho):
    command()


# ---- The TUI: layout sfpu ----

class PipelineWindow:
    """The pipeline around the present cycle."""

    title = "Pipeline"

    def __init__(self, window):
        self.window = window
        window.title = self.title
        self.first = 0
        self.refresh = lambda event=None: self.render()
        gdb.events.before_prompt.connect(self.refresh)

    def close(self):
        gdb.events.before_prompt.disconnect(self.refresh)

    def lines(self):
        return monitor("pipeline %d" % max(2, self.window.height // 2)).splitlines() if is_here() else []

    def render(self):
        if not self.window.is_valid():
            return
        shown = self.lines()[self.first:self.first + self.window.height]
        self.window.erase()
        for line in shown:
            self.window.write(line.replace("\t", " ")[:self.window.width] + "\n")

    def vscroll(self, by):
        self.first = max(0, self.first + by)
        self.render()


if hasattr(gdb, "register_window_type"):
    gdb.register_window_type("pipeline", PipelineWindow)
    gdb.execute("tui new-layout sfpu src 2 pipeline 2 status 0 cmd 1", to_string=True)


# ---- Steps back in VS Code and others ----

def extend_dap():
    from gdb.dap.next import exec_and_expect_stop
    from gdb.dap.server import capability, request

    def back(granularity):
        """Returns gdb's command for a step back. After the end of the kernel, no line exists to step over."""
        line = gdb.selected_frame().find_sal().line
        return "reverse-step" if line and granularity != "instruction" else "reverse-stepi"

    @capability("supportsStepBack")
    @request("stepBack", response=False)
    def step_back(*, threadId: int, granularity: str = "statement", **arguments):
        exec_and_expect_stop(back(granularity))

    @request("reverseContinue", response=False)
    def reverse_continue(*, threadId: int, **arguments):
        exec_and_expect_stop("reverse-continue")


if "gdb.dap" in sys.modules:
    try:
        extend_dap()
    except (ImportError, AttributeError, TypeError):  # a gdb with its own steps back, or with another interface
        pass
