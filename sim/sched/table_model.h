/*
 * The tables of a graph as clauses: one for each way that the rules of sfpu-schedules(7) leave. Each rule is a function
 * here, by the name that include/schedule_rules.def has for it.
 */
#ifndef SFP_TABLE_MODEL_H
#define SFP_TABLE_MODEL_H

#include "cnf.h"
#include "graph.h"

enum {
    MODEL_ROWS = 64,                   /* of one iteration, at most */
    MODEL_TURNS = 4,
    MODEL_REGISTERS = GRAPH_LREGS + 1, /* those of values, and L16 behind them */
    MODEL_STAGING = GRAPH_LREGS,
    MODEL_OPERATIONS = 192,            /* a graph with more is not asked about */
    MODEL_RESULT = GRAPH_FIXED + 1,    /* where the result goes, beside the slots of sources */
    MODEL_SLOTS,
};

enum model_rule {
#define RULE(id, ...) MODEL_##id,
#include "schedule_rules.def"
#undef RULE
    MODEL_RULES,
};

/* Which tables are asked for. */
struct model_wants {
    unsigned period;   /* cycles from one iteration to the next */
    unsigned turns;    /* 1..MODEL_TURNS: iterations after which registers are the same again */
    unsigned rows;     /* which an iteration may have, up to MODEL_ROWS */
    bool by_turn;      /* operands and templates may differ by turn, where an iteration need not be like the next */
    bool shadows;      /* registers may be read while a result for them is under way, of the value before */
    bool explain;      /* rules can be left out, by assumptions */
    bool part;         /* and operations: what they make is there then; loads stay, and what flags are about; and of
                        * rules about operands each slot */
    bool no_macros;    /* all is issued */
    bool in_order;     /* and `rows` are no more than the period: no iteration begins before the one before has ended */
};

/* Rules that say something of each operand. */
enum model_slot_rule { MODEL_SLOTS_OPERANDS, MODEL_SLOTS_CAPACITY, MODEL_SLOT_RULES };

/* What is so of an operation. Literals; CNF_FALSE and CNF_TRUE where it goes without asking. */
struct model_operation {
    unsigned first, last;            /* rows in which it can be */
    int present;
    int at[MODEL_ROWS];              /* it is in this row */
    int by[MODEL_ROWS];              /* it is in this row, or above */
    int issued;                      /* by the thread, for itself */
    int *scheduled;                  /* by load i of the model; owned */
    int in_cycle[MODEL_ROWS];        /* of the period: it starts in this cycle */
    int issued_in[MODEL_ROWS];       /* and it is issued */
    int to_staging;                  /* its result goes to L16 */
    int exchanged[MODEL_TURNS];      /* its sources have changed places */
    int to_vb[MODEL_TURNS];          /* the loaded register is VB, not VC */
    int registers[GRAPH_RESULTS][MODEL_TURNS][MODEL_REGISTERS];
    int live[GRAPH_RESULTS][MODEL_ROWS + 4]; /* the result is wanted at the start of this row */
    int any_load;                    /* some load schedules it; of what takes a template */
    int taken[MODEL_TURNS][SFP_TEMPLATES]; /* the template that it has */
    int slots[MODEL_SLOT_RULES][MODEL_SLOTS]; /* what the rule says of this operand holds */
    int *made_by[GRAPH_SOURCES];     /* which of the makers of its value the source takes; owned */
};

/* Who makes a value: a result of an operation. */
struct model_maker {
    uint16_t operation;
    uint8_t result;
};

struct model_value {
    struct model_maker *makers; /* owned */
    size_t count, room;
    int wanted;                 /* to be assumed if `part`: somebody has to make it */
};

struct model {
    const struct graph *graph;
    struct model_wants wants;
    struct cnf cnf;
    struct model_operation *operations; /* as many as the graph's; owned */
    struct model_value *values;         /* owned */
    uint16_t *loads;                    /* operations; owned */
    size_t load_count;
    int *is_macro;                      /* by load: it schedules something; owned */
    uint32_t free;                      /* LRegs 0..7 that values can be in */
    int rules[MODEL_RULES];             /* each holds; to be assumed if `explain` */
    int all_slots;                      /* rules hold for all operands; to be assumed if `part`, or those slots alone */
    int gap_safe;                       /* assumed: the thread may be late */
    int no_clash;                       /* assumed: flags do not change beside what works under the old ones */
    int ends[MODEL_ROWS];               /* assumed: nothing starts below this row */
    int templates_used[SFP_TEMPLATES], macros_used[SFP_SEQUENCES]; /* so many and more */
};

