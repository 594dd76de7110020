/*
 * Views of a run that are written as it goes, in formats for other programs.
 *
 * sfp_trace_events, JSON Lines: one object an event,
 *     {"cycle": 12, "unit": "mad", "event": "exec", "index": 4, "word": "0x84...", "text": "sfpmad ...", "by": "issue"}
 * "unit": load simple mad round store, or front. "event": exec, stall (with "reason"), discard, hazard (with "kind").
 * "by": issue; or macro, and then "index" is that of the SFPLOADMACRO, "word" the template and "text" what it executes
 * as, with "macro", the sequence, "macro_cycle", when that SFPLOADMACRO executed, and "delay". An exec that loads or
 * stores has "address", "row" and "columns", and "step" if it has an address modifier. A cycle for which no instruction came is a stall whose "index", "word" and "text" are null.
 * Of a compiled kernel's core, "unit" is core, and "event" issue or stall; "word" and "text" are RISC-V's, at "address".
 * What it reaches outside of its memory: "pushes", a word; or "loads" or "stores", an address, and "value".
 *
 * sfp_trace_commits: a line for each instruction whose results have landed, in that order; fields with tabs between:
 * cycle, index, text, then one field for each thing written.
 * Registers as L3=3f800000, or 32 values with commas where lanes differ, of all lanes whether enabled or not; flags=F/U
 * (LaneFlags/UseLaneFlagsForLaneEnable); stack=DEPTH:F/U of the top; template0= sequence0= misc= laneconfig= as
 * registers; latch= as four values; dst.FORMAT[ROW,COLUMNS]= the 32 cells that a store reaches, in lanes' order, as numbers
 * of its format; lanes= what was enabled when it started, if not all were; from=ADDRESS, where a load read; rwc.dst= when that counter has changed. Where two results for one register land together, both lines show
 * what stayed. `cut -f3-` leaves what does not depend on time.
 *
 * sfp_trace_kanata: Kanata 0004, for Konata. Stages: Is held at issue, Qu in a macro's queue, Ld Si M1 M2 Rn St on a
 * sub-unit, Ot on another unit, Xx discarded; lane 1 has stall:REASON. Discarded and forgotten ones are flushed.
 *
 * sfp_trace_perfetto: Chrome trace events for ui.perfetto.dev; 1 cycle is 1 us.
 */
#ifndef SFP_TRACE_H
#define SFP_TRACE_H

#include <stdio.h>

#include "time/event.h"
#include "time/kernel.h"

/* What makes a format: a row of views.def each. */
struct sfp_trace_class;

#define VIEW_TRACE(enumerator, member, ...) extern const struct sfp_trace_class sfp_trace_##member;
#include "views.def"

struct sfp_trace;

/*
 * Begins a trace on `stream`, with findings of severity `at_least`. `kernel` and `stream` must outlive it; errors of
 * the stream are the caller's, by ferror(). NULL without memory, and then nothing was written.
 */
struct sfp_trace *sfp_trace_new(const struct sfp_trace_class *class, const struct sfp_kernel *kernel,
                                enum sfp_severity at_least, FILE *stream);

/* For the observers of sfp_run_timed(). */
struct sfp_observer *sfp_trace_observer(struct sfp_trace *trace);

/* Writes what is left to write, and frees the trace. */
void sfp_trace_finish(struct sfp_trace *trace);

#endif
