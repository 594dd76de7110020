/* Declarations shared by the files that make a graph. */
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

enum { GRAPH_PUSHED = 8 }; /* flags on the stack, at most */

/* The contents of an LReg 0..7 at a point of the iteration. */
struct held {
    int16_t value; /* GRAPH_NONE: the value left by the previous iteration */
    int16_t lanes; /* region whose lanes hold the value; GRAPH_NONE: all lanes */
    bool lacks_low, lacks_high; /* this half has not been written yet */
    uint8_t home;  /* LReg whose contents before the iteration are in the lanes and halves not written */
};

struct building {
    const struct loop_body *body;
    struct graph *graph;
    struct sfp_index index;
    struct held held[GRAPH_LREGS];
    uint32_t written, set_before; /* LRegs written by the iteration; LRegs written before the loop */
    uint32_t carried;             /* LRegs whose value from before the iteration is an entry value */
    uint32_t asked;               /* LRegs that a refusal of this attempt would need in `carried` */
    int32_t counter;              /* rows that the Dst counter has advanced */
    int16_t region;               /* the open region, or GRAPH_NONE */
    int16_t pushed[GRAPH_PUSHED]; /* the open region at each SFPPUSHC, oldest first */
    unsigned depth;
    bool splits;                  /* SFPCOMPC becomes SFPENCC and the opposite condition */
    bool stacked;                 /* flags are on the stack before the loop */
    size_t at;                    /* index in the body of the current word */
    char **error;
};

/* A decoded word of the body. */
struct decoded_word {
    const struct sfp_insn *insn;
    uint32_t word;
    unsigned mode;
    struct sfp_named named;
    uint32_t reads, writes; /* bit r for enum sfp_resource r */
};

/* Sets *b->error to the message of a refusal. Its subject is `subject`, or the instruction if `subject` is NULL.
 * Always returns false. */
bool graph_refuse(const struct building *b, enum refusal refusal, const char *subject);
bool graph_refuse_lreg(const struct building *b, enum refusal refusal, unsigned lreg);

/* Notes in b->asked that a read of the LReg finds contents from before the iteration. Always returns false: with a
 * refusal if nothing has set them before the loop, otherwise without a message. */
bool graph_ask_carried(struct building *b, unsigned lreg);

/* graph_begin_carried() gives the LRegs of b->carried their entry values. graph_end_carried() notes their exit values
 * after the last word. graph_leave_value() notes an LReg that the code after the loop reads. Both return false as
 * graph_ask_carried(). */
void graph_begin_carried(struct building *b);
bool graph_end_carried(struct building *b);
bool graph_leave_value(struct building *b, unsigned lreg);

/* Removes the carried LRegs that nothing reads. */
void graph_drop_unread_carried(struct graph *g);

/* Sets the LReg of each source that reads an entry value: the carried LReg of this value. */
void graph_settle_entries(struct graph *g);

/* Do the tables of instructions and modes permit the word? False after a refusal. */
bool graph_permits(const struct building *b, const struct decoded_word *t);

/* graph_read() gives the operation its sources from the current contents of registers; false after a refusal.
 * graph_write() then gives it its results, and updates the contents. */
bool graph_read(struct building *b, const struct decoded_word *t, struct graph_operation *o);
void graph_write(struct building *b, const struct decoded_word *t, struct graph_operation *o);

/* graph_take_flags() handles the word's effect on flags and the flag stack, and sets *done if the word needs no
 * further treatment. graph_open_region() opens a region at the operation added last. Both return false with the
 * message in *error. */
bool graph_take_flags(struct building *b, const struct decoded_word *t, bool *done);
bool graph_open_region(struct building *b);

/* Counts the stores in the graph that reach a cell of this load or store. */
uint16_t graph_stores_before(const struct graph *g, const struct graph_operation *o);

/* Checks that no iteration stores to cells that another iteration reaches. False after a refusal. */
bool graph_keeps_cells_apart(struct building *b);

