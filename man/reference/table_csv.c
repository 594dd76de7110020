/* The reference as a table: one line for each instruction, architecture and mode. */
#include "pages.h"

#include <stdbool.h>
#include <string.h>

static void put_text(FILE *out, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\n") != NULL;

    if (quoted)
        putc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    if (quoted)
        putc('"', out);
}

static void put_cell(FILE *out, const char *text)
{
    put_text(out, text);
    putc(',', out);
}

static void put_number(FILE *out, const json_t *facts, const char *key)
{
    if (json_is_integer(json_object_get(facts, key)))
        fprintf(out, "%d", number(facts, key));
    putc(',', out);
}

/* Writes texts separated by semicolons. */
static void put_list(FILE *out, const json_t *list)
{
    const json_t *item;
    size_t i;

    json_array_foreach(list, i, item)
        fprintf(out, "%s%s", i ? ";" : "", json_string_value(item));
    putc(',', out);
}

static bool has_mode(const json_t *list, const json_t *mode)
{
    const json_t *item;
    size_t i;

    json_array_foreach(list, i, item)
        if (json_integer_value(item) == number(mode, "value"))
            return true;
    return false;
}

static void put_yes(FILE *out, bool yes)
{
    fputs(yes ? "yes," : "no,", out);
}

/* Writes the reads that the scoreboard misses, and those that it sees needlessly, in this mode. */
static void put_scoreboard(FILE *out, const json_t *scoreboard, const json_t *mode)
{
    const json_t *row, *found = NULL;
    size_t i;

    json_array_foreach(scoreboard, i, row)
        if (number(row, "mode") == number(mode, "value"))
            found = row;
    put_list(out, json_object_get(found, "missed"));
    put_list(out, json_object_get(found, "needless"));
}

/* Writes a line. `mode` is NULL for an instruction without modes. */
static void put_line(FILE *out, const json_t *instruction, const json_t *mode)
{
    const json_t *time = json_object_get(instruction, "time");

    put_cell(out, fact(instruction, "arch"));
    put_cell(out, fact(instruction, "name"));
    put_cell(out, fact(instruction, "vendor_name"));
    put_cell(out, fact(instruction, "gnu"));
    put_cell(out, fact(instruction, "opcode_text"));
    put_cell(out, fact(instruction, "sub_unit"));
    put_number(out, mode, "value");
    put_cell(out, fact(mode, "name"));
    put_cell(out, fact(mode, "meaning"));
    put_number(out, mode, "latency");
    put_list(out, json_object_get(mode, "reads"));
    put_list(out, json_object_get(mode, "writes"));
    put_yes(out, mode && has_mode(json_object_get(time, "holds_others_modes"), mode));
    put_yes(out, mode && has_mode(json_object_get(time, "port_clash_modes"), mode));
    put_scoreboard(out, json_object_get(time, "scoreboard"), mode);
    put_list(out, json_object_get(json_object_get(instruction, "scheduled"), "sub_units"));
    put_cell(out, fact(instruction, "guard"));
    put_cell(out, fact(instruction, "simulated"));
    put_cell(out, fact(instruction, "gnu_form"));
    put_cell(out, fact(instruction, "macro_form"));
    put_text(out, fact(instruction, "what"));
    fputs("\r\n", out);
}

void write_csv(FILE *out, const json_t *all)
{
    const json_t *instruction, *mode;
    size_t i, j;

    fputs("arch,name,vendor_name,gnu,opcode,sub_unit,mode,mode_name,meaning,latency,reads,writes,holds_others,port_"
          "clash,scoreboard_misses,"
          "scoreboard_needless,scheduled_on,guard,simulated,gnu_form,macro_form,what\r\n",
          out);
    json_array_foreach(all, i, instruction) {
        const json_t *modes = json_object_get(instruction, "modes");

        if (json_array_size(modes) == 0)
            put_line(out, instruction, NULL);
        json_array_foreach(modes, j, mode)
            put_line(out, instruction, mode);
    }
}
