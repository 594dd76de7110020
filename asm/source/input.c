/* The stack of frames, texts being scanned: sources, blocks in them that are scanned again, and expansions of
 * macros. */
#include "directive.h"

#include "assembly/texts.h"
#include "assembly/macros.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 200, /* limit on nested frames of one kind; GNU as has half of it for macros */
    MOST_INCLUDES = 1 << 16,
    MOST_HELD = 1 << 28,   /* bytes of text copied for all open blocks and macros, at most */
};

/* Scans the top frame from `offset` on. */
static void scan_from(struct assembler *as, void *scanner, size_t offset)
{
    const struct frame *frame = as->frames.top;

    scanner_read(as, scanner, frame->text + offset, frame->size - offset,
                 offset == 0 || frame->text[offset - 1] == '\n');
}

static const char *const kind_names[FRAME_KINDS] = {
    [FRAME_SOURCE] = "included files", [FRAME_REPETITION] = "blocks", [FRAME_MACRO] = "macros",
    [FRAME_TURNS] = "blocks",
};

/* Returns the number of nested frames that count with this kind. The first source does not count as an included
 * file. */
static unsigned count_depth(const struct assembler *as, enum frame_kind kind)
{
    switch (kind) {
    case FRAME_SOURCE:
        return as->frames.depths[FRAME_SOURCE] - (as->frames.top != NULL);
    case FRAME_REPETITION:
    case FRAME_TURNS:
        return as->frames.depths[FRAME_REPETITION] + as->frames.depths[FRAME_TURNS];
    case FRAME_MACRO:
    case FRAME_KINDS:
        break;
    }
    return as->frames.depths[kind];
}

/* Checks that a frame of this kind may be opened. If the nesting is too deep, reports that and stops the assembly. */
static bool may_push(struct assembler *as, enum frame_kind kind, struct place opened)
{
    if (as->stopped)
        return false;
    if (count_depth(as, kind) < DEEPEST)
        return true;
    report_error(as, opened, "%s are nested more than %d deep", kind_names[kind], DEEPEST);
    as->stopped = true;
    return false;
}

/* Pushes a frame, opened by the statement that ends with `end`. Returns NULL after an error. */
static struct frame *push_frame(struct assembler *as, enum frame_kind kind, struct source *source, struct place opened,
                                struct place end)
{
    struct frame *frame;

    if (!may_push(as, kind, opened))
        return NULL;
    frame = calloc(1, sizeof *frame);
    if (!frame) {
        report_no_memory(as);
        return NULL;
    }
    if (as->frames.top)
        as->frames.top->resume = end.end - as->frames.top->base;
    *frame = (struct frame){
        .below = as->frames.top,
        .kind = kind,
        .source = source,
        .opened = opened,
        .conditions_before = as->conditions->count,
    };
    as->frames.top = frame;
    as->frames.depths[kind]++;
    return frame;
}

/* Frees a frame's text if the text is a copy. */
static void drop_text(struct assembler *as, struct frame *frame)
{
    if (frame->kind == FRAME_SOURCE || !frame->text)
        return;
    as->frames.held -= frame->capacity;
    free(frame->text);
    frame->text = NULL;
    frame->capacity = 0;
}

static void pop_frame(struct assembler *as)
{
    struct frame *frame = as->frames.top;

    as->frames.top = frame->below;
    as->frames.depths[frame->kind]--;
    drop_text(as, frame);
    turns_free(frame->turns);
    free(frame);
}

bool input_open(struct assembler *as, void *scanner, struct source *source, struct place opened, struct place end)
{
    struct frame *frame = push_frame(as, FRAME_SOURCE, source, opened, end);

    if (!frame)
        return false;
    if (opened.source && ++as->inclusion->done > MOST_INCLUDES) {
        report_error(as, opened, "files are included more than %d times", MOST_INCLUDES);
        as->stopped = true;
        return false;
    }
    frame->text = source->text.data;
    frame->size = source->text.size;
    source->compiled = gnu_is_compiled(frame->text, frame->size);
    scan_from(as, scanner, 0);
    return true;
}

/* Makes room for `size` bytes and two NULs in the top frame. Returns false after an error. */
static bool reserve_text(struct assembler *as, size_t size)
{
    struct frame *frame = as->frames.top;

    if (frame->text && size <= frame->capacity)
        return true;
    drop_text(as, frame);
    if (size > MOST_HELD - as->frames.held) {
        report_error(as, frame->opened, "the text of the blocks and macros that are open here takes more than %d bytes",
                     MOST_HELD);
        as->stopped = true;
        return false;
    }
    frame->text = malloc(size + 2);
    if (!frame->text) {
        report_no_memory(as);
        return false;
    }
    frame->capacity = size;
    as->frames.held += size;
    return true;
}

/* Gives the top frame a copy of `text` to scan in place. Returns false after an error. */
static bool hold_text(struct assembler *as, const char *text, size_t size)
{
    struct frame *frame = as->frames.top;

    if (!reserve_text(as, size))
        return false;
    if (size > 0)
        memcpy(frame->text, text, size);
    memset(frame->text + size, 0, 2);
    frame->size = size;
    return true;
}

/* Begins an iteration or expansion: notes the assembly's state, and scans the text. */
static void begin_text(struct assembler *as, void *scanner)
{
    struct frame *frame = as->frames.top;

    frame->words_before = as->program->count;
    frame->changes_before = as->changes;
    frame->errors_before = as->errors;
    frame->macros_before = as->macros->expanded;
    scan_from(as, scanner, 0);
}

