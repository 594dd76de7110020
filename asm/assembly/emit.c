/* Appends the program's words. */
#include "assembler.h"

#include "program/origins.h"

#include <inttypes.h>
#include <stdlib.h>

/* Words that macros, repetitions and padding may produce. Words that the text spells out are not limited. */
enum { MOST_REPEATED = 1 << 24 };

bool emit_too_many(struct assembler *as, uint64_t count, struct place place)
{
    const uint64_t most = expansion_bound(as, MOST_REPEATED * sizeof(uint32_t)) / sizeof(uint32_t);

    if (as->spent.words <= most && count <= most - as->spent.words)
        return false;
    if (!as->stopped)
        report_error(as, place, "this would give more than %" PRIu64 " words beyond those that the source spells out",
                     most);
    as->stopped = true;
    return true;
}

/* Does the source spell the place's words out? True if the place comes after all places of its source that gave
 * words. */
static bool is_spelled_out(struct place place)
{
    return !place.source->expanded && place.begin >= place.source->spent;
}

bool emit_allowed(struct assembler *as, uint64_t count, struct place place)
{
    if (is_spelled_out(place)) {
        place.source->spent = place.begin + 1;
        return true;
    }
    if (emit_too_many(as, count, place))
        return false;
    as->spent.words += count;
    return true;
}

/* Makes room for `count` more words. Returns false after an error. */
static bool reserve_words(struct assembler *as, size_t count)
{
    struct sfp_program *program = as->program;
    const size_t needed = program->count + count;
    size_t capacity = as->word_capacity ? as->word_capacity : 256;
    uint32_t *words;

    if (needed <= as->word_capacity)
        return true;
    while (capacity < needed)
        capacity *= 2;
    words = realloc(program->words, capacity * sizeof *words);
    if (!words) {
        report_no_memory(as);
        return false;
    }
    program->words = words;
    as->word_capacity = capacity;
    return true;
}

/* Appends a word. The caller has made room. */
static void append_word(struct assembler *as, uint32_t word, struct sfp_origin origin)
{
    struct sfp_program *program = as->program;

    if (!sfp_origins_add(&program->origins, origin)) {
        report_no_memory(as);
        return;
    }
    program->words[program->count++] = word;
    if (!recent_take(as, word))
        report_no_memory(as);
    if (as->hazards.automatic)
        hazards_take(as, word);
}

/* Under .hazards auto: appends the waits that `word`, from `place`, needs before it. */
static void append_waits(struct assembler *as, uint32_t word, struct place place)
{
    const struct sfp_origin origin = {.source = place.source->index, .offset = place.begin, .wait = true};

    if (!as->hazards.automatic)
        return;
    for (unsigned left = hazards_waits(as, word, place); left > 0; left--) {
        if (emit_too_many(as, 1, place) || !reserve_words(as, 1))
            return;
        as->spent.words++;
        append_word(as, hazards_wait(as), origin);
    }
}

void emit_allowed_word(struct assembler *as, uint32_t word, struct place place, bool further)
{
    append_waits(as, word, place);
    if (!as->stopped && reserve_words(as, 1))
        append_word(as, word, (struct sfp_origin){place.source->index, place.begin, .further = further});
    sfp_source_pass(place.source, place.begin);
}

void emit_word(struct assembler *as, uint32_t word, struct place place)
{
    if (emit_allowed(as, 1, place))
        emit_allowed_word(as, word, place, false);
}

/* Checks that `times` * `count` words that are not spelled out may be added; makes room for them and counts them. */
static bool may_repeat(struct assembler *as, size_t count, uint64_t times, struct place place)
{
    if (count == 0 || times == 0 || emit_too_many(as, times > MOST_REPEATED ? times : times * count, place) ||
        !reserve_words(as, (size_t)times * count))
        return false;
    as->spent.words += times * count;
    return true;
}

/* Appends word `index`, with origin `origin`, again. Waits are computed anew for the word's new position. */
static void append_again(struct assembler *as, size_t index, struct sfp_origin origin)
{
    const uint32_t word = as->program->words[index];
    const struct place place = {as->program->sources[origin.source], origin.offset, origin.offset};

    if (origin.wait)
        return;
    append_waits(as, word, place);
    if (!as->stopped && reserve_words(as, 1))
        append_word(as, word, origin);
}

void emit_again(struct assembler *as, size_t first, size_t count, uint64_t times, struct place place)
{
    struct origin_walk start;

    if (!may_repeat(as, count, times, place))
        return;
    start = sfp_origins_from(&as->program->origins, first);
    for (uint64_t i = 0; i < times && !as->stopped; i++) {
        struct origin_walk walk = start;

        for (size_t word = first; word < first + count && !as->stopped; word++)
            append_again(as, word, sfp_origins_next(&walk));
    }
}

void emit_further(struct assembler *as, uint64_t times, struct place place)
{
    const struct sfp_origin origin = {place.source->index, place.begin, .further = true};
    const size_t last = as->program->count - 1;

    if (!may_repeat(as, 1, times, place))
        return;
    for (uint64_t i = 0; i < times && !as->stopped; i++)
        append_again(as, last, origin);
}

/* Returns whether the symbol has one value in the whole source. Integers of C, which have a scope, do not count. */
static bool is_constant_symbol(const struct symbol *symbol)
{
    return !symbol->label && !symbol->changed && !symbol->fault && symbol->scope == 0;
}

void emit_symbols(struct assembler *as)
{
    struct sfp_program *program = as->program;

    program->symbols = calloc(as->symbols.count + 1, sizeof *program->symbols);
    program->constants = calloc(as->symbols.count + 1, sizeof *program->constants);
    if (!program->symbols || !program->constants) {
        report_no_memory(as);
        return;
    }
    for (size_t i = 0; i < as->symbols.count; i++) {
        const struct symbol *symbol = &as->symbols.items[i];

        if (symbol->label)
            program->symbols[program->symbol_count++] =
                (struct sfp_symbol){.name = symbol->name, .index = (size_t)symbol->value};
        else if (is_constant_symbol(symbol))
            program->constants[program->constant_count++] = (struct sfp_constant){symbol->name, symbol->value};
    }
}
