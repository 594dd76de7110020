/* Prints a complete source for sfpasm. */
#include "sched_source.h"

#include <stdlib.h>

#include "dis/dis.h"
#include "landing.h"
#include "live_setup.h"
#include "print_names.h"

const struct source_form source_forms[SOURCE_FORMS] = {
    {"replay=0", false, false}, {"replay=0", true, false}, {"solid=0", false, false}, {"solid=0", true, false},
    {"unroll", false, false},   {"unroll", true, false},   {"unroll", false, true},   {"unroll", true, true},
};

/* Appends the disassembler's line with a blank for its tab and one after each comma. */
static void put_spaced(struct text *text, const char *line)
{
    for (; *line; line++) {
        text_add_char(text, *line == '\t' ? ' ' : *line);
        if (*line == ',')
            text_add_char(text, ' ');
    }
}

/* Returns the word's immediate as the kernel's source wrote it, or NULL. */
static const char *kept_text_of(const struct source *s, const struct sfp_index *index, const struct loop_word *word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word->word);

    return insn ? kept_names_text(s->kept, word, insn, word->word) : NULL;
}

/* Appends words as instructions; with the names of sfpu.inc if the source includes it. */
static void put_loop_words(const struct source *s, const struct loop_word *words, size_t count, struct text *text)
{
    struct sfp_index index;
    char line[SFP_DISASSEMBLY_SIZE];

    sfp_index_init(&index, s->body->arch);
    for (size_t i = 0; i < count; i++) {
        text_print(text, "    ");
        if (source_has_include(s)) {
            instruction_text(&index, words[i].word, kept_text_of(s, &index, &words[i]), text);
        } else {
            disassembly_of_word(&index, words[i].word, SFP_SYNTAX_GNU, line);
            put_spaced(text, line);
        }
        text_add_char(text, '\n');
    }
}

/* Returns the word with an address that is `rows` rows further. */
static uint32_t move_address(const struct sfp_index *index, uint32_t word, uint32_t rows)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);

    if (!insn || insn->unit == SFP_UNIT_NONE || !sfp_has_field(insn, SFP_F_ADDR) || rows == 0)
        return word;
    return sfp_word_with(insn, word, SFP_F_ADDR, (sfp_field(insn, word, SFP_F_ADDR) + rows) & SFP_COUNTER_MASK);
}

static void put_iteration(const struct source *s, size_t n, struct text *text)
{
    const struct loop_body *body = s->body;
    struct sfp_index index;

    sfp_index_init(&index, body->arch);
    for (size_t i = 0; i < body->count; i++) {
        struct loop_word word = body->words[i];

        word.word = move_address(&index, word.word, (uint32_t)n * (uint32_t)body->rows);
        put_loop_words(s, &word, 1, text);
    }
}

/* Appends the kernel's own iterations, played by REPLAY if they are equal and REPLAY has room for one. */
static void put_as_written(const struct source *s, size_t iterations, struct text *text)
{
    const struct loop_body *body = s->body;
    const bool played = body->rows == 0 && body->count <= SFP_REPLAY_SLOTS;

    if (body->rows != 0) {
        for (size_t n = 0; n < iterations; n++)
            put_iteration(s, n, text);
        return;
    }
    if (played) {
        text_print(text, "    ttreplay 0, %zu, 1, 1\n", body->count);
        put_iteration(s, 0, text);
        text_print(text, "    .rept %zu\n    ttreplay 0, %zu, 0, 0\n    .endr\n", iterations - 1, body->count);
        return;
    }
    text_print(text, "    .rept %zu\n", iterations);
    put_iteration(s, 0, text);
    text_print(text, "    .endr\n");
}

/* Appends the table and its .schedule_setup. */
static void put_table_with_setup(const struct source *s, const struct source_form *form, struct text *text)
{
    /* Without macros, delays count nothing; and counting in instructions was seen to hang Wormhole: macro-armed of
     * sfpu-findings(7). */
    const bool counts_cycles = form->counts_cycles || s->answer->macros == 0;

    answer_print(s->answer,
                 &(struct table_form){s->name, s->kept, .counts_cycles = counts_cycles, .gapless = form->gapless},
                 text);
    text_print(text, "\n    .schedule_setup %s\n", s->name);
}