/* graph_decode_word() decodes a word. graph_operation_of() makes its operation, without sources and results. */
struct decoded_word graph_decode_word(const struct building *b, uint32_t word);
struct graph_operation graph_operation_of(const struct building *b, const struct decoded_word *t);

/* Adds the operation of a word that makes no value, with the given sources. False if memory ran out. */
bool graph_add_word(struct building *b, uint32_t word, const struct graph_source *sources, unsigned count);

/* Returns the region with exactly the lanes of its outer region that `region` lacks, or GRAPH_NONE. */
int16_t graph_completed_by(const struct graph *g, int16_t region);

/* Have two regions equal lanes? GRAPH_NONE stands for all lanes. */
bool graph_has_lanes_of(const struct graph *g, int16_t a, int16_t b);

/* Does `outer` include all lanes of the region? GRAPH_NONE stands for all lanes. */
bool graph_is_within(const struct graph *g, int16_t region, int16_t outer);

/* Does the instruction work in every lane, regardless of flags? */
bool graph_ignores_flags(const struct sfp_insn *insn, unsigned mode);

/* Returns the index of the source in this slot, or GRAPH_NONE. */
int8_t graph_source_in(const struct graph_operation *o, enum graph_slot slot);

/* Returns an earlier operation with equal instruction and sources, both outside regions, or NULL. Never returns a
 * store or an operation that changes flags. */
const struct graph_operation *graph_same(const struct graph *g, const struct graph_operation *o);

/* graph_add() appends an operation; graph_insert() puts one at index `at`. Both return false if memory ran out. */
bool graph_add(struct graph *g, const struct graph_operation *o);
bool graph_insert(struct graph *g, size_t at, const struct graph_operation *o);

/* Removes the marked operations, and each region whose closing operation is marked. */
void graph_remove(struct graph *g, const bool *gone);

/* Removes a region and keeps its operations, which then work in the region around it. */
void graph_remove_region(struct graph *g, size_t region);

/* Notes in g->known the contents of LRegs before the loop, as far as `words`, executed before it, tell. */
void graph_note_known(struct graph *g, const struct sfp_index *index, const struct loop_word *words, size_t count);

/* Gives bounds of a source as an unsigned number: 0 and UINT32_MAX if nothing is known. */
void graph_range_of(const struct graph *g, const struct graph_source *source, uint32_t *least, uint32_t *most);

/* Finds the bits that the operation makes. True if they are known, and equal in each iteration and lane. */
bool graph_constant_bits(const struct graph *g, const struct graph_operation *o, uint32_t *bits);

/* Fills in the words of the body that load the constant of graph_constant_bits(), in order. Returns their number; 0 if
 * other words, or rewrites, take part. */
unsigned graph_constant_loads(const struct graph *g, const struct graph_operation *o,
                              uint16_t loads[static GRAPH_MADE_LOADS]);

/* Finds the bits that SFPLOADI gives a whole register, in the lanes where it works. False for other operations. */
bool graph_loaded_bits(const struct graph_operation *o, uint32_t *bits);

/* Makes readers of the maker's value read `lreg` instead, which holds an equal constant, wherever a field can name
 * it. */
void graph_put_constant(struct graph *g, const struct graph_operation *maker, uint8_t lreg);

/* Can graph_put_constant() change a reader? */
bool graph_can_put_constant(const struct graph *g, const struct graph_operation *maker, uint8_t lreg);

/* Returns how many LRegs the plain order needs at once for values, after graph_put_constant(). */
unsigned graph_most_live(const struct graph *g, const struct graph_operation *maker, uint8_t lreg);

/* Changes readers of value `from` into readers of value `to`. */
void graph_rename(struct graph *g, int16_t from, int16_t to);

/* Removes operations that nobody uses, and old values that no lane shows. Turns a move into another way to make its
 * source's value. False if memory ran out. */
bool graph_reduce(struct graph *g);

#endif
