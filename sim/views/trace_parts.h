/* The inside of traces: what the formats share, and what each of them does. */
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
    struct sfp_json json; /* on `out`, of formats that are JSON */
    const struct sfp_kernel *kernel;
    struct sfp_index index;
    enum sfp_severity at_least;
};

/* One format. Its state starts with a struct sfp_trace, is all zeros otherwise, and holds no memory of its own. */
struct sfp_trace_class {
    size_t size;
    bool is_json;
    void (*begin)(struct sfp_trace *trace); /* may be NULL, as `end` */
    void (*event)(void *trace, const struct sfp_event *event);
    void (*end)(struct sfp_trace *trace);
};

/* The profile that the word of an event's instruction was selected by, of its SFPLOADMACRO if one scheduled it; NULL: it
 * was not. */
const char *sfp_trace_selected(const struct sfp_trace *trace, const struct sfp_event *event);

#endif
