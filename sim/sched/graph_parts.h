/* What the files that make a graph share. */
#ifndef SFP_GRAPH_PARTS_H
#define SFP_GRAPH_PARTS_H

#include "graph.h"
#include "isa/modes.h"
#include "isa/timing.h"
#include "loop_body.h"

enum refusal {
#define REFUSAL(id, ...) REFUSAL_##id,
#include "refusals.def"
};

enum { GRAPH_PUSHED = 8 }; /* flags that are on the stack at most */

/* What an LReg 0..7 holds at a point of the iteration. */
struct held {
    int16_t value; /* GRAPH_NONE: what the iteration before has left there */
    int16_t lanes; /* the region in whose lanes alone that is so; GRAPH_NONE: all */
    bool lacks_low, lacks_high; /* that half is still to come */
};

struct building {
    const struct loop_body *body;
    struct graph *graph;
    struct sfp_index index;
    struct held held[GRAPH_LREGS];
    uint32_t written, set_before; /* LRegs: by the iteration; by what comes before the loop */
    int32_t counter;              /* by which the counter Dst has grown */
    int16_t region;               /* that is open, or GRAPH_NONE */
    int16_t pushed[GRAPH_PUSHED]; /* and those that were when flags were pushed, the last one last */
    unsigned depth;
    bool splits;                  /* conditions and their opposites, instead of SFPCOMPC */
    bool stacked;                 /* there are flags on the stack before the loop */
    size_t at;                    /* the word of the body that is looked at */
    char **error;
};

/* A word of the body, taken apart. */
struct taken {
    const struct sfp_insn *insn;
    uint32_t word;
    unsigned mode;
    struct sfp_named named;
    uint32_t reads, writes; /* bit r for enum sfp_resource r */
};

/* Leaves the message of a refusal about `subject`, or about the instruction if that is NULL; always false. */
bool graph_refuse(const struct building *b, enum refusal refusal, const char *subject);
bool graph_refuse_lreg(const struct building *b, enum refusal refusal, unsigned lreg);

/* What the tables say against the word. */
bool graph_permits(const struct building *b, const struct taken *t);

/* The operation's sources, as its registers are then; and the values that it makes, which registers hold from there on.
 * False after a refusal. */
bool graph_read(struct building *b, const struct taken *t, struct graph_operation *o);
void graph_write(struct building *b, const struct taken *t, struct graph_operation *o);

/* What the word is to flags; *done: no more than that. A region opens with the operation that was added last. Each is
 * false with the message in *error. */
bool graph_take_flags(struct building *b, const struct taken *t, bool *done);
bool graph_open_region(struct building *b);

/* How many stores of the graph reach cells that the load or store does. */
uint16_t graph_stores_before(const struct graph *g, const struct graph_operation *o);

/* Does no iteration reach the rows of another one that stores there? False after a refusal. */
bool graph_keeps_cells_apart(struct building *b);

/* A word taken apart, and its operation, still without operands. */
struct taken graph_taken_of(const struct building *b, uint32_t word);
struct graph_operation graph_operation_of(const struct building *b, const struct taken *t);

/* Adds the operation of a word that makes no value, with these sources. False: no memory. */
bool graph_add_word(struct building *b, uint32_t word, const struct graph_source *sources, unsigned count);

/* The region that has all lanes that this one lacks of the region around it; GRAPH_NONE: none has. */
int16_t graph_completed_by(const struct graph *g, int16_t region);

/* Have two regions the same lanes? GRAPH_NONE stands for all lanes. */
bool graph_has_lanes_of(const struct graph *g, int16_t a, int16_t b);

/* Are the lanes of the region all of them of the outer one? GRAPH_NONE stands for all lanes. */
bool graph_is_within(const struct graph *g, int16_t region, int16_t outer);

/* Does it work in all lanes, whatever the flags? */
bool graph_ignores_flags(const struct sfp_insn *insn, unsigned mode);

/* The number of the source in this slot; GRAPH_NONE: there is none. */
int8_t graph_source_in(const struct graph_operation *o, enum graph_slot slot);

/* The operation before that makes the same of the same, where flags do not matter; NULL: none. */
const struct graph_operation *graph_same(const struct graph *g, const struct graph_operation *o);

/* Adds an operation, or puts one before number `at`. False: no memory. */
bool graph_add(struct graph *g, const struct graph_operation *o);
bool graph_insert(struct graph *g, size_t at, const struct graph_operation *o);

/* Takes out those that are marked. Regions without any operation within go too. */
void graph_remove(struct graph *g, const bool *gone);

/* What LRegs hold before the loop, as far as these words say: what constants there are to choose from. */
void graph_note_known(struct graph *g, const struct sfp_index *index, const struct loop_word *words, size_t count);

/* Between which unsigned numbers a source is, as far as it is easily told. */
void graph_range_of(const struct graph *g, const struct graph_source *source, uint32_t *least, uint32_t *most);

/* The bits of what the operation makes, if these are the same in each iteration and lane. */
bool graph_constant_bits(const struct graph *g, const struct graph_operation *o, uint32_t *bits);

/* The bits to which SFPLOADI sets a whole register, in whichever lanes. */
bool graph_loaded_bits(const struct graph_operation *o, uint32_t *bits);

/* The LReg takes the place of what the operation makes, which it holds too, where its number can be named. */
void graph_put_constant(struct graph *g, const struct graph_operation *maker, uint8_t lreg);

/* Can it, anywhere? */
bool graph_can_put_constant(const struct graph *g, const struct graph_operation *maker, uint8_t lreg);

/* And then, in how many LRegs the plain order has values at once. */
unsigned graph_most_live(const struct graph *g, const struct graph_operation *maker, uint8_t lreg);

/* Who reads one value reads the other one. */
void graph_rename(struct graph *g, int16_t from, int16_t to);

/* What nobody uses goes; so do old values that no lane shows. A move makes the value that it moves. False: no
 * memory. */
bool graph_reduce(struct graph *g);

#endif
