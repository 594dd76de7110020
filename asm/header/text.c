/* Writes a kernel as C++ in the shape of the vendor's headers. */
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell_word.h"
#include "dis/dis.h"
#include "dis/held_constant.h"
#include "isa/arch.h"
#include "isa/vector_unit.h"

enum { COMMENT_COLUMN = 68 /* column of the comments after statements */ };

size_t header_iterations(const struct header_kernel *k)
{
    return k->shape.turns == 0 ? 0 : k->figures.rows_per_turn > 0 ? k->figures.rows : k->shape.turns;
}

bool header_calculates(const struct header_kernel *k)
{
    return k->shape.setup < k->count;
}

/* Returns how many iterations a turn counts for. */
static size_t turn_iterations(const struct header_kernel *k)
{
    return k->figures.rows_per_turn > 0 ? k->figures.rows_per_turn : 1;
}

/* ---- The comment at the top ---- */

/* Writes a text from outside as part of a comment: control characters and backslashes become question marks. */
static void put_foreign(struct text *out, const char *text)
{
    for (; *text; text++)
        text_add_char(out, (unsigned char)*text < ' ' || *text == '\\' || *text == 0x7F ? '?' : *text);
}

/* Writes the lines as comments. */
static void put_comment_lines(struct text *out, const struct text *lines)
{
    for (size_t i = 0, length; i < lines->size; i += length + 1) {
        const char *line = lines->data + i, *end = memchr(line, '\n', lines->size - i);

        length = end ? (size_t)(end - line) : lines->size - i;
        text_print(out, "//     %.*s\n", (int)length, line);
    }
}

/* Writes a list with commas as comment lines of moderate length, after a heading. */
static void put_list(struct text *out, const char *heading, const struct text *list)
{
    enum { WIDTH = 100 };
    size_t column = WIDTH;

    for (size_t i = 0, length; i < list->size; i += length) {
        const char *item = list->data + i, *end = memchr(item, ',', list->size - i);

        length = end ? (size_t)(end - item) + 2 : list->size - i;
        if (column + length > WIDTH) {
            text_print(out, "%s// %-8s", i ? "\n" : "", i ? "" : heading);
            column = 0;
        }
        text_print(out, " %.*s", (int)(end ? length - 1 : length), item);
        column += length;
    }
    if (list->size)
        text_add_char(out, '\n');
}

bool header_calls_list(struct header_kernel *k)
{
    struct header_calls *calls = &k->calls;

    *calls = (struct header_calls){0};
    if (k->shape.setup > 0) {
        text_print(&calls->init, "_init_%s_()%c", k->request->name, '\0');
        calls->list[calls->count++] = calls->init.data;
    }
    if (header_calculates(k)) {
        text_print(&calls->calculate, "_calculate_%s_", k->request->name);
        if (k->shape.turns > 0)
            text_print(&calls->calculate, "<%zu>", header_iterations(k));
        text_print(&calls->calculate, "()%c", '\0');
        calls->list[calls->count++] = calls->calculate.data;
    }
    return !calls->init.failed && !calls->calculate.failed;
}

void header_calls_free(struct header_calls *calls)
{
    text_free(&calls->init);
    text_free(&calls->calculate);
    *calls = (struct header_calls){0};
}

/* Writes a word of a command, for a shell. Control characters and backslashes become question marks, because they would
 * end or continue the comment. */
static void put_command_word(struct text *out, const char *word)
{
    struct text safe = {0};

    put_foreign(&safe, word);
    text_add_char(&safe, '\0');
    if (!safe.failed)
        put_shell_word(out, safe.data);
    out->failed |= safe.failed;
    text_free(&safe);
}

/* Writes the header's file name, without its folders, for a shell. */
static void put_file_name(struct text *out, const struct header_request *request)
{
    if (request->output && strcmp(request->output, "-") != 0) {
        const char *slash = strrchr(request->output, '/');

        put_command_word(out, slash ? slash + 1 : request->output);
    } else {
        text_print(out, "%s.h", request->name);
    }
}

/* Writes the command of the comment: sfpsim with its first options, and the header with its calls. */
static void put_command(struct text *out, const struct header_kernel *k, const char *action, const char *options)
{
    text_print(out, "//          sfpsim%s --arch=%s --init=%s %s ", action, sfp_arch_name(k->index.arch),
               k->figures.init, options);
    put_file_name(out, k->request);
    for (size_t i = 0; i < k->calls.count; i++)
        text_print(out, " --call='%s'", k->calls.list[i]);
    text_add_char(out, '\n');
}

