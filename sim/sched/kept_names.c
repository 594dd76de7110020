/* Finds the immediates that the kernel's source wrote with names, and asks the assembler whether they can be kept. */
#include "kept_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/names.h"
#include "macro_names.h"
#include "operand_text.h"
#include "print_names.h"

/* ---- Symbols ---- */

/* The constants of a machine's program, by name. */
struct symbols_of {
    sfpu_machine *machine;
    struct names names;
};

/* Takes the machine's constants. Returns false if memory ran out. */
static bool read_symbols(sfpu_machine *machine, struct symbols_of *symbols)
{
    const char *name;

    symbols->machine = machine;
    for (size_t i = 0; (name = sfpu_constant(machine, i, NULL)); i++)
        if (!names_add(&symbols->names, name, strlen(name), i))
            return false;
    return true;
}

/* Returns the symbol's own name, or NULL if there is no such symbol. */
static const char *find_symbol_value(const struct symbols_of *symbols, const char *name, size_t length, int64_t *value)
{
    size_t i;

    return names_find(&symbols->names, name, length, &i) ? sfpu_constant(symbols->machine, i, value) : NULL;
}

/* ---- Candidates ---- */

/* An immediate that may be kept. */
struct candidate {
    const struct loop_word *word;
    char *text; /* owned; NULL: it cannot be kept */
};

struct reading {
    struct kept_names *names;
    struct sfp_index index;
    struct symbols_of kernel, include;
    struct macro_names replaced;
    struct candidate *candidates; /* owned */
    size_t count, room;
    unsigned long first_line; /* the line of candidate 0 in the source that asks the assembler */
    bool refused;             /* this source has an error elsewhere */
    bool no_memory;
};

/* Returns whether the text can stand in the answer's source: the text names a symbol of the kernel or of its
 * preprocessor, and nothing to which sfpu.inc gives another value. In the answer's source a name of one letter may be a
 * rotating register, and the dot is an address. */
static bool names_constants(const struct reading *r, struct span text)
{
    int64_t value, other;
    struct span name;
    bool any = false;

    while (operand_text_next_name(&text, &name)) {
        const bool replaced = macro_names_find(&r->replaced, name);
        const bool known = find_symbol_value(&r->kernel, name.at, name.length, &value);
        const bool included = find_symbol_value(&r->include, name.at, name.length, &other);

        if (name.length == 1 || (included && (replaced || (known && other != value))))
            return false;
        any |= known || replaced;
    }
    return any;
}

/* Returns the word's immediate as the source wrote it, if it names constants; otherwise NULL. The caller frees it. */
static char *find_named_immediate(struct reading *r, const struct loop_word *word, const struct sfp_insn *insn)
{
    sfpu_machine *m = r->names->body->machine;
    struct sfpu_where where = {.size = sizeof where};
    struct span text;
    char *written;
    const int code = sfpu_get_where(m, word->index, &where);

    r->no_memory |= code == SFPU_NO_MEMORY;
    if (code != SFPU_OK || !operand_text_immediate(&where, insn, &text))
        return NULL;
    written = macro_names_text(&r->replaced, m, word->index, insn);
    if (!written && names_constants(r, text)) {
        written = strndup(text.at, text.length);
        r->no_memory |= !written;
    }
    r->no_memory |= r->replaced.no_memory;
    if (written && strlen(written) < KEPT_TEXT_SIZE && names_constants(r, (struct span){written, strlen(written)}))
        return written;
    free(written);
    return NULL;
}

static void add_candidate(struct reading *r, const struct loop_word *word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&r->index, word->word);
    char *text;

    if (!insn || insn->unit == SFP_UNIT_NONE || word->index >= r->names->count || r->names->texts[word->index])
        return;
    text = find_named_immediate(r, word, insn);
    r->no_memory |= text && !array_room(&r->candidates, r->count, &r->room, sizeof *r->candidates);
    if (!text || r->no_memory) {
        free(text);
        return;
    }
    r->candidates[r->count++] = (struct candidate){word, text};
    r->names->texts[word->index] = text;
}

static void add_candidates(struct reading *r, const struct loop_word *words, size_t count)
{
    for (size_t i = 0; i < count && !r->no_memory; i++)
        add_candidate(r, &words[i]);
}

static void drop_candidate(struct reading *r, struct candidate *c)
{
    r->names->texts[c->word->index] = NULL;
    free(c->text);
    c->text = NULL;
}

/* ---- Definitions ---- */

/* Returns the symbol's value as text, or NULL if memory ran out. The caller frees it. */
static char *spell_value(int64_t value)
{
    enum { SMALL = 256 }; /* values from here on are printed in hexadecimal, as most are bit patterns */
    char *text;

    return asprintf(&text, value < SMALL ? "%" PRId64 : "0x%" PRIx64, value) < 0 ? NULL : text;
}

