/* Collects a page's run: an op for each instruction and scheduled item, with its outcome. */
#include "page_parts.h"

#include <stdlib.h>

#include "base/array.h"
#include "observe/optext.h"
#include "program/streams.h"

enum { FLAGS = SFP_LREGS }; /* index in `writer`, after the LRegs */

static const char FORGOTTEN = 'f', DISCARDED = 'd', ISSUED = 'i', SCHEDULED = 's', WAITS = 'w';

static struct page_op *find_op(struct sfp_page *page, uint64_t id)
{
    return id < page->op_count ? &page->ops[id] : NULL;
}

/* ---- Start of an op ---- */

/* Begins an op. Ids count up from 0. */
static void begin_op(struct sfp_page *page, const struct sfp_event *event)
{
    char text[SFP_OP_TEXT_SIZE];
    struct page_op *op;

    if (page->op_count == PAGE_OPS || page->lost || event->id != page->op_count) {
        page->dropped += event->id >= page->op_count;
        return;
    }
    sfp_event_text(&page->index, event, text);
    if (!array_room(&page->ops, page->op_count, &page->op_room, sizeof *page->ops)) {
        page->lost = true;
        return;
    }
    op = &page->ops[page->op_count++];
    *op = (struct page_op){.cycle = event->cycle, .how = WAITS, .value = -1, .macro = PAGE_NO_OP,
                           .index = (uint32_t)event->op->index, .unit = (uint8_t)event->unit, .lanes = UINT32_MAX,
                           .thread = (uint8_t)event->thread};
    if (event->scheduled) {
        op->macro = event->macro_id < page->op_count ? (uint32_t)event->macro_id : PAGE_NO_OP;
        op->delay = event->delay;
    }
    page->lost = !page_text_number(&page->texts, text, &op->text)
              || !page_line_number(&page->lines, page->kernel, event->op->index, &op->line);
}

/* ---- Sources of an op ---- */

static unsigned page_resources(uint32_t uses)
{
    return (uses & SFP_USES_LREGS) | (uses & SFP_USES_FLAGS ? 1u << FLAGS : 0);
}

static void note_op_reads(const struct sfp_page *page, struct page_op *op, uint32_t uses)
{
    for (unsigned left = page_resources(uses); left; left &= left - 1) {
        const uint32_t by = page->writer[__builtin_ctz(left)];
        bool known = by == PAGE_NO_OP;

        for (unsigned i = 0; i < op->producers && !known; i++)
            known = op->from[i] == by;
        if (!known && op->producers < PAGE_PRODUCERS)
            op->from[op->producers++] = by;
    }
}

/* ---- Outcome of an op ---- */

static void execute_op(struct sfp_page *page, const struct sfp_event *event)
{
    struct page_op *op = find_op(page, event->id);
    char text[SFP_OP_TEXT_SIZE];

    if (!op)
        return;
    op->how = event->scheduled ? SCHEDULED : ISSUED;
    op->held = (uint32_t)(event->scheduled ? 0 : event->cycle - op->cycle);
    op->cycle = event->cycle;
    op->unit = (uint8_t)(event->matrix ? PAGE_MATRIX : event->unit);
    op->latency = (uint8_t)event->latency;
    op->busy = (uint8_t)event->busy;
    op->lanes = event->lanes;
    if (event->scheduled) { /* the item's operands are complete only now */
        sfp_event_text(&page->index, event, text);
        page->lost |= !page_text_number(&page->texts, text, &op->text);
    }
    op->reads_late = event->reading != SFP_READS_FIRST;
    if (!event->is_template && event->reading != SFP_READS_LAST)
        note_op_reads(page, op, event->op->reads);
}

static void note_op_writes(struct sfp_page *page, struct page_op *op, const struct sfp_event *event)
{
    const uint32_t writes = sfp_event_writes(event), lregs = writes & SFP_USES_LREGS;

    for (unsigned left = page_resources(writes); left; left &= left - 1)
        page->writer[__builtin_ctz(left)] = (uint32_t)event->id;
    op->writes = lregs | (writes & SFP_USES_FLAGS ? UINT32_C(1) << 31 : 0);
    if (lregs)
        page->lost |= !page_value_number(&page->values, event->machine->s.lreg[__builtin_ctz(lregs)], &op->value);
}

static void complete_op(struct sfp_page *page, const struct sfp_event *event)
{
    struct page_op *op = find_op(page, event->id);

    if (!op || event->is_template)
        return;
    if (op->reads_late)
        note_op_reads(page, op, event->op->reads);
    note_op_writes(page, op, event);
}

