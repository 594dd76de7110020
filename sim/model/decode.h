/* The parts of decoding that issue and SFPLOADMACRO share. */
#ifndef SFP_DECODE_H
#define SFP_DECODE_H

#include "model.h"

/* Where a member of struct sfp_op stands in the word: (word >> lsb) & mask, which is 0 if it has no place. */
struct sfp_place {
    uint32_t mask;
    uint8_t lsb;
};

/* Reads in the lower half of each word and writes in the upper: as struct sfp_uses has them. */
struct sfp_both_uses {
    uint64_t mask, names;
};

/* A row of the instruction table as decoding wants it. */
struct sfp_coding {
    struct sfp_place va, vb, vc, vd, mod, rnd, macro, addr_mode, imm;
    struct sfp_place vd_top;    /* the bit of a split VD that goes above `vd` ... */
    uint8_t vd_bits;            /* ... which has so many */
    uint16_t second_is_vb;      /* modes whose second source is VB when issued, not VD */
    uint32_t writable;          /* of its writes, those that happen */
    bool by_vd;                 /* VD too tells what is used: `uses` is not valid */
    bool unguarded;             /* executes whatever its VD is */
    bool special;               /* there are executors for some of its operands: SFPMAD, SFPADD, SFPMUL, SFPENCC */
    struct sfp_both_uses uses[SFP_MODES];
    uint8_t latency[SFP_MODES];
};

/* By opcode; made from the instruction table, for one arch. */
struct sfp_decoder {
    struct sfp_coding coding[256];
};

/* A decoder of all rows of `index`, or NULL without memory. To be freed by free(). */
struct sfp_decoder *sfp_decoder_new(const struct sfp_index *index);

/* Operands as the word and the rules for issued instructions have them; no executor. Clears the rest of *op. */
void sfp_decode_fields(const struct sfp_machine *m, const struct sfp_insn *insn, uint32_t word, struct sfp_op *op);

/* Fills op->reads, op->writes and op->latency from its row; operands must be final. */
void sfp_op_set_uses(const struct sfp_machine *m, struct sfp_op *op);

/* The executor of a vector instruction whose operands are final, write guard considered. */
sfp_exec *sfp_guarded_exec(const struct sfp_machine *m, const struct sfp_op *op);

#endif
