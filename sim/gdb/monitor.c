/* Commands of gdb's `monitor`. */
#include "monitor.h"

#include <stdlib.h>
#include <string.h>

/* ---- Short commands ---- */

static void show_stats(struct debuggee *d, const char *arguments, struct text *out)
{
    const struct sfpu_core_state *core = debuggee_core(d);

    (void)arguments;
    text_print(out, "cycle %llu: %llu instructions have issued, %llu of the vector unit\n",
               (unsigned long long)d->at.cycles, (unsigned long long)d->at.instructions,
               (unsigned long long)d->at.vector);
    if (core)
        text_print(out, "the core has executed %llu instructions in program order, and is ahead by %llu\n",
                   (unsigned long long)core->instructions, (unsigned long long)core->ahead);
    text_print(out, "%zu %s for going back\n", d->history.count, d->history.count == 1 ? "snapshot" : "snapshots");
}

static void step_cycle(struct debuggee *d, const char *arguments, struct text *out)
{
    const struct stop stop = debuggee_cycle(d);

    if (*arguments)
        text_print(out, "step-cycle takes no argument\n");
    else if (stop.reason == STOP_OVER || stop.reason == STOP_FAILED)
        text_print(out, "%s\n", stop.reason == STOP_OVER ? "the kernel is over" : stop.text);
    else
        text_print(out, "cycle %llu\n", (unsigned long long)d->at.cycles);
}

static void disassemble_word(struct debuggee *d, const char *arguments, struct text *out)
{
    char *end;
    const unsigned long word = strtoul(arguments, &end, 0);

    if (!*arguments || *end || word > UINT32_MAX) {
        text_print(out, "disassemble: a word is missing or wrong\n");
        return;
    }
    monitor_put_word(d, SIZE_MAX, (uint32_t)word, out);
    text_add_char(out, '\n');
}

static void set_finding_stops(struct debuggee *d, const char *arguments, struct text *out)
{
    if (strcmp(arguments, "on") == 0)
        d->findings = true;
    else if (strcmp(arguments, "off") == 0)
        d->findings = false;
    else if (*arguments)
        text_print(out, "finding: 'on' or 'off', not '%s'\n", arguments);
    text_print(out, "%s at findings\n", d->findings ? "stops" : "does not stop");
}

static monitor_do show_help;

/* ---- The table ---- */

static const struct monitor_command commands[] = {
    {"banks", "", "the banks of SrcA and SrcB: whose they are, and what waits for them",
     "The matrix unit and the unpacker of a source have the number of a bank each", monitor_banks},
    {"disassemble", "WORD", "an instruction of the vector unit, from its word without rotation", NULL,
     disassemble_word},
    {"dst", "ROW [FORMAT]", "four rows of Dst from ROW on, in a format that --dst takes",
     "Rows are numbered as in FORMAT.\nWithout FORMAT, the format of loads in format 0 is used", monitor_dst},
    {"finding", "on|off", "stop at findings, or do not; off at first",
     "The signal is SIGUSR1, and the finding is shown on gdb's console", set_finding_stops},
    {"help", "[COMMAND]", "this list, or what a command does", NULL, show_help},
    {"lanes", "", "which lanes are enabled, and by which conditions",
     "The masks, the flag stack, and the instructions that made them, as --print=lanes prints them.\n"
     "What happened more than 20000 cycles before may be shown as before the run", monitor_lanes},
    {"lreg", "REGISTER [FORMAT]", "a register, eight lanes on each line; disabled lanes in parentheses",
     "Without FORMAT, fp32", monitor_lreg},
    {"macro", "", "the configuration of SFPLOADMACRO", NULL, monitor_macro},
    {"pipeline", "[CYCLES]", "instructions that issue or land up to CYCLES before and after now",
     "Without CYCLES, eight.\nAn asterisk marks an instruction under way", monitor_pipeline},
    {"srca", "[ROW [BANK]]", "four rows of SrcA from ROW on, as numbers",
     "Without BANK, of the bank that the matrix unit reads", monitor_srca},
    {"srcb", "[ROW [BANK]]", "four rows of SrcB from ROW on, as numbers",
     "Without BANK, of the bank that the matrix unit reads", monitor_srcb},
    {"stats", "", "how far the run has come", NULL, show_stats},
    {"step-cycle", "", "run one cycle",
     "gdb shows old values of registers after this, except with sfpu cycle, or after maintenance flush register-cache",
     step_cycle},
    {"who", "L3[5] | dst[ROW][COLUMN] | flags[LANE]", "the last writer, and the cycle",
     "Without brackets, each writer of the lanes once.\nROW is a physical row of 16-bit cells.\n"
     "The command runs the kernel again from its start, without changes by the user", monitor_who},
};

const struct monitor_command *monitor_command(size_t row)
{
    return row < sizeof commands / sizeof commands[0] ? &commands[row] : NULL;
}

static void put_command_help(const struct monitor_command *c, struct text *out)
{
    text_print(out, "monitor %s%s%s: %s\n", c->name, *c->arguments ? " " : "", c->arguments, c->help);
}

/* Returns the command with this name, or the only command that begins with the name, or NULL. */
static const struct monitor_command *command_named(const char *name, size_t length)
{
    const struct monitor_command *found = NULL;
    size_t fitting = 0;

    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strncmp(commands[i].name, name, length) != 0)
            continue;
        if (commands[i].name[length] == '\0')
            return &commands[i];
        found = &commands[i];
        fitting++;
    }
    return fitting == 1 ? found : NULL;
}

static void show_help(struct debuggee *d, const char *arguments, struct text *out)
{
    const struct monitor_command *c = *arguments ? command_named(arguments, strlen(arguments)) : NULL;

    (void)d;
    if (c) {
        put_command_help(c, out);
        if (c->more)
            text_print(out, "%s.\n", c->more);
        return;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        put_command_help(&commands[i], out);
}

void monitor_run(struct debuggee *d, const char *line, struct text *out)
{
    const size_t length = strcspn(line, " \t");
    const struct monitor_command *c = length ? command_named(line, length) : command_named("help", 4);

    if (c)
        c->run(d, line + length + strspn(line + length, " \t"), out);
    else
        text_print(out, "there is no command '%.*s': monitor help lists the commands\n", (int)length, line);
}
