/* Report on a compiled kernel that waits for ever: the awaited device, the calls, and the core's registers. */
#include "session_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"

enum { PLACE = 4096, REGISTERS = 32, IN_A_ROW = 8 };

bool deadlock_is_told(const sfpu_machine *m, int code)
{
    return code == SFPU_DEADLOCK && sfpu_is_compiled(m);
}

/* ---- As text ---- */

static void put_wait(FILE *out, sfpu_machine *m)
{
    struct sfpu_wait wait = {.size = sizeof wait};

    if (sfpu_get_wait(m, &wait) != SFPU_OK)
        return;
    fprintf(out, "  %s waits for %s at 0x%08" PRIX32 "%s%s\n", wait.by_word ? "a word" : "the core", wait.device,
            wait.address, *wait.state ? ": " : "", wait.state);
}

static void put_inlined(FILE *out, sfpu_machine *m, size_t index)
{
    struct sfpu_inlined in = {.size = sizeof in};

    for (size_t level = 0; sfpu_get_inlined(m, index, level, &in) == SFPU_OK; level++) {
        fprintf(out, "     in %s", in.function);
        if (in.file)
            fprintf(out, ", inlined at %s:%lu:%lu", in.file, in.line, in.column);
        putc('\n', out);
    }
}

static void put_frames(FILE *out, sfpu_machine *m)
{
    struct sfpu_frame frame = {.size = sizeof frame};
    char place[PLACE];

    if (sfpu_get_frame(m, 0, &frame) != SFPU_OK)
        fputs("  the core has finished, and waits for nothing\n", out);
    for (size_t level = 0; sfpu_get_frame(m, level, &frame) == SFPU_OK; level++) {
        if (sfpu_place(m, frame.index, place, sizeof place) != SFPU_OK)
            return;
        fprintf(out, "  #%zu %s", level, place);
        if (frame.sp)
            fprintf(out, ", sp 0x%08" PRIX32, frame.sp);
        fprintf(out, "%s\n", frame.by_ra ? ", by ra alone" : "");
        put_inlined(out, m, frame.index);
    }
}

static void put_registers(FILE *out, const struct sfpu_core_state *core)
{
    for (unsigned i = 0; i < REGISTERS; i++)
        fprintf(out, "%s%4s %08" PRIX32 "%s", i % IN_A_ROW ? " " : "  ", sfpu_core_register_name(i), core->x[i],
                (i + 1) % IN_A_ROW ? "" : "\n");
    fprintf(out, "  pc 0x%08" PRIX32 ", after %" PRIu64 " instructions\n", core->pc, core->instructions);
}

/* Returns the text that `put` writes, or NULL without memory. The caller frees the text. */
static char *make_deadlock_text(sfpu_machine *m, void (*put)(FILE *out, sfpu_machine *m))
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return NULL;
    put(out, m);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static void put_wait_and_frames(FILE *out, sfpu_machine *m)
{
    put_wait(out, m);
    put_frames(out, m);
}

void deadlock_print(sfpu_machine *m, FILE *out)
{
    struct sfpu_core_state core = {.size = sizeof core};

    put_wait_and_frames(out, m);
    if (sfpu_get_core_state(m, &core) == SFPU_OK)
        put_registers(out, &core);
}

char *deadlock_line(sfpu_machine *m, const char *message)
{
    char *lines = make_deadlock_text(m, put_wait_and_frames), *line = NULL, *rest = lines;
    size_t size;
    FILE *out = lines ? open_memstream(&line, &size) : NULL;

    if (out) {
        fputs(message, out);
        for (char *part; (part = strtok_r(rest, "\n", &rest));)
            fprintf(out, "; %s", part + strspn(part, " "));
        if (fclose(out) != 0) {
            free(line);
            line = NULL;
        }
    }
    free(lines);
    return line;
}

/* ---- As JSON ---- */

enum { DIGITS = 8 };

static void put_json_wait(struct sfp_json *j, sfpu_machine *m)
{
    struct sfpu_wait wait = {.size = sizeof wait};

    if (sfpu_get_wait(m, &wait) != SFPU_OK) {
        json_nothing(j, "waits_for");
        return;
    }
    json_begin(j, "waits_for");
    json_text(j, "who", wait.by_word ? "word" : "core");
    json_hex(j, "address", wait.address, DIGITS);
    json_text(j, "device", wait.device);
    json_text_or_null(j, "state", *wait.state ? wait.state : NULL);
    json_end(j);
}

void inlined_json(struct sfp_json *j, sfpu_machine *m, size_t index)
{
    struct sfpu_inlined found = {.size = sizeof found};

    json_list(j, "inlined");
    for (size_t level = 0; sfpu_get_inlined(m, index, level, &found) == SFPU_OK; level++) {
        json_begin(j, NULL);
        json_text(j, "function", found.function);
        json_text_or_null(j, "file", found.file);
        json_count(j, "line", found.line);
        json_count(j, "column", found.column);
        json_end(j);
    }
    json_list_end(j);
}

static void put_json_frame(struct sfp_json *j, sfpu_machine *m, const struct sfpu_frame *frame)
{
    char place[PLACE];

    json_begin(j, NULL);
    json_count(j, "index", frame->index);
    json_text_or_null(j, "place", sfpu_place(m, frame->index, place, sizeof place) == SFPU_OK ? place : NULL);
    inlined_json(j, m, frame->index);
    json_hex(j, "address", frame->address, DIGITS);
    if (frame->sp)
        json_hex(j, "sp", frame->sp, DIGITS);
    else
        json_nothing(j, "sp");
    json_bool(j, "by_ra", frame->by_ra);
    json_end(j);
}

static void put_json_registers(struct sfp_json *j, const struct sfpu_core_state *core)
{
    json_begin(j, "registers");
    for (unsigned i = 0; i < REGISTERS; i++)
        json_hex(j, sfpu_core_register_name(i), core->x[i], DIGITS);
    json_hex(j, "pc", core->pc, DIGITS);
    json_end(j);
    json_count(j, "instructions", core->instructions);
}

void deadlock_json(struct sfp_json *j, sfpu_machine *m, const char *message)
{
    struct sfpu_core_state core = {.size = sizeof core};
    struct sfpu_frame frame = {.size = sizeof frame};

    if (!message) {
        json_nothing(j, "deadlock");
        return;
    }
    json_begin(j, "deadlock");
    json_text(j, "text", message);
    put_json_wait(j, m);
    json_list(j, "calls");
    for (size_t level = 0; sfpu_get_frame(m, level, &frame) == SFPU_OK; level++)
        put_json_frame(j, m, &frame);
    json_list_end(j);
    if (sfpu_get_core_state(m, &core) == SFPU_OK)
        put_json_registers(j, &core);
    json_end(j);
}
