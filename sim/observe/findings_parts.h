/* The data of a findings log, shared by findings_log.c and findings_print.c. */
#ifndef SFP_FINDINGS_PARTS_H
#define SFP_FINDINGS_PARTS_H

#include "findings_log.h"
#include "model/model.h"
#include "base/names.h"

struct sfp_findings_key {
    size_t index;
    uint32_t finding; /* number of the finding, an enum sfp_finding; the key must have no padding, since it is hashed
                       * as bytes */
    uint16_t unit;    /* sub-unit of a scheduled instruction, an enum sfp_unit; SFP_UNIT_NONE for an issued
                       * instruction */
    uint16_t matter;  /* of the detail; 0 without one */
};

struct sfp_findings_entry {
    struct sfp_findings_key key;
    uint64_t times;
    bool graver; /* the graver case of the finding */
    bool has_detail, has_ops;
    struct sfp_finding_detail detail; /* detail of the first report, with `by` and `text` NULL */
    char *text;                       /* the detail's text, owned, or NULL */
    struct {
        struct sfp_op op, by; /* by: zeros if no other instruction is involved */
    } ops; /* instructions as they executed the first time, if has_ops */
};

struct sfp_findings_log {
    const struct sfp_program *program; /* program of the findings, or NULL if not known */
    struct sfp_findings_entry **entries;
    size_t count, capacity;
    struct names numbers; /* indices into `entries`, by key */
    bool lost; /* a report was lost because memory ran out */
    sfp_finding_visitor *hear; /* listener, or NULL */
    void *hear_context;
};

#endif
