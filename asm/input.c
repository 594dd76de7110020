/* The stack of texts being scanned: sources, and blocks in them that are scanned again. */
#include "assembler.h"

#include "scanner.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200 /* blocks in blocks; each holds a copy of its text */ };

bool input_add_source(struct assembler *as, struct source *source)
{
    struct sfp_program *program = as->program;
    struct source **more = realloc(program->sources, (program->source_count + 1) * sizeof *more);

    if (!more) {
        source_free(source);
        report_no_memory(as);
        return false;
    }
    program->sources = more;
    source->index = (uint32_t)program->source_count;
    more[program->source_count++] = source;
    return true;
}

/* Scans the frame on top from `offset` on. */
static bool scan_from(struct assembler *as, void *scanner, size_t offset)
{
    if (scanner_read(as, scanner, as->top->text + offset, as->top->size - offset))
        return true;
    report_no_memory(as);
    return false;
}

static struct frame *push(struct assembler *as, struct source *source)
{
    struct frame *frame = calloc(1, sizeof *frame);

    if (!frame) {
        report_no_memory(as);
        return NULL;
    }
    frame->source = source;
    frame->below = as->top;
    as->top = frame;
    as->depth++;
    return frame;
}

static void pop(struct assembler *as)
{
    struct frame *frame = as->top;

    as->top = frame->below;
    as->depth--;
    if (frame->repetition)
        free(frame->text);
    free(frame);
}

bool input_open(struct assembler *as, void *scanner, struct source *source)
{
    struct frame *frame = push(as, source);

    if (!frame)
        return false;
    frame->text = source->text.data;
    frame->size = source->text.size;
    return scan_from(as, scanner, 0);
}

/* Notes where the assembly stands as an iteration begins. */
static bool begin_iteration(struct assembler *as, void *scanner)
{
    struct frame *frame = as->top;

    frame->words_before = as->program->count;
    frame->changes_before = as->changes;
    frame->errors_before = as->errors;
    return scan_from(as, scanner, 0);
}

void input_repeat(struct assembler *as, void *scanner, struct place opened, struct place body, struct place whole,
                  int64_t count)
{
    struct frame *frame;

    if (count <= 0)
        return;
    if (as->depth > DEEPEST) {
        report_error(as, opened, "blocks are nested more than %d deep", DEEPEST);
        return;
    }
    as->top->resume = whole.end - as->top->base;
    frame = push(as, body.source);
    if (!frame)
        return;
    frame->repetition = true;
    frame->opened = opened;
    frame->left = count - 1;
    frame->base = body.begin;
    frame->size = place_length(body);
    frame->text = calloc(frame->size + 2, 1);
    if (!frame->text) {
        report_no_memory(as);
        return;
    }
    memcpy(frame->text, place_text(body), frame->size);
    begin_iteration(as, scanner);
}

/* a * b, or UINT64_MAX if that is less. */
static uint64_t multiply(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/*
 * Will the repetitions under way give too many words, if each iteration to come is like the one that just ended? An
 * iteration that gives none but changes symbols counts as a word, so that it cannot go on forever either.
 */
static bool hopeless(struct assembler *as, const struct frame *ended, size_t words)
{
    uint64_t total = words;

    if (total == 0)
        total = as->changes != ended->changes_before;
    for (const struct frame *frame = ended; frame; frame = frame->below)
        if (frame->repetition)
            total = multiply(total, (uint64_t)frame->left + 1);
    return total > words && emit_too_many(as, total - words, ended->opened);
}

bool input_next(struct assembler *as, void *scanner)
{
    struct frame *frame = as->top;

    if (as->stopped || !frame)
        return false;
    if (frame->repetition && frame->left > 0 && as->errors == frame->errors_before) {
        const size_t words = as->program->count - frame->words_before;

        if (hopeless(as, frame, words))
            return false;
        if (as->changes != frame->changes_before) {
            frame->left--;
            return begin_iteration(as, scanner);
        }
        /* Nothing changed that the text could depend on, so every iteration gives the same words. */
        emit_again(as, frame->words_before, words, (uint64_t)frame->left, frame->opened);
    }
    pop(as);
    return as->top && scan_from(as, scanner, as->top->resume);
}

void input_close(struct assembler *as)
{
    while (as->top)
        pop(as);
}