static void drop_op(struct sfp_page *page, const struct sfp_event *event, char how)
{
    struct page_op *op = find_op(page, event->id);

    if (!op)
        return;
    op->how = how;
    op->cycle = event->cycle;
}

static void hold_op(struct sfp_page *page, const struct sfp_event *event)
{
    struct page_op *op = find_op(page, event->id);

    if (op)
        op->cause = (uint8_t)event->stall;
}

/* Returns the last bubble if the thread's one of this cycle continues it, or NULL. Of several threads, others may have
 * bubbles in between: those of the last cycle are the last ones. */
static struct page_bubble *find_last_bubble(struct sfp_page *page, const struct sfp_event *event)
{
    for (size_t i = page->bubble_count; i > 0 && page->bubble_count - i < SFP_THREADS; i--) {
        struct page_bubble *const b = &page->bubbles[i - 1];

        if (b->thread == event->thread && b->cause == event->stall && b->cycle + b->cycles == event->cycle)
            return b;
    }
    return NULL;
}

static void note_bubble(struct sfp_page *page, const struct sfp_event *event)
{
    struct page_bubble *last;

    if (page->dropped)
        return;
    if ((last = find_last_bubble(page, event))) {
        last->cycles++;
        return;
    }
    if (!array_room(&page->bubbles, page->bubble_count, &page->bubble_room, sizeof *page->bubbles)) {
        page->lost = true;
        return;
    }
    page->bubbles[page->bubble_count++] = (struct page_bubble){event->cycle, 1, event->stall,
                                                                 event->thread};
}

static void note_page_finding(struct sfp_page *page, const struct sfp_event *event)
{
    const struct sfp_reporter reporter = sfp_findings_log_reporter(page->told);

    reporter.report(reporter.context, event->finding, event->op, event->detail);
    if (!sfp_event_shown(event, page->at_least) || page->finding_count == PAGE_FINDINGS)
        return;
    if (!array_room(&page->findings, page->finding_count, &page->finding_room, sizeof *page->findings)) {
        page->lost = true;
        return;
    }
    page->findings[page->finding_count++] = (struct page_finding){
        event->cycle, event->id < page->op_count ? (uint32_t)event->id : PAGE_NO_OP,
        (uint32_t)(event->scheduled ? event->macro_index : event->op->index), event->finding,
        sfp_event_is_possible(event)};
}

static void on_event(void *context, const struct sfp_event *event)
{
    struct sfp_page *page = context;

    switch (event->kind) {
    case SFP_EVENT_FETCH:
    case SFP_EVENT_SCHEDULE:
        begin_op(page, event);
        break;
    case SFP_EVENT_STALL:
        hold_op(page, event);
        break;
    case SFP_EVENT_EXEC:
        execute_op(page, event);
        break;
    case SFP_EVENT_COMPLETE:
        complete_op(page, event);
        break;
    case SFP_EVENT_DISCARD:
        drop_op(page, event, DISCARDED);
        break;
    case SFP_EVENT_FORGET:
        drop_op(page, event, FORGOTTEN);
        break;
    case SFP_EVENT_BUBBLE:
        note_bubble(page, event);
        break;
    case SFP_EVENT_HAZARD:
        note_page_finding(page, event);
        break;
    case SFP_EVENT_PASS:
    case SFP_EVENT_CORE:
    case SFP_EVENT_WAIT_END:
        break;
    }
}

/* ---- Creation and end of a page ---- */

struct sfp_page *sfp_page_new(const struct sfp_kernel *kernel, enum sfp_severity at_least)
{
    struct sfp_page *page = calloc(1, sizeof *page);

    if (!page)
        return NULL;
    page->told = sfp_findings_log_new();
    if (!page->told) {
        free(page);
        return NULL;
    }
    sfp_findings_log_of(page->told, &kernel->program);
    page->observer = (struct sfp_observer){.event = on_event, .context = page};
    page->kernel = kernel;
    page->at_least = at_least;
    page->threads = sfp_has_several_threads(&kernel->program);
    sfp_index_init(&page->index, kernel->program.arch);
    for (unsigned r = 0; r < PAGE_RESOURCES; r++)
        page->writer[r] = PAGE_NO_OP;
    return page;
}

struct sfp_observer *sfp_page_observer(struct sfp_page *page)
{
    return &page->observer;
}

void sfp_page_free(struct sfp_page *page)
{
    if (!page)
        return;
    free(page->ops);
    free(page->bubbles);
    free(page->findings);
    sfp_findings_log_free(page->told);
    page_texts_free(&page->texts);
    page_lines_free(&page->lines);
    page_values_free(&page->values);
    free(page);
}
