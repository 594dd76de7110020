/*
 * The tables of a graph as clauses: an assignment that satisfies the clauses is a table that the rules of
 * sfpu-schedules(7) permit. Each rule has a function here, named as in include/schedule_rules.def.
 */
#ifndef SFP_TABLE_MODEL_H
#define SFP_TABLE_MODEL_H

#include "cnf.h"
#include "graph.h"

enum {
    MODEL_ROWS = 64,                   /* most rows of an iteration */
    MODEL_TURNS = 4,
    MODEL_REGISTERS = GRAPH_LREGS + 1, /* number of registers: LRegs of values, and L16 */
    MODEL_STAGING = GRAPH_LREGS,
    MODEL_OPERATIONS = 192,            /* most operations of a graph */
    MODEL_RESULT = GRAPH_FIXED + 1,    /* a result's slot, after the sources' slots */
    MODEL_SLOTS,
};

enum model_rule {
#define RULE(id, ...) MODEL_##id,
#include "schedule_rules.def"
#undef RULE
    MODEL_RULES,
};

/* Bounds and options of a model. */
struct model_wants {
    unsigned period;   /* number of cycles from one iteration to the next */
    unsigned turns;    /* number of iterations until the choice of registers repeats, 1..MODEL_TURNS */
    unsigned rows;     /* most rows of an iteration, up to MODEL_ROWS */
    bool by_turn;      /* operands and templates may differ by turn, where iterations differ */
    bool shadows;      /* an old value may be read from its register while a result for the register is pending */
    bool explain;      /* rules can be left out, by assumptions */
    bool part;         /* operations can be left out too, by assumptions; a reader of a left-out value then needs no
                        * maker. Loads and operations about flags stay. Rules about operands can be left out slot by
                        * slot. */
    bool no_macros;    /* tables without macros: the thread issues each operation */
    bool in_order;     /* tables in order: an iteration begins after the previous one has ended; `rows` is at most
                        * the period */
};

/* Rules with clauses for each operand. */
enum model_slot_rule { MODEL_SLOTS_OPERANDS, MODEL_SLOTS_CAPACITY, MODEL_SLOT_RULES };

/* The literals of an operation; CNF_FALSE or CNF_TRUE where decided in advance. */
struct model_operation {
    unsigned first, last;            /* possible rows */
    int present;                     /* literal: the operation belongs to the table */
    int at[MODEL_ROWS];              /* by row: the operation starts in the row */
    int started[MODEL_ROWS];         /* by row: the operation starts in the row or an earlier one */
    int issued;                      /* literal: the thread issues the operation */
    int *scheduled;                  /* by load of the model: the load schedules the operation; owned */
    int in_cycle[MODEL_ROWS];        /* by cycle of the period: the operation starts in the cycle */
    int issued_in[MODEL_ROWS];       /* by cycle of the period: the operation starts in the cycle, and the thread
                                      * issues it */
    int to_staging;                  /* literal: the result goes to L16 */
    int exchanged[MODEL_TURNS];      /* by turn: the sources have changed places */
    int to_vb[MODEL_TURNS];          /* by turn: the loaded register replaces VB, not VC */
    int registers[GRAPH_RESULTS][MODEL_TURNS][MODEL_REGISTERS]; /* the result is in this register */
    int live[GRAPH_RESULTS][MODEL_ROWS + 4]; /* the register is in use for the result at the start of this row */
    int any_load;                    /* literal: a load schedules the operation; only for operations that take a
                                      * template */
    int has_template[MODEL_TURNS][SFP_TEMPLATES]; /* by turn and template: the operation takes the template */
    int slots[MODEL_SLOT_RULES][MODEL_SLOTS]; /* the rule's clauses about this operand hold */
    int *made_by[GRAPH_SOURCES];     /* the source takes this maker's result; owned */
};

/* A maker of a value: an operation, and the number of its result. */
struct model_maker {
    uint16_t operation;
    uint8_t result;
};

struct model_value {
    struct model_maker *makers; /* operations that make the value; owned */
    size_t count, room;
    int wanted;                 /* literal to be assumed if `part`: the value must be made */
};

struct model_carried {
    int *final; /* by maker of the exit: literal, the LReg hands on this maker's result; owned */
    bool *held; /* by value: the LReg can hold it; owned */
};

struct model {
    const struct graph *graph;
    struct model_wants wants;
    struct cnf cnf;
    struct model_operation *operations; /* array with an element for each of the graph's operations; owned */
    struct model_value *values;         /* array of values; owned */
    uint16_t *loads;                    /* indices of the operations that load; owned */
    size_t load_count;
    int *is_macro;                      /* by load: the load schedules an operation; owned */
    struct model_carried carried[GRAPH_LREGS]; /* by carried LReg of the graph */
    uint32_t free;                      /* set of LRegs 0..7 that can hold values */
    int rules[MODEL_RULES];             /* by rule: the rule holds; to be assumed if `explain` */
    int all_slots;                      /* rules hold for every operand; with `part`, to be assumed, unless slots are
                                         * assumed one by one */
    int gap_safe;                       /* literal to be assumed: the thread may be late */
    int no_clash;                       /* literal to be assumed: no flags change in a cycle in which an operation
                                         * works under the old flags */
    int ends[MODEL_ROWS];               /* by row, to be assumed: no operation starts after the row */
    int templates_used[SFP_TEMPLATES], macros_used[SFP_SEQUENCES]; /* [k]: more than k templates or macros are in use */
};