void input_repeat(struct assembler *as, void *scanner, struct place opened, struct place body, struct place end,
                  int64_t count)
{
    struct frame *frame;

    if (count <= 0)
        return;
    frame = push_frame(as, FRAME_REPETITION, body.source, opened, end);
    if (!frame)
        return;
    frame->left = count - 1;
    frame->base = body.begin;
    /* Every iteration of an outer block reads and copies the inner block again. */
    if (frame->below->kind != FRAME_SOURCE && !expansion_allowed(as, place_length(body), opened))
        return;
    if (hold_text(as, place_text(body), place_length(body)))
        begin_text(as, scanner);
}

/* ---- Expansions ---- */

/* Makes as->macros->text the text of the top frame, and scans it. Returns false after an error. */
static bool scan_expansion(struct assembler *as, void *scanner, struct expansion *expansion)
{
    struct frame *frame = as->frames.top;
    const struct text *text = &as->macros->text;

    frame->expansions_before = frame->source->expansion_count;
    if (!sfp_source_expand(frame->source, expansion, text->data, text->size)) {
        report_no_memory(as);
        return false;
    }
    frame->base = expansion->begin;
    if (!hold_text(as, text->data, text->size))
        return false;
    begin_text(as, scanner);
    return true;
}

void input_expand(struct assembler *as, void *scanner, struct expansion *expansion, struct place end,
                  struct turns *turns)
{
    struct source *source = assembly_expansions(as);
    struct frame *frame =
        source ? push_frame(as, turns ? FRAME_TURNS : FRAME_MACRO, source, expansion->call, end) : NULL;

    if (!frame) {
        turns_free(turns);
        return;
    }
    frame->turns = turns;
    scan_expansion(as, scanner, expansion);
}

/* At the end of an expansion: drops its text if the expansion had no effect, since nothing can refer to it. */
static void forget_expansion(struct assembler *as, const struct frame *frame)
{
    if (as->program->count == frame->words_before && as->changes == frame->changes_before)
        sfp_source_forget(frame->source, frame->expansions_before);
}

/* Had the turn that just ended no effect, and are later turns equal to it? An expanded macro counts as an effect,
 * because of \@. */
static bool is_idle(const struct assembler *as, const struct frame *frame)
{
    return !frame->turns->body.marked && as->program->count == frame->words_before &&
           as->changes == frame->changes_before && as->macros->expanded == frame->macros_before;
}

/* Begins the next turn of the top frame. Returns false after the last turn. */
static bool next_turn(struct assembler *as, void *scanner)
{
    struct turns *turns = as->frames.top->turns;
    struct expansion expansion = {.call = turns->call, .body = turns->body.place, .name = turns->name};

    return !is_idle(as, as->frames.top) && turns_next(as, turns) && scan_expansion(as, scanner, &expansion);
}

/* ---- Repetitions ---- */

/* Returns a * b, or UINT64_MAX on overflow. */
static uint64_t multiply_bounded(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/*
 * Reports repetitions under way that will give too many words if each coming iteration is like the one that just ended.
 * Returns whether it reported. An iteration without words that changes symbols counts as a word, so that it ends too.
 */
static bool report_hopeless(struct assembler *as, const struct frame *ended, size_t words)
{
    uint64_t total = words;

    if (total == 0)
        total = as->changes != ended->changes_before;
    for (const struct frame *frame = ended; frame; frame = frame->below) /* `left` is 0 in frames that do not repeat */
        total = multiply_bounded(total, (uint64_t)frame->left + 1);
    return total > words && emit_too_many(as, total - words, ended->opened);
}

/* Begins the next iteration of the top frame. Returns false after the last, or if the rest could be done at once. */
static bool next_iteration(struct assembler *as, void *scanner)
{
    struct frame *frame = as->frames.top;
    const size_t words = as->program->count - frame->words_before;

    if (frame->left == 0 || as->errors != frame->errors_before || report_hopeless(as, frame, words))
        return false;
    if (as->changes != frame->changes_before) {
        if (!expansion_allowed(as, frame->size, frame->opened))
            return false;
        frame->left--;
        begin_text(as, scanner);
        return true;
    }
    /* The iteration changed nothing that its text could depend on, so every iteration gives the same words. */
    emit_again(as, frame->words_before, words, (uint64_t)frame->left, frame->opened);
    as->macros->expanded += (as->macros->expanded - frame->macros_before) * (uint64_t)frame->left;
    return false;
}

/* Pops the top frame, and continues in the frame below. Returns false if no frame is left. */
static bool go_on_below(struct assembler *as, void *scanner)
{
    pop_frame(as);
    if (as->frames.top)
        scan_from(as, scanner, as->frames.top->resume);
    return as->frames.top;
}

bool input_next(struct assembler *as, void *scanner)
{
    const struct frame *frame = as->frames.top;

    if (as->stopped || !frame)
        return false;
    condition_check_closed(as);
    if (frame->kind == FRAME_MACRO || frame->kind == FRAME_TURNS)
        forget_expansion(as, frame);
    if (frame->kind == FRAME_REPETITION && next_iteration(as, scanner))
        return true;
    if (frame->kind == FRAME_TURNS && next_turn(as, scanner))
        return true;
    return !as->stopped && go_on_below(as, scanner);
}

void input_exit(struct assembler *as, void *scanner, struct place directive)
{
    bool inside = false;

    for (const struct frame *frame = as->frames.top; frame; frame = frame->below)
        if (frame->kind != FRAME_SOURCE)
            inside = true;
    if (!inside) {
        report_warning(as, SFP_W_MACRO, directive, "'.exitm' outside a macro");
        return;
    }
    while (as->frames.top->kind == FRAME_SOURCE)
        pop_frame(as);
    as->conditions->count = as->frames.top->conditions_before;
    go_on_below(as, scanner);
}

void input_close(struct assembler *as)
{
    while (as->frames.top)
        pop_frame(as);
}