static struct kept_definition *find_definition(const struct kept_names *names, struct span name)
{
    for (size_t i = 0; i < names->definition_count; i++)
        if (strlen(names->definitions[i].name) == name.length &&
            memcmp(names->definitions[i].name, name.at, name.length) == 0)
            return &names->definitions[i];
    return NULL;
}

/* Adds the kernel's definition of the name. Adds nothing if the name is known already, comes from sfpu.inc, or has no
 * value in the kernel. */
static void add_definition(struct reading *r, struct span name)
{
    struct kept_names *names = r->names;
    const char *replaced = macro_names_find(&r->replaced, name);
    struct kept_definition *d;
    int64_t value;

    if (find_definition(names, name) || find_symbol_value(&r->include, name.at, name.length, &value) ||
        !(replaced || find_symbol_value(&r->kernel, name.at, name.length, &value)))
        return;
    r->no_memory |= !array_room(&names->definitions, names->definition_count, &names->definition_room,
                                sizeof *names->definitions);
    if (r->no_memory)
        return;
    d = &names->definitions[names->definition_count++];
    *d = (struct kept_definition){.name = strndup(name.at, name.length),
                                  .text = replaced ? strdup(replaced) : spell_value(value)};
    r->no_memory |= !d->name || !d->text;
}

static void define_symbols(struct reading *r)
{
    struct span name;

    for (size_t i = 0; i < r->count && !r->no_memory; i++) {
        struct span text = {r->candidates[i].text, strlen(r->candidates[i].text)};

        while (operand_text_next_name(&text, &name) && !r->no_memory)
            add_definition(r, name);
    }
}

static void put_definition(const struct kept_definition *d, struct text *out)
{
    text_print(out, "    .set %s, %s\n", d->name, d->text);
}

/* ---- The assembler's answer ---- */

static bool has_refused_name(const struct reading *r, struct span text)
{
    struct span name;
    bool refused = false;

    while (operand_text_next_name(&text, &name)) {
        const struct kept_definition *d = find_definition(r->names, name);

        refused |= d && d->refused;
    }
    return refused;
}

/* Drops the candidates that name something whose definition is refused, or that several texts replaced. */
static void drop_undefined(struct reading *r)
{
    for (size_t i = 0; i < r->count; i++) {
        struct candidate *c = &r->candidates[i];
        const struct span text = {c->text, c->text ? strlen(c->text) : 0};

        if (c->text && (has_refused_name(r, text) || !names_constants(r, text)))
            drop_candidate(r, c);
    }
}

/* Drops the candidate, or notes the definition, in whose line the assembler found a fault. A candidate must deserve no
 * warning either. */
static void hear_refusal(void *context, const struct sfpu_diagnostic *d)
{
    struct reading *r = context;
    const size_t definitions = r->names->definition_count;
    const bool error = strcmp(d->severity, "error") == 0;

    if (strcmp(d->severity, "note") == 0)
        return;
    if (d->line >= r->first_line && d->line - r->first_line < r->count)
        drop_candidate(r, &r->candidates[d->line - r->first_line]);
    else if (d->line < r->first_line && r->first_line - d->line <= definitions)
        r->names->definitions[definitions - (r->first_line - d->line)].refused |= error;
    else
        r->refused |= error;
}

/* Makes a source with a line for each candidate, empty for those dropped. */
static void put_question(struct reading *r, struct text *source)
{
    text_print(source, "    .arch %s\n    .include \"sfpu.inc\"\n", sfp_arch_facts(r->names->body->arch)->name);
    for (size_t i = 0; i < r->names->definition_count; i++)
        if (r->names->definitions[i].refused)
            text_add_char(source, '\n');
        else
            put_definition(&r->names->definitions[i], source);
    r->first_line = 1;
    for (size_t i = 0; i < source->size; i++)
        r->first_line += source->data[i] == '\n';
    for (size_t i = 0; i < r->count; i++) {
        if (r->candidates[i].text)
            instruction_text(&r->index, r->candidates[i].word->word, r->candidates[i].text, source);
        text_add_char(source, '\n');
    }
}

/* Drops each candidate whose text assembles to another word than the kernel has. */
static void compare_words(struct reading *r, const sfpu_machine *m)
{
    const uint32_t *words = sfpu_words(m);
    const size_t count = sfpu_word_count(m);
    size_t at = 0;

    for (size_t i = 0; i < r->count; i++)
        if (r->candidates[i].text && (at == count || words[at++] != r->candidates[i].word->word))
            drop_candidate(r, &r->candidates[i]);
}

/* Assembles the candidates' texts, and drops each text that the assembler refuses, until no error is left. Then drops
 * the candidates whose words differ. */