/* Writes which numbers of iterations the kernel permits, and why. */
static void put_turns(struct text *out, const struct header_kernel *k)
{
    if (!header_calculates(k))
        return;
    if (k->figures.free_turns)
        text_print(out, "// Turns    run with one turn of the loop less, on random bits in Dst: every value that it "
                        "stores is the same\n");
    else if (k->shape.turns > 0)
        text_print(out, "// Turns    %zu, no other number: a run with one turn less is not known to store the same "
                        "values\n", k->shape.turns);
    else
        text_print(out, "// Turns    no loop, and no ITERATIONS: no repetition covers half of the executed words\n");
}

static void put_figures(struct text *out, const struct header_kernel *k)
{
    const struct kernel_figures *f = &k->figures;

    if (f->failure) {
        text_print(out, "// Not run  ");
        put_foreign(out, f->failure);
        text_add_char(out, '\n');
        return;
    }
    text_print(out, "// Cycles   %" PRIu64 " for %" PRIu64 " row%s of 32 lanes", f->cycles, f->rows,
               f->rows == 1 ? "" : "s");
    if (f->cycles_per_row > 0)
        text_print(out, ", %.4g a row in the steady state", f->cycles_per_row);
    text_print(out, ", simulated:\n");
    put_command(out, k, "", "--stats");
    if (f->finding) {
        text_print(out, "// Findings ");
        figures_put_findings(f, out);
        text_add_char(out, '\n');
    }
    if (f->error.size > 0) {
        text_print(out, "// Error    ");
        put_foreign(out, f->error.data);
        text_print(out, ":\n");
        put_command(out, k, " sweep", k->request->sweep);
    }
    put_list(out, "Expects", &f->expects);
    put_list(out, "Leaves", &f->leaves);
    put_turns(out, k);
}

/* Writes the calls that made the program, and the profile that selected words of sfpi code. */
static void put_source(struct text *out, const struct header_kernel *k)
{
    if (k->request->call_count == 0 && !k->selected)
        return;
    text_print(out, "// Source  ");
    for (size_t i = 0; i < k->request->call_count; i++) {
        text_print(out, " --call=");
        put_command_word(out, k->request->calls[i]);
    }
    if (k->selected)
        text_print(out, "%swords selected by sfpasm (sfpi %s)", k->request->call_count ? "; " : " ", k->selected);
    text_add_char(out, '\n');
}

static void put_heading(struct text *out, const struct header_kernel *k)
{
    text_print(out, "// %s for %s, made by %s -f header from ", k->request->name,
               sfp_arch_facts(k->index.arch)->title, k->request->tool);
    put_foreign(out, k->request->source);
    text_print(out, "\n//\n");
    put_source(out, k);
    text_print(out, "// Words    %zu: sfpasm --call, with its own definitions of the vendor's macros, records "
                    "exactly these from\n//          this header\n", k->count);
    put_figures(out, k);
    for (size_t i = 0; i < k->request->note_count; i++) {
        text_print(out, "// Note     ");
        put_foreign(out, k->request->notes[i]);
        text_add_char(out, '\n');
    }
    if (k->figures.table.size)
        text_print(out, "//\n");
    put_comment_lines(out, &k->figures.table);
}

/* ---- Statements ---- */

/* Ends a statement's line with a comment. */
static void put_remark(struct text *out, size_t begin, const char *remark)
{
    const size_t width = out->size - begin;

    if (*remark)
        text_print(out, "%*s// %s", width < COMMENT_COLUMN ? (int)(COMMENT_COLUMN - width) : 1, "", remark);
}

/* Writes the meaning of a template, sequence or Misc that the word configures. */
static void put_macro_meaning(struct text *out, const struct header_kernel *k, uint32_t word,
                              struct held_constant *held)
{
    uint32_t target, value;
    char *meaning = NULL;
    size_t size;
    FILE *stream;

    if (held_constant_configures(held, &k->index, word, &target, &value)) {
        stream = open_memstream(&meaning, &size);
        if (stream)
            dis_put_macro_word(stream, &k->index, target, value);
        if (stream && fclose(stream) == 0 && meaning) /* fclose() leaves NULL if memory runs out */
            text_print(out, " (0x%08" PRIx32 ": %s)", value, meaning);
        else
            out->failed = true;
        free(meaning);
    }
    held_constant_pass(held, &k->index, word);
}

/* Writes a REPLAY by the vendor's functions. Returns false for other words. */
static bool put_replay(struct text *out, const struct header_kernel *k, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&k->index, word);
    const struct sfp_replay replay = sfp_replay_of(insn, word);

    if (replay.length == 0 || (!replay.records && sfp_field(insn, word, SFP_F_EXEC)))
        return false;
    text_print(out, "lltt::%s(%" PRIu32 ", %" PRIu32 ");",
               !replay.records ? "replay" : replay.executes ? "record<lltt::Exec>" : "record<lltt::NoExec>",
               sfp_field(insn, word, SFP_F_START_IDX), sfp_field(insn, word, SFP_F_LEN));
    return true;
}

