/*
 * Traces: views of a run written while it goes, in formats for other programs.
 *
 * sfp_trace_events writes JSON Lines, one object for each event:
 *     {"cycle": 12, "unit": "mad", "event": "exec", "index": 4, "word": "0x84...", "text": "sfpmad ...", "by": "issue"}
 * "unit": load, simple, mad, round, store, or front. "event": exec, stall (with "reason"), discard, hazard (with
 * "kind"). "by": issue or macro. By macro, "index" is the SFPLOADMACRO's, "word" is the template, and "text" is the
 * template as it executes; "macro" is the sequence, "macro_cycle" the cycle in which the SFPLOADMACRO executed, and
 * "delay" the item's. An exec of a load or store has "address", "row" and "columns", and "step" if it has an address
 * modifier. A cycle without an instruction is a stall with null for "index", "word" and "text".
 *
 * For a compiled kernel's core, "unit" is core, and "event" is issue or stall; "word" and "text" are RISC-V's, at
 * "address". An access outside the core's memory has "pushes" (a word), or "loads" or "stores" (an address) and
 * "value".
 *
 * sfp_trace_commits writes a line for each instruction or item, in the order in which results land. Fields are
 * separated by tabs: cycle, index, text, then a field for each thing written:
 *   L3=3f800000                     a register; 32 values with commas if lanes differ; disabled lanes are included
 *   flags=F/U                       LaneFlags and UseLaneFlagsForLaneEnable
 *   stack=DEPTH:F/U                 depth, and the top entry
 *   template0= sequence0= misc= laneconfig=    as registers
 *   latch=                          four values
 *   dst.FORMAT[ROW,COLUMNS]=        the 32 cells that a store reaches, in the lanes' order, as numbers of its format
 *   lanes=                          lanes enabled at the start, unless all were
 *   from=ADDRESS                    address of a load
 *   rwc.dst=                        the counter, if it changed
 * If two results for one register land together, both lines show the value that stayed. `cut -f3-` leaves only fields
 * that do not depend on time.
 *
 * sfp_trace_kanata writes Kanata 0004, for Konata. Stages: Is held at issue, Qu in a macro's queue, Ld Si M1 M2 Rn St
 * on a sub-unit, Ot on another unit, Xx discarded; lane 1 has stall:REASON. Discarded and forgotten instructions are
 * flushed.
 *
 * sfp_trace_perfetto writes Chrome trace events for ui.perfetto.dev; 1 cycle is 1 us.
 */
#ifndef SFP_TRACE_H
#define SFP_TRACE_H

#include <stdio.h>

#include "time/event.h"
#include "time/kernel.h"

/* The functions of a trace format, for sfp_trace_new(). Every VIEW_TRACE row of views.def has an object of its own. */
struct sfp_trace_class;

#define VIEW_TRACE(enumerator, member, ...) extern const struct sfp_trace_class sfp_trace_##member;
#include "views.def"

struct sfp_trace;

/*
 * Begins a trace on `stream`, with findings of severity `at_least` or more. Returns NULL, having written nothing, if
 * memory runs out. `kernel` and `stream` must outlive the trace. The caller checks the stream by ferror().
 */
struct sfp_trace *sfp_trace_new(const struct sfp_trace_class *class, const struct sfp_kernel *kernel,
                                enum sfp_severity at_least, FILE *stream);

/* Returns the observer to pass to sfp_run_timed(). */
struct sfp_observer *sfp_trace_observer(struct sfp_trace *trace);

/* Writes the rest, and frees the trace. NULL: does nothing. */
void sfp_trace_finish(struct sfp_trace *trace);

#endif
