/*
 * Rows of the tables from which both the manual and the reference are made. Only this module reads the tables; the
 * pages choose what to print of a row. Texts are unchanged from the tables.
 */
#ifndef MAN_TABLE_ROWS_H
#define MAN_TABLE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "isa/arch.h"

/* ---- Rules: quirks.def and schedule_rules.def ---- */

enum rule_severity { RULE_HAS_NONE, RULE_ERROR, RULE_WARNING, RULE_NOTE };

struct rule_row {
    const char *name, *text, *provenance, *source; /* provenance: an argument of provenance_name() */
    bool archs[SFP_ARCHES];                        /* of a quirk */
    enum rule_severity severity;                   /* of a rule of schedules */
    const char *mends;                             /* of a rule of schedules; else NULL */
};

extern const struct rule_row quirk_rows[], schedule_rule_rows[];
extern const size_t quirk_row_count, schedule_rule_row_count;

/* Returns the quirk's architectures as a mask. */
unsigned quirk_archs(const struct rule_row *quirk);

/* The number of words that a queue of the front end holds, by architecture: quirks.def. */
struct queue_row {
    const char *name;
    unsigned words[SFP_ARCHES];
    const char *provenance, *text, *source;
};

extern const struct queue_row queue_rows[];
extern const size_t queue_row_count;

/* Returns "documented", "measured", "derived", "chosen", "fitted" or "vendor" for a table's column, or another column
 * unchanged. */
const char *provenance_name(const char *column);

/* ---- Faults of the hardware: errata.def ---- */

struct area_row {
    const char *id, *title;
};

extern const struct area_row area_rows[];
extern const size_t area_row_count;

/* Columns with several items keep their separators. */
struct erratum_row {
    const char *area, *name; /* area: an id */
    bool archs[SFP_ARCHES];
    const char *instructions, *provenance, *text, *remedy, *simulated, *here, *findings, *test, *source;
};

extern const struct erratum_row erratum_rows[];
extern const size_t erratum_row_count;

/* Returns the architectures that have the fault as a mask. */
unsigned erratum_archs(const struct erratum_row *erratum);

/* ---- Measurements: harness.def and silicon.def ---- */

struct harness_row {
    const char *id, *name;
    enum sfp_arch arch;
    const char *gathering; /* "ON", "OFF" or "NONE" */
    double cycles, between; /* between: 0: not known */
    const char *from, *between_from; /* kernels of silicon.def whose figures give them; or NULL */
    const char *text, *source;
};

extern const struct harness_row harness_rows[];
extern const size_t harness_row_count;

/* The marks of silicon.def. */
enum silicon_mark {
#define MARK(id, value) MARK_##id = (value),
#include "silicon.def"
#undef MARK
};

struct figure_row {
    const char *kernel, *pushed, *harness; /* pushed: of a loop its letters, in straight line ""; harness: its id */
    enum sfp_arch arch;
    const char *unit; /* "TILE", "FACE" or "KERNEL" */
    unsigned rows, published; /* published: in the unit's measure */
    unsigned words, core; /* cycles without the harness, of the words and of the core; core 0: the words bind */
    unsigned iterations, offset, before; /* of a loop */
    const char *kind, *known, *sequence, *source, *reason;
};

extern const struct figure_row figure_rows[];
extern const size_t figure_row_count;

/* Return cycles for the figure's rows: as published; as sfpsim counts them, with the harness. */
double figure_published(const struct figure_row *figure);
double figure_ours(const struct figure_row *figure);

/* Returns the row of the figure's harness. */
const struct harness_row *figure_harness(const struct figure_row *figure);

/* Returns whether the harness's number was computed from this figure, so that their difference is 0 by definition. */
bool figure_defines_harness(const struct figure_row *figure);

/* Returns whether sfpsim's cycles differ from the published cycles by no more than the marks of silicon.def. */
bool figure_is_near(const struct figure_row *figure);

/* A row of the table about gathering: a kernel, and the number of words for 32 lanes. */
struct gathered_row {
    const char *kernel;
    unsigned words;
};

extern const struct gathered_row gathered_rows[];
extern const size_t gathered_row_count;

/* A published figure that cannot be compared. */
struct left_out_row {
    enum sfp_arch arch;
    const char *gathering, *kernel, *published, *source, *reason;
};

extern const struct left_out_row left_out_rows[];
extern const size_t left_out_row_count;

/* ---- Bits of LaneConfig: lane_config.def ---- */

struct lane_config_row {
    const char *name; /* or NULL if the bits have no name */
    unsigned lsb, width;
    const char *effect;
};

extern const struct lane_config_row lane_config_rows[];
extern const size_t lane_config_row_count;

#endif