/* Makes the model. `graph` must outlive it. False if memory ran out. model_free() is due either way. */
bool model_make(struct model *m, const struct graph *graph, struct model_wants wants);
void model_free(struct model *m);

/* With `part`: writes the literals to assume for the values and stores that can be left out to `wanted`, and their
 * operations to `operations`. Both need room for GRAPH_RESULTS elements for each operation. Returns the number of
 * literals. */
size_t model_parts(const struct model *m, int *wanted, uint16_t *operations);

/* Returns the operation's index among the model's loads, or SIZE_MAX if it is not a load. */
size_t model_load(const struct model *m, size_t operation);

/* ---- Functions shared by rules ---- */

static inline const struct graph_operation *model_of(const struct model *m, size_t i)
{
    return &m->graph->operations[i];
}

/* Has the operation this result? */
static inline bool model_has_result(const struct graph_operation *o, unsigned result)
{
    return o->results[result].value != GRAPH_NONE;
}

/* Number of kinds of turns: turns of different kinds can have different operands and templates. */
static inline unsigned model_kinds(const struct model *m)
{
    return m->wants.by_turn ? m->wants.turns : 1;
}

/* The kind of a turn. */
static inline unsigned model_kind(const struct model *m, unsigned turn)
{
    return m->wants.by_turn ? turn : 0;
}

/* The literal for a result in this register in a turn. */
static inline int model_register(const struct model *m, struct model_maker maker, unsigned turn, unsigned reg)
{
    return m->operations[maker.operation].registers[maker.result][turn][reg];
}

/* The makers of a source's value; empty for a constant. */
static inline const struct model_value *model_makers(const struct model *m, const struct graph_source *source)
{
    static const struct model_value none;

    return source->value == GRAPH_NONE ? &none : &m->values[source->value];
}

/* Would flags that change in this operation's cycle be flags-clash of sfpu-findings(7)? */
static inline bool model_can_clash(const struct graph_operation *o)
{
    return o->unit == SFP_UNIT_MAD || o->unit == SFP_UNIT_ROUND || o->unit == SFP_UNIT_STORE;
}

/* Can a macro schedule the operation? */
bool model_schedulable(const struct model *m, const struct graph_operation *o);

/* Is the source read only for lanes that flags turn off, whose old value stays in the result? */
bool model_only_stays(const struct graph_operation *o, unsigned source);

/* Returns the rows from an operation's start to its reads: 1 for SFPSWAP, otherwise 0. */
unsigned model_reads_late(const struct graph_operation *o);

/* Returns the slot that a source moves to when its operation's sources change places. */
enum graph_slot model_other_slot(const struct graph_operation *o, enum graph_slot slot);

/* A reading: a source in a slot where its operation may read it. */
struct model_reading {
    size_t operation;
    unsigned source;
    enum graph_slot slot;
    unsigned kind; /* kind of turn */
    int in_slot;   /* literal: the source is in this slot */
};

static inline const struct graph_source *model_source(const struct model *m, const struct model_reading *r)
{
    return &model_of(m, r->operation)->sources[r->source];
}

/* Called for each source of an operation, once for each possible slot and kind of turn. */
typedef void model_each_slot(struct model *m, void *context, const struct model_reading *r);
void model_for_slots(struct model *m, size_t i, model_each_slot *each, void *context);

/* Does the operation's VB lie in the bits of its immediate, as for SFPSHFT2 by an immediate (sfpu-semantics(7),
 * SFPSHFT2)? */
bool model_lies_under_immediate(const struct graph_operation *o, enum graph_slot slot);

/* Returns the rule that a slot rule is part of. */
enum model_rule model_slot_rule(enum model_slot_rule rule);

/* Makes the following clauses the rule's clauses about this operand, up to model_end_slot(). */
void model_begin_slot(struct model *m, size_t operation, enum model_slot_rule rule, unsigned slot);
void model_end_slot(struct model *m, enum model_slot_rule rule);

/* Returns whether the LReg can hold this result. A carried LReg can hold its exit, and results that replace its entry
 * in place. */
bool model_can_hold(const struct model *m, struct model_maker maker, unsigned lreg);

/* Returns whether an issued word reads this source, in this slot, from the register of its result. A constant keeps its
 * own register if the result is lost. */
bool model_shares_result(const struct graph_operation *o, const struct graph_source *source, enum graph_slot slot);

/* Finds the values that carried LRegs can hold. False if memory ran out. */
bool model_find_held(struct model *m);

/* Chooses the maker of each carried LReg's exit whose result the LReg hands on. False if memory ran out. */
bool model_choose_final(struct model *m);

/* Adds clauses, under rules shadow and overwritten: an iteration reads carried LRegs as the previous one leaves
 * them. */
void model_carry(struct model *m);

/* Adds the makers of each source's value, and the order of makers and readers. False if memory ran out. */
bool model_sources(struct model *m);

/* Adds clauses that exclude useless operations, order accesses to Dst, and exclude symmetric answers. */
void model_order(struct model *m);

/* Adds the clauses about templates, for model_capacity(). */
void model_templates(struct model *m);

typedef void model_constrain(struct model *m);

model_constrain model_delay, model_unit_taken, model_issue_taken, model_staging_pair, model_swap,
    model_stall, model_step;
model_constrain model_operands, model_capacity, model_address;
model_constrain model_overwritten, model_shadow;
model_constrain model_flags, model_no_flags, model_gaps;

#endif