/* The clauses. `graph` stays the caller's, and has to last. False if memory ran out; model_free is due either way. */
bool model_make(struct model *m, const struct graph *graph, struct model_wants wants);
void model_free(struct model *m);

/* What is to be assumed for each value and store that can be left out, if `part`: puts the literals into `wanted`, and
 * the operations that they are about into `operations`. Both have room for GRAPH_RESULTS for each operation. Returns
 * how many literals there are. */
size_t model_parts(const struct model *m, int *wanted, uint16_t *operations);

/* Which load of the model an operation is; what is none is none of them. */
size_t model_load(const struct model *m, size_t operation);

/* ---- What the functions of rules share ---- */

static inline const struct graph_operation *model_of(const struct model *m, size_t i)
{
    return &m->graph->operations[i];
}

/* Does the result come to be in a register? */
static inline bool model_has_result(const struct graph_operation *o, unsigned result)
{
    return o->results[result].value != GRAPH_NONE;
}

/* Turns in which operands and templates differ. */
static inline unsigned model_kinds(const struct model *m)
{
    return m->wants.by_turn ? m->wants.turns : 1;
}

/* The number of such a turn. */
static inline unsigned model_kind(const struct model *m, unsigned turn)
{
    return m->wants.by_turn ? turn : 0;
}

/* The register of a result in a turn. */
static inline int model_register(const struct model *m, struct model_maker maker, unsigned turn, unsigned reg)
{
    return m->operations[maker.operation].registers[maker.result][turn][reg];
}

/* Which makers there are of a source's value: none of a constant. */
static inline const struct model_value *model_makers(const struct model *m, const struct graph_source *source)
{
    static const struct model_value none;

    return source->value == GRAPH_NONE ? &none : &m->values[source->value];
}

/* Is it flags-clash of sfpu-findings(7) if flags change in its cycle? */
static inline bool model_can_clash(const struct graph_operation *o)
{
    return o->unit == SFP_UNIT_MAD || o->unit == SFP_UNIT_ROUND || o->unit == SFP_UNIT_STORE;
}

/* May a macro schedule it? */
bool model_schedulable(const struct model *m, const struct graph_operation *o);

/* Is the source only what stays of the result where flags turn lanes off? */
bool model_only_stays(const struct graph_operation *o, unsigned source);

/* Rows by which a source is read behind the start. */
unsigned model_reads_late(const struct graph_operation *o);

/* The slot that a source is in once its operation's sources have changed places. */
enum graph_slot model_other_slot(const struct graph_operation *o, enum graph_slot slot);

/* A source in one of its slots. */
struct model_reading {
    size_t operation;
    unsigned source;
    enum graph_slot slot;
    unsigned kind; /* of turn */
    int here;      /* it is in this slot */
};

static inline const struct graph_source *model_source(const struct model *m, const struct model_reading *r)
{
    return &model_of(m, r->operation)->sources[r->source];
}

/* For each source of an operation, in each slot that it can be in. */
typedef void model_each_slot(struct model *m, void *context, const struct model_reading *r);
void model_for_slots(struct model *m, size_t i, model_each_slot *each, void *context);

/* Has it its VB under its immediate, as SFPSHFT2 by one (sfpu-semantics(7), SFPSHFT2)? */
bool model_lies_under_immediate(const struct graph_operation *o, enum graph_slot slot);

/* The number of the schedule's rule. */
enum model_rule model_slot_rule(enum model_slot_rule rule);

/* Clauses from here on are what the rule says of the operand, up to model_end_slot(). */
void model_begin_slot(struct model *m, size_t operation, enum model_slot_rule rule, unsigned slot);
void model_end_slot(struct model *m, enum model_slot_rule rule);

/* Who makes the value of each source, and where its reader comes then. False: no memory. */
bool model_sources(struct model *m);

/* What is there and nobody asks for, and in which order what is alike, and what uses the same cells of Dst, comes. */
void model_order(struct model *m);

/* Parts of model_capacity. */
void model_templates(struct model *m);

typedef void model_constrain(struct model *m);

model_constrain model_delay, model_unit_taken, model_issue_taken, model_staging_pair, model_swap,
    model_stall;
model_constrain model_operands, model_capacity, model_address;
model_constrain model_overwritten, model_shadow;
model_constrain model_flags, model_no_flags, model_gaps;

#endif
