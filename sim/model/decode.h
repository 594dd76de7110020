/* Decoding functions for issued words and for words that SFPLOADMACRO schedules. */
#ifndef SFP_DECODE_H
#define SFP_DECODE_H

#include "model.h"

/* The place in the word of a member of struct sfp_op: (word >> lsb) & mask, which is 0 for a member without a place. */
struct sfp_place {
    uint32_t mask;
    uint8_t lsb;
};

/* Uses of struct sfp_uses: reads in the lower half of each word, writes in the upper half. */
struct sfp_both_uses {
    uint64_t mask, names;
};

/* A row of the instruction table, prepared for decoding. */
struct sfp_coding {
    struct sfp_place va, vb, vc, vd, mod, rnd, macro, addr_mode, imm;
    struct sfp_place vd_top;    /* place of the top bit of a split VD, which goes above `vd` */
    uint8_t vd_bits;            /* number of bits in `vd`, below the top bit */
    uint16_t second_is_vb;      /* modes whose second source is VB when issued, not VD */
    uint32_t writable;          /* mask of the writes that take effect */
    bool by_vd;                 /* the uses depend on VD too: `uses` is not valid */
    bool unguarded;             /* the instruction executes whatever its VD */
    bool special;               /* some operands have an executor of their own: SFPMAD, SFPADD, SFPMUL, SFPENCC */
    struct sfp_both_uses uses[SFP_MODES];
    uint8_t latency[SFP_MODES];
};

/* Rows by opcode, made from the instruction table for one arch. */
struct sfp_decoder {
    struct sfp_coding coding[256];
};

/* Makes a decoder of all rows of `index`. Returns NULL without memory. The caller frees by free(). */
struct sfp_decoder *sfp_decoder_new(const struct sfp_index *index);

/* Fills *op with the word's operands as for an issued instruction, without an executor. Clears the other members. */
void sfp_decode_fields(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word, struct sfp_op *op);

/* Fills op->reads, op->writes and op->latency from its row; operands must be final. */
void sfp_op_set_uses(const struct sfp_machine *m, struct sfp_op *op);

/* Returns the executor of a vector instruction with final operands. If the write guard stops the instruction, the
 * executor does nothing. */
sfp_exec *sfp_guarded_exec(const struct sfp_machine *m, const struct sfp_op *op);

#endif