/* Appends the kernel's own loads of a constant, with `lreg` as their register, if the kernel's source names at least
 * one of their immediates. Returns false if it names none. */
static bool put_named_loads(const struct source *s, unsigned constant, unsigned lreg, struct text *text)
{
    const struct graph *g = s->answer->graph;
    struct sfp_index index;
    bool named = false;

    sfp_index_init(&index, g->arch);
    for (unsigned i = 0; i < g->made[constant].load_count; i++)
        named |= kept_names_has(s->kept, &s->body->words[g->made[constant].loads[i]]);
    for (unsigned i = 0; i < g->made[constant].load_count && named; i++) {
        struct loop_word load = s->body->words[g->made[constant].loads[i]];

        load.word = sfp_word_with(sfp_insn_of_word(&index, load.word), load.word, SFP_F_VD, lreg);
        put_loop_words(s, &load, 1, text);
    }
    return named;
}

/* Returns whether an operation of the answer reads the register as a constant. */
static bool is_constant_read(const struct answer *a, unsigned lreg)
{
    for (size_t i = 0; i < a->graph->count; i++) {
        const struct graph_operation *o = &a->graph->operations[i];

        for (unsigned source = 0; source < o->source_count && a->operations[i].present; source++)
            if (o->sources[source].value == GRAPH_NONE && o->sources[source].lreg == lreg)
                return true;
    }
    return false;
}

/* Sets constants of rewrites in L12 to L14 that the answer reads: after the table's set-up, which uses L0, and before
 * the kernel's code, which may set L0. */
static void put_constants(const struct source *s, struct text *text)
{
    const struct graph *g = s->answer->graph;

    for (unsigned i = 0; i < g->made_count; i++) {
        if (g->made[i].lreg < GRAPH_LREGS || !is_constant_read(s->answer, g->made[i].lreg))
            continue;
        if (put_named_loads(s, i, 0, text))
            text_print(text, "    sfpconfig %u, 0, 0\n", g->made[i].lreg);
        else
            text_print(text, "    set_constant %u, 0x%08x\n", g->made[i].lreg, g->made[i].bits);
    }
}

/* Appends the kernel's code before the loop: of a table or an order, only words that are still of use. */
static void put_setup(const struct source *s, struct text *text)
{
    const struct loop_body *body = s->body;
    bool *kept = malloc(body->before_count + 1);

    text->failed |= !kept;
    if (!kept)
        return;
    live_setup_find(body, s->answer, kept);
    for (size_t i = 0; i < body->before_count; i++)
        if (kept[i] || s->answer->as_written)
            put_loop_words(s, &body->before[i], 1, text);
    free(kept);
}

/* Sets LRegs for rewrites. The kernel does not read these LRegs, but its code before the loop may leave anything
 * there, so they are set after that code. */
static void put_made_lregs(const struct source *s, struct text *text)
{
    const struct graph *g = s->answer->graph;

    for (unsigned i = 0; i < g->made_count; i++)
        if (g->made[i].lreg < GRAPH_LREGS && !put_named_loads(s, i, g->made[i].lreg, text))
            text_print(text, "    load_word L%u, 0x%08x\n", g->made[i].lreg, g->made[i].bits);
}

/* Returns whether the word sets the counter of Dst to a value that does not depend on the counter. */
static bool sets_dst_counter(const struct sfp_insn *insn, uint32_t word)
{
    if (!insn || (insn->id != SFP_I_SETRWC && insn->id != SFP_I_INCRWC))
        return false;
    return sfp_field(insn, word, SFP_F_RWC_CR) & SFP_RWC_CR_DST ||
           (insn->id == SFP_I_SETRWC && sfp_field(insn, word, SFP_F_BITMASK) & SFP_RWC_SET_DST);
}

/* Returns by how many rows the loop of the answer leaves the counter of Dst further on than the kernel's loop, after as
 * many kernel iterations. Where the kernel's words have growing addresses, the answer steps the counter instead. */
static uint32_t find_rows_ahead(const struct source *s, size_t kernel_iterations)
{
    return s->answer->as_written ? 0 : (uint32_t)s->body->rows * (uint32_t)kernel_iterations;
}

