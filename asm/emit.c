/* The program's words as they come. */
#include "assembler.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Words that macros, repetitions and padding may give. What the text spells out itself has no limit but memory. */
enum { MOST_REPEATED = 1 << 24 };

bool emit_too_many(struct assembler *as, uint64_t count, struct place place)
{
    const uint64_t most = expansion_bound(as, MOST_REPEATED * sizeof(uint32_t)) / sizeof(uint32_t);

    if (as->repeated <= most && count <= most - as->repeated)
        return false;
    if (!as->stopped)
        report_error(as, place, "this would give more than %" PRIu64 " words beyond those that the source spells out",
                     most);
    as->stopped = true;
    return true;
}

/* Is `place` further on in its source than any that gave words before? Then the source spells them out. */
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
    as->repeated += count;
    return true;
}

/* Room for `count` more words. */
static bool reserve(struct assembler *as, size_t count)
{
    struct sfp_program *program = as->program;
    const size_t needed = program->count + count;
    size_t capacity = as->word_capacity ? as->word_capacity : 256;
    uint32_t *words;
    struct sfp_origin *origins;

    if (needed <= as->word_capacity)
        return true;
    while (capacity < needed)
        capacity *= 2;
    words = realloc(program->words, capacity * sizeof *words);
    if (words)
        program->words = words;
    origins = realloc(program->origins, capacity * sizeof *origins);
    if (origins)
        program->origins = origins;
    if (!words || !origins) {
        report_no_memory(as);
        return false;
    }
    as->word_capacity = capacity;
    return true;
}

void emit_allowed_word(struct assembler *as, uint32_t word, struct place place)
{
    struct sfp_program *program = as->program;

    if (!reserve(as, 1))
        return;
    program->words[program->count] = word;
    program->origins[program->count] = (struct sfp_origin){.source = place.source->index, .offset = place.begin};
    program->count++;
}

void emit_word(struct assembler *as, uint32_t word, struct place place)
{
    if (emit_allowed(as, 1, place))
        emit_allowed_word(as, word, place);
}

void emit_again(struct assembler *as, size_t first, size_t count, uint64_t times, struct place place)
{
    struct sfp_program *program = as->program;

    if (count == 0 || times == 0)
        return;
    if (emit_too_many(as, times > MOST_REPEATED ? times : times * count, place) || !reserve(as, (size_t)times * count))
        return;
    as->repeated += times * count;
    /* What has been copied is copied in its turn, so that few long copies do. */
    for (size_t left = (size_t)times * count, part; left > 0; left -= part) {
        part = program->count - first < left ? program->count - first : left;
        memcpy(program->words + program->count, program->words + first, part * sizeof *program->words);
        memcpy(program->origins + program->count, program->origins + first, part * sizeof *program->origins);
        program->count += part;
    }
}

void emit_joined(struct assembler *as, size_t first)
{
    for (size_t i = first + 1; i < as->program->count; i++)
        as->program->origins[i].further = true;
}

void emit_symbols(struct assembler *as)
{
    struct sfp_program *program = as->program;

    program->symbols = calloc(as->symbol_count + 1, sizeof *program->symbols);
    if (!program->symbols) {
        report_no_memory(as);
        return;
    }
    for (size_t i = 0; i < as->symbol_count; i++) {
        const struct symbol *symbol = &as->symbols[i];

        if (!symbol->label)
            continue;
        program->symbols[program->symbol_count++] =
            (struct sfp_symbol){.name = symbol->name, .index = (size_t)symbol->value};
    }
}
