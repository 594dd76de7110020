/*
 * A run as a page for browsers: the events of each cycle, the flow of values between instructions, the values, and the
 * statistics. The page is one HTML file with its style, its program (sim/web) and the run, and loads nothing else. A
 * kernel's text is data in the page, never part of its program.
 *
 * ---- The run: JSON, schema "sfpsim-page", version 1 ----
 *
 * Members may be added within a version, but no member goes or changes its meaning. An op is an issued instruction, or
 * an item scheduled by an SFPLOADMACRO. Lists in "ops" have an element for each op, in order of issue.
 *
 * {
 *   "schema": "sfpsim-page", "version": 1,
 *   "kernel": path, "arch": name, "selected": text or null, "passes": n, "cycles": n,
 *   "dropped": n,                 ops after the last of the list: only the first PAGE_OPS are kept
 *   "units": [names],             ops refer to units by index
 *   "threads": [names],           of a run of several threads, like the other members that have a thread: all threads,
 *                                 which others refer to by index
 *   "causes": [{"name", "text", "remedy"}, ...],
 *   "texts": [text, ...],         of instructions
 *   "files": [name, ...],
 *   "lines": [[file or -1, line, text], ...], each line with a word; file -1: no source, and text is the place
 *   "ops": {
 *     "cycle": [n, ...],          cycle in which the op started or was dropped, minus the cycle of the op before
 *     "unit": [n, ...],           index in units; the first is for instructions outside the vector unit
 *     "text", "line": [n, ...],   indices in texts and lines
 *     "index": [n, ...],          of its word in the program; an item has its SFPLOADMACRO's
 *     "thread": [n, ...],         index in threads; of an item: of its SFPLOADMACRO; if several threads run
 *     "how": "...",               a letter for each op: i issued, s scheduled, d discarded, f forgotten, w waiting
 *     "latency", "busy": [n, ...],
 *     "held": {op: [cycles, cause], ...}       ops held before their issue, with the cause in the last held cycle
 *     "macro": {op: [op of the SFPLOADMACRO, delay], ...},
 *     "lanes": {op: hex, ...}     enabled lanes, unless all were enabled
 *     "from": [[n, n, ...], ...],              ops whose results it read, each as a distance in ops before it
 *     "writes": [n, ...],         LRegs that it wrote, bit r for LReg r; bit 31: flags
 *     "value": [n, ...]           index in values of the first of these LRegs, or -1
 *   },
 *   "values": text,               base64: 32 little-endian words for each value, one for each lane
 *   "bubbles": [[cycle, cycles, cause], ...],  stretches in which no instruction came; then its thread, if several run
 *   "findings": [{"name", "text", "op": op or null, "cycle": n, "index": n, "possible": bool}, ...],
 *                                 each time of each finding, PAGE_FINDINGS at most
 *   "groups": [{"name", "text", "severity": name, "possible": bool, "index": n, "words": n, "times": n,
 *               "file": text or null, "line": n, "column": n}, ...],
 *                                 findings with one name at one place, as the findings report has them; "possible":
 *                                 none of them happened; "index": of the word that stands for the group
 *   "stats": {...}                schema "sfpsim-stats" (sim/views/stats.h)
 * }
 */
#ifndef SFP_PAGE_H
#define SFP_PAGE_H

#include <stdio.h>

#include "time/kernel.h"
#include "time/event.h"
#include "observe/findings_log.h"
#include "stats.h"

enum {
    PAGE_OPS = 400000,   /* most ops kept, from the start of the run */
    PAGE_VALUES = 16384, /* most different results kept with values of every lane */
    PAGE_FINDINGS = 1000,
};

struct sfp_page;

/* Returns a page that shows findings of severity `at_least` or more, or NULL if memory runs out. `kernel` must
 * outlive the page. */
struct sfp_page *sfp_page_new(const struct sfp_kernel *kernel, enum sfp_severity at_least);

/* Returns the observer to pass to sfp_run_timed(). */
struct sfp_observer *sfp_page_observer(struct sfp_page *page);

/* A finished run: its findings, as `policy` reports them, and its finished statistics, or NULL. */
struct sfp_page_run {
    unsigned long passes;
    uint64_t cycles;
    struct sfp_findings_log *log; /* NULL: the run kept none, and the page shows the findings of its events */
    const struct sfp_findings_policy *policy;
    const struct sfp_stats *stats;
};

/* Writes the page of a finished run. Returns false if memory ran out, now or during the run. Errors of `stream` are
 * left to the caller. */
bool sfp_page_print(struct sfp_page *page, const struct sfp_page_run *run, FILE *stream);

/* Writes only the run, as a JSON document. Parameters and result as for sfp_page_print(). */
bool sfp_page_data(struct sfp_page *page, const struct sfp_page_run *run, FILE *stream);

/* Writes a page that shows a document: JSON in a schema known to sim/web/show.js. Errors of `stream` are left to the
 * caller. */
void sfp_page_frame(FILE *stream, const char *json, size_t size);

void sfp_page_free(struct sfp_page *page); /* accepts NULL */

#endif
