/*
 * A run as a page that a browser shows by itself: what happened in each cycle, between which instructions values went,
 * what they were, and the statistics. The page is HTML with its style, its program (sim/web) and the run in one file; it
 * asks for nothing from anywhere. Text of a kernel is data in it, and never becomes part of the page's code.
 *
 * ---- The run in it: JSON, schema "sfpsim-page", version 1 ----
 *
 * Members may be added within a version; none changes its meaning or goes. An op is an instruction that was issued, or an
 * item that an SFPLOADMACRO scheduled; lists of "ops" have an element for each, in order of issue, and are deltas where it
 * is said.
 *
 * {
 *   "schema": "sfpsim-page", "version": 1,
 *   "kernel": path, "arch": name, "selected": text or null, "passes": n, "cycles": n,
 *   "dropped": n,                 ops behind the last of the list: only the first PAGE_OPS are there
 *   "units": [names],             ops name them by place in this list
 *   "causes": [{"name", "text", "remedy"}, ...],
 *   "texts": [text, ...],         of instructions
 *   "files": [name, ...],
 *   "lines": [[file or -1, line, text], ...], each line that gave a word; file -1: there is no source, and text is the place
 *   "ops": {
 *     "cycle": [n, ...],          in which it started, or was dropped: from that of the op before
 *     "unit": [n, ...],           place in units; the last is for what goes to other units than the vector unit
 *     "text", "line": [n, ...],   places in these lists
 *     "index": [n, ...],          of its word in the program; of an item that of its SFPLOADMACRO
 *     "how": "...",               a letter each: i issued, s scheduled, d discarded, f forgotten, w still waited
 *     "latency", "busy": [n, ...],
 *     "held": {op: [cycles, cause], ...}       those that waited before they issued, and why in the last of these cycles
 *     "macro": {op: [op of the SFPLOADMACRO, delay], ...},
 *     "lanes": {op: hex, ...}     those enabled, where not all were
 *     "from": [[op, op, ...], ...],            whose results it read: by how many ops each of these is before it
 *     "writes": [n, ...],         LRegs that it wrote, bit r for LReg r; bit 31: flags
 *     "value": [n, ...]           place in values of the first of these LRegs, or -1
 *   },
 *   "values": text,               base64: 32 little-endian words each, of the lanes
 *   "bubbles": [[cycle, cycles, cause], ...],  in which no instruction came
 *   "findings": [{"name", "text", "op": op or null, "cycle": n, "index": n, "possible": bool}, ...],
 *   "stats": {...}                schema "sfpsim-stats" (sim/views/stats.h)
 * }
 */
#ifndef SFP_PAGE_H
#define SFP_PAGE_H

#include <stdio.h>

#include "time/kernel.h"
#include "time/event.h"
#include "stats.h"

enum {
    PAGE_OPS = 400000,   /* of a run that goes on, a page has the first ones */
    PAGE_VALUES = 16384, /* different results whose lanes it has */
    PAGE_FINDINGS = 1000,
};

struct sfp_page;

/* Shows findings of severity `at_least`. `kernel` must outlive it. NULL without memory. */
struct sfp_page *sfp_page_new(const struct sfp_kernel *kernel, enum sfp_severity at_least);

/* For the observers of sfp_run_timed(). */
struct sfp_observer *sfp_page_observer(struct sfp_page *page);

/*
 * Writes the page of the run that is over, of which `passes` and `cycles` took part, and `stats`, once they are
 * finished. False if memory ran out, then or during the run. Errors of `stream` are the caller's.
 */
bool sfp_page_print(struct sfp_page *page, unsigned long passes, uint64_t cycles, const struct sfp_stats *stats,
                    FILE *stream);

/* The run alone, as a JSON document. */
bool sfp_page_data(struct sfp_page *page, unsigned long passes, uint64_t cycles, const struct sfp_stats *stats,
                   FILE *stream);

/* A page that shows a document: JSON of one of the schemas that sim/web/page.js knows. Errors of `stream` are the caller's. */
void sfp_page_frame(FILE *stream, const char *json, size_t size);

void sfp_page_free(struct sfp_page *page); /* NULL: nothing */

#endif