static void ask_assembler(struct reading *r, sfpu_machine *m)
{
    int code = SFPU_BAD_SOURCE;
    size_t left, before;

    sfpu_on_diagnostic(m, hear_refusal, r);
    do {
        struct text source = {0};

        before = left = 0;
        drop_undefined(r);
        for (size_t i = 0; i < r->count; i++)
            before += r->candidates[i].text != NULL;
        put_question(r, &source);
        r->no_memory |= source.failed;
        if (!r->no_memory)
            code = sfpu_load_text(m, "names.s", source.data, source.size);
        text_free(&source);
        r->no_memory |= code == SFPU_NO_MEMORY;
        drop_undefined(r);
        for (size_t i = 0; i < r->count; i++)
            left += r->candidates[i].text != NULL;
    } while (left > 0 && left < before && !r->refused && !r->no_memory);
    if (code == SFPU_OK && !r->refused)
        compare_words(r, m);
    else
        for (size_t i = 0; i < r->count; i++)
            drop_candidate(r, &r->candidates[i]);
}

/* Returns a machine with sfpu.inc loaded, for the caller to close, or NULL: sfpu.inc cannot be read, or memory ran out,
 * and r->names->no_include or r->no_memory says which. */
static sfpu_machine *open_include(struct reading *r)
{
    const enum sfp_arch arch = r->names->body->arch;
    static const char source[] = "    .include \"sfpu.inc\"\n    sfpnop\n";
    const struct sfpu_options options = {.size = sizeof options,
                                         .arch = arch == SFP_WH ? SFPU_WORMHOLE : SFPU_BLACKHOLE};
    sfpu_machine *m = NULL;
    int code = sfpu_open(&options, &m);

    if (code == SFPU_OK)
        code = sfpu_load_text(m, "names.s", source, sizeof source - 1);
    if (code == SFPU_OK)
        return m;
    r->names->no_include |= code == SFPU_BAD_SOURCE;
    r->no_memory |= code == SFPU_NO_MEMORY;
    sfpu_close(m);
    return NULL;
}

static void read_candidates(struct reading *r)
{
    const struct loop_body *body = r->names->body;
    sfpu_machine *include = open_include(r), *asked = open_include(r);

    r->no_memory |= include && asked && !(read_symbols(body->machine, &r->kernel) &&
                                          read_symbols(include, &r->include));
    if (include && asked && !r->no_memory) {
        add_candidates(r, body->before, body->before_count);
        add_candidates(r, body->words, body->count);
        add_candidates(r, body->after, body->after_count);
        define_symbols(r);
        if (r->count > 0 && !r->no_memory)
            ask_assembler(r, asked);
    }
    macro_names_free(&r->replaced);
    names_free(&r->kernel.names);
    names_free(&r->include.names);
    sfpu_close(include);
    sfpu_close(asked);
}

bool kept_names_read(const struct loop_body *body, struct kept_names *names)
{
    struct reading r = {.names = names};

    *names = (struct kept_names){.body = body, .count = sfpu_word_count(body->machine)};
    names->texts = calloc(names->count + 1, sizeof *names->texts);
    if (!names->texts)
        return false;
    sfp_index_init(&r.index, body->arch);
    read_candidates(&r);
    free(r.candidates);
    names->no_include |= r.refused;
    return !r.no_memory;
}

void kept_names_free(struct kept_names *names)
{
    for (size_t i = 0; i < names->count && names->texts; i++)
        free(names->texts[i]);
    for (size_t i = 0; i < names->definition_count; i++) {
        free(names->definitions[i].name);
        free(names->definitions[i].text);
    }
    free(names->texts);
    free(names->definitions);
    *names = (struct kept_names){0};
}

/* ---- Reading ---- */

bool kept_names_has(const struct kept_names *names, const struct loop_word *from)
{
    return names && from->index < names->count && names->texts[from->index];
}

const char *kept_names_text(const struct kept_names *names, const struct loop_word *from, const struct sfp_insn *insn,
                            uint32_t word)
{
    const char *text = kept_names_has(names, from) ? names->texts[from->index] : NULL;

    return text && !names->as_numbers && word >> SFP_OPCODE_LSB == from->word >> SFP_OPCODE_LSB &&
                   sfp_field(insn, word, SFP_F_IMM) == sfp_field(insn, from->word, SFP_F_IMM)
               ? text
               : NULL;
}

/* Returns whether the name occurs in the source outside comments. Comments do not need definitions of constants. */
static bool occurs_in(const struct text *source, const char *wanted)
{
    struct span rest = {source->data, source->size}, name;

    while (operand_text_next_name(&rest, &name))
        if (name.length == strlen(wanted) && memcmp(name.at, wanted, name.length) == 0)
            return true;
    return false;
}

void kept_names_define(const struct kept_names *names, const struct text *source, struct text *out)
{
    for (size_t i = 0; names && !names->as_numbers && i < names->definition_count; i++)
        if (occurs_in(source, names->definitions[i].name))
            put_definition(&names->definitions[i], out);
}