/* Writes words first..end-1 as statements. */
static void put_words(struct text *out, const struct header_kernel *k, size_t first, size_t end, const char *indent,
                      struct held_constant *held)
{
    char statement[SFP_DISASSEMBLY_SIZE], remark[SFP_ANNOTATION_SIZE];

    for (size_t i = first; i < end; i++) {
        const size_t begin = out->size;

        text_print(out, "%s", indent);
        if (!put_replay(out, k, k->words[i])) {
            disassembly_of_word(&k->index, k->words[i], SFP_SYNTAX_MACRO | SFP_HEX | SFP_NAMES, statement);
            text_print(out, "%s", statement);
        }
        if (!disassembly_annotate(&k->index, k->words[i], remark))
            *remark = '\0';
        put_remark(out, begin, remark);
        put_macro_meaning(out, k, k->words[i], held);
        text_add_char(out, '\n');
    }
}

/* ---- Functions ---- */

static void put_init(struct text *out, const struct header_kernel *k)
{
    struct held_constant held = {0};

    if (k->shape.setup == 0)
        return;
    text_print(out, "inline void _init_%s_()\n{\n", k->request->name);
    put_words(out, k, 0, k->shape.setup, "    ", &held);
    text_print(out, "}\n");
}

/* Writes a static_assert about ITERATIONS. */
static void put_assertion(struct text *out, const struct header_kernel *k)
{
    const size_t all = header_iterations(k), turn = turn_iterations(k), outside = all - turn * k->shape.turns;

    if (!k->figures.free_turns)
        text_print(out, "    static_assert(ITERATIONS == %zu, \"the kernel is for %zu iterations\");\n\n", all, all);
    else if (turn > 1 && outside > 0)
        text_print(out, "    static_assert(ITERATIONS >= %zu && (ITERATIONS - %zu) %% %zu == 0, "
                        "\"ITERATIONS is not %zu plus a multiple of %zu\");\n\n",
                   outside, outside, turn, outside, turn);
    else if (turn > 1)
        text_print(out, "    static_assert(ITERATIONS %% %zu == 0, \"ITERATIONS is not a multiple of %zu\");\n\n", turn,
                   turn);
    else if (outside > 0)
        text_print(out, "    static_assert(ITERATIONS >= %zu, \"ITERATIONS is below %zu\");\n\n", outside, outside);
}

static void put_loop(struct text *out, const struct header_kernel *k, struct held_constant *held)
{
    const struct kernel_shape *s = &k->shape;
    const size_t turn = turn_iterations(k), outside = header_iterations(k) - turn * s->turns;

    text_print(out, "#pragma GCC unroll 8\n    for (int d = %zu; d < ITERATIONS; ", outside);
    text_print(out, turn == 1 ? "d++)\n    {\n" : "d += %zu)\n    {\n", turn);
    *held = (struct held_constant){0};
    put_words(out, k, s->first, s->first + s->body, "        ", held);
    text_print(out, "    }\n");
    *held = (struct held_constant){0};
}

static void put_calculate(struct text *out, const struct header_kernel *k)
{
    const struct kernel_shape *s = &k->shape;
    const size_t after = s->first + s->body * s->turns;
    struct held_constant held = {0};

    if (s->setup > 0)
        text_add_char(out, '\n');
    if (s->turns > 0)
        text_print(out, "template <int ITERATIONS = %zu>\n", header_iterations(k));
    text_print(out, "inline void _calculate_%s_()\n{\n", k->request->name);
    if (s->turns > 0)
        put_assertion(out, k);
    put_words(out, k, s->setup, s->first, "    ", &held);
    if (s->turns > 0)
        put_loop(out, k, &held);
    put_words(out, k, after, k->count, "    ", &held);
    text_print(out, "}\n");
}

void header_write(const struct header_kernel *k, struct text *out)
{
    static const char *const includes[] = {"ckernel_addrmod.h", "ckernel_instr_params.h", "ckernel_ops.h", "llk_defs.h",
                                           "lltt.h"};
    const char *macro = sfp_arch_facts(k->index.arch)->macro;

    put_heading(out, k);
    text_print(out, "\n#pragma once\n\n");
    for (size_t i = 0; i < sizeof includes / sizeof includes[0]; i++)
        text_print(out, "#include \"%s\"\n", includes[i]);
    text_print(out, "\n#ifndef %s\n#error \"the words of this header are for %s\"\n#endif\n", macro,
               sfp_arch_facts(k->index.arch)->title);
    text_print(out, "\nnamespace ckernel::sfpu\n{\n\n");
    put_init(out, k);
    if (header_calculates(k))
        put_calculate(out, k);
    text_print(out, "\n} // namespace ckernel::sfpu\n");
}
