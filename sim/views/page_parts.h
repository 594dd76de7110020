/* The data of a page. page.c collects, page_tables.c keeps texts, lines and values, page_data.c and page_html.c
 * write. */
#ifndef SFP_PAGE_PARTS_H
#define SFP_PAGE_PARTS_H

#include "model/model.h"
#include "page.h"
#include "base/names.h"
#include "base/text_buffer.h"

enum {
    PAGE_PRODUCERS = 6,  /* most producers of an op: no instruction reads more values */
    PAGE_RESOURCES = SFP_LREGS + 1, /* places that ops write: LRegs and flags */
    PAGE_NO_OP = UINT32_MAX,
    PAGE_MATRIX = SFP_UNITS, /* number of the matrix unit among the units */
};

/* An op. The index equals the id of its events. */
struct page_op {
    uint64_t cycle;
    uint32_t text, line; /* indices of the op's text and source line in the tables */
    uint32_t index;
    uint32_t held;
    uint32_t lanes;
    uint32_t macro;      /* number of the SFPLOADMACRO's op that scheduled the item; PAGE_NO_OP: an issued op */
    uint32_t writes;
    int32_t value;       /* index of the result in the table of values, or -1 */
    uint32_t from[PAGE_PRODUCERS];
    uint8_t producers;
    uint8_t unit, latency, busy, delay, cause;
    uint8_t thread;      /* enum sfp_thread_id */
    bool reads_late;     /* the op reads in the cycle in which its results land, also or only */
    char how;
};

struct page_bubble {
    uint64_t cycle, cycles;
    enum sfp_stall cause;
    enum sfp_thread_id thread;
};

struct page_finding {
    uint64_t cycle;
    uint32_t op;
    uint32_t index;
    enum sfp_finding finding;
    bool possible;
};

/* Different texts, in order of first use. */
struct page_texts {
    struct names names;
    char **texts;
    size_t count, room;
};

/* Different results of 32 lanes. */
struct page_values {
    struct names names;
    uint32_t (**lanes)[SFP_LANES];
    size_t count, room;
};

struct page_line {
    int file; /* index of the file's name; -1: no source */
    unsigned long number;
    char *text;
};

/* The source lines of the program's words. */
struct page_lines {
    struct page_texts keys, files;
    struct page_line *lines;
    size_t room;
    uint32_t *of_word; /* by word: index of the word's line plus 1; 0: not known yet */
};

struct sfp_page {
    struct sfp_observer observer;
    const struct sfp_kernel *kernel;
    struct sfp_index index;
    enum sfp_severity at_least;
    bool threads; /* several threads run: ops and bubbles say whose they are */
    struct page_op *ops;
    size_t op_count, op_room;
    uint64_t dropped;
    struct page_texts texts;
    struct page_lines lines;
    struct page_values values;
    struct page_bubble *bubbles;
    size_t bubble_count, bubble_room;
    struct page_finding *findings;
    size_t finding_count, finding_room;
    struct sfp_findings_log *told; /* findings of the run's events, for a run without a log */
    uint32_t writer[PAGE_RESOURCES]; /* by resource: last op that wrote the resource, or PAGE_NO_OP */
    bool lost; /* data are missing, because memory ran out */
};

/* ---- page_tables.c: functions return false if memory runs out ---- */

bool page_text_number(struct page_texts *t, const char *text, uint32_t *number);
void page_texts_free(struct page_texts *t);

/* Sets *number to the line of word `index`. */
bool page_line_number(struct page_lines *l, const struct sfp_kernel *kernel, size_t index, uint32_t *number);
void page_lines_free(struct page_lines *l);

/* Sets *number to the value's index, or to -1 if PAGE_VALUES other values are kept already. */
bool page_value_number(struct page_values *v, const uint32_t lanes[SFP_LANES], int32_t *number);
void page_values_free(struct page_values *v);

#endif
