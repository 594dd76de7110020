/* The code shared by the formats of traces, and the functions that each format implements. */
#ifndef SFP_TRACE_PARTS_H
#define SFP_TRACE_PARTS_H

#include "observe/optext.h"
#include "trace.h"
#include "base/json_writer.h"
#include "base/terminal.h"

struct sfp_trace {
    struct sfp_observer observer;
    const struct sfp_trace_class *class;
    FILE *out;
    struct sfp_json json; /* JSON writer to `out`; only JSON formats use the writer */
    const struct sfp_kernel *kernel;
    struct sfp_index index;
    enum sfp_severity at_least;
    bool threads; /* several threads run: the trace says whose each instruction is */
};

/* A format's functions. The format's state begins with a struct sfp_trace, is otherwise zeroed at first, and owns no
 * memory. */
struct sfp_trace_class {
    size_t size;
    bool is_json;
    void (*begin)(struct sfp_trace *trace); /* may be NULL, as may `end` */
    void (*event)(void *trace, const struct sfp_event *event);
    void (*end)(struct sfp_trace *trace);
};

/* Returns the profile by which the word of the event's instruction was selected, or NULL if it was not. For a
 * scheduled instruction, the word is its SFPLOADMACRO's. */
const char *sfp_trace_selected(const struct sfp_trace *trace, const struct sfp_event *event);

#endif