int32_t source_rows_ahead(const struct source *s)
{
    const struct loop_body *body = s->body;
    struct sfp_index index;

    sfp_index_init(&index, body->arch);
    for (size_t i = 0; i < body->after_count; i++)
        if (sets_dst_counter(sfp_insn_of_word(&index, body->after[i].word), body->after[i].word))
            return 0;
    return (int32_t)find_rows_ahead(s, body->iterations);
}

/* Returns whether the word adds the counter of Dst to its field DST_ADDR: the words of the matrix unit with this field do,
 * except that ZEROACC adds the counter only to the number of one row, and not to the number of a block of rows. */
static bool has_matrix_row(const struct sfp_insn *insn, uint32_t word)
{
    if (!insn || insn->unit != SFP_UNIT_NONE || !sfp_has_field(insn, SFP_F_DST_ADDR))
        return false;
    return insn->id != SFP_I_ZEROACC || sfp_zero_mode_of(insn, word) == SFP_ZERO_ROW;
}

/* Returns a word of the code after the loop with an address that is `rows` rows further. */
static uint32_t move_after(const struct sfp_index *index, uint32_t word, uint32_t rows)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);

    if (rows == 0 || !has_matrix_row(insn, word))
        return move_address(index, word, rows);
    return sfp_word_with(insn, word, SFP_F_DST_ADDR, (sfp_field(insn, word, SFP_F_DST_ADDR) + rows) & SFP_COUNTER_MASK);
}

/* Appends the code after the loop. Its addresses become smaller by the rows that the counter of Dst is ahead. */
static void put_after(const struct source *s, size_t kernel_iterations, struct text *text)
{
    const struct loop_body *body = s->body;
    uint32_t ahead = find_rows_ahead(s, kernel_iterations);
    struct sfp_index index;

    sfp_index_init(&index, body->arch);
    for (size_t i = 0; i < body->after_count; i++) {
        struct loop_word word = body->after[i];

        if (sets_dst_counter(sfp_insn_of_word(&index, word.word), word.word))
            ahead = 0;
        word.word = move_after(&index, word.word, -ahead);
        put_loop_words(s, &word, 1, text);
    }
}

static void put_nops(unsigned count, struct text *text)
{
    for (unsigned i = 0; i < count; i++)
        text_print(text, "    sfpnop\n");
}

size_t source_iterations(const struct source *s)
{
    return s->body->iterations / s->answer->graph->iterations;
}

bool source_has_include(const struct source *s)
{
    return s->kept || !s->answer->as_written;
}

/* Appends everything after the directives at the head. */
static void put_code(const struct source *s, const struct source_form *form, size_t iterations, struct text *text)
{
    const struct loop_body *body = s->body;
    const struct graph *g = s->answer->graph;
    const bool rewritten = !s->answer->as_written;

    if (!s->answer->wants.in_order)
        put_table_with_setup(s, form, text);
    if (rewritten)
        put_constants(s, text);
    put_setup(s, text);
    if (rewritten)
        put_made_lregs(s, text);
    put_nops(landing_before(body, s->answer), text);
    if (!rewritten)
        put_as_written(s, iterations * g->iterations, text);
    else if (s->answer->wants.in_order)
        answer_print_order(s->answer, s->kept, iterations, text);
    else
        text_print(text, "    .schedule_loop %s, %zu, %s\n", s->name, iterations, form->loop);
    put_nops(landing_after(body, s->answer), text);
    put_after(s, iterations * g->iterations, text);
}

void source_print(const struct source *s, const struct source_form *form, size_t iterations, struct text *text)
{
    struct text code = {0};

    put_code(s, form, iterations, &code);
    text_print(text, "%s    .arch %s\n", s->comments ? s->comments : "", sfp_arch_facts(s->body->arch)->name);
    if (source_has_include(s))
        text_print(text, "    .include \"sfpu.inc\"\n");
    if (s->init)
        text_print(text, "    .init %s\n", s->init);
    kept_names_define(s->kept, &code, text);
    text_print(text, "\n");
    text_add(text, code.data, code.size);
    text->failed |= code.failed;
    text_free(&code);
}
