/* What a findings log holds, for the files that print it. */
#ifndef SFP_FINDINGS_PARTS_H
#define SFP_FINDINGS_PARTS_H

#include "findings_log.h"
#include "model/model.h"
#include "base/names.h"

struct sfp_findings_key {
    size_t index;
    uint32_t finding; /* enum sfp_finding; the key must have no padding */
    uint32_t unit;    /* enum sfp_unit of a scheduled instruction; issued: SFP_UNIT_NONE */
};

struct sfp_findings_entry {
    struct sfp_findings_key key;
    uint64_t times;
    bool graver; /* the graver case of the finding */
    bool has_detail, has_ops;
    struct sfp_finding_detail detail; /* of the first time; `by` and `text` are NULL */
    char *text;                       /* the detail's, owned, or NULL */
    struct {
        struct sfp_op op, by; /* by: zeros where there is no other */
    } ops; /* if has_ops: as they executed the first time */
};

struct sfp_findings_log {
    const struct sfp_program *program; /* NULL: not known */
    struct sfp_findings_entry **entries;
    size_t count, capacity;
    struct names numbers; /* of entries, by their keys */
    bool lost; /* a report, for want of memory */
    sfp_finding_visitor *hear; /* or NULL */
    void *hear_context;
};

#endif
