/* The disassembler as a library: one word to one line that assembles to it again. */
#ifndef SFP_DIS_H
#define SFP_DIS_H

#include "isa/isa.h"

enum sfp_syntax {
    SFP_SYNTAX_GNU,   /* sfpmad<TAB>L3,L1,L2,L11,0 */
    SFP_SYNTAX_MACRO, /* TTI_SFPMAD(p_sfpu::LREG1, ...); */
    SFP_SYNTAX_GAS,   /* as GNU, but only what the vendor's GNU as takes, as its objdump prints it where it can */
};

enum {
    SFP_HEX = 4, /* with a syntax: operands of more than four bits that are no registers in hexadecimal */
};

enum {
    SFP_DISASSEMBLY_SIZE = 200, /* bytes that hold any disassembly and its NUL */
    SFP_ANNOTATION_SIZE = 300,  /* and any annotation or remark */
};

/*
 * Writes `word` as an instruction of index->arch into `text`, whose size is at least SFP_DISASSEMBLY_SIZE, and returns
 * its length. A word that is no instruction, or that the syntax cannot spell, becomes .ttinsn 0x........ What it
 * writes, sfpasm turns back into the word (with a -Wreserved warning where the hardware documents no such mode). `style`
 * is an enum sfp_syntax, and SFP_HEX.
 */
size_t sfp_disassemble(const struct sfp_index *index, uint32_t word, unsigned style, char *text);

/*
 * Says, for an instruction that sfp_disassemble has to write as .ttinsn, which instruction it is and which bits are the
 * reason: "sfpmad with reserved bits 0x00f00000", or how sfpasm spells it where GNU as does not. Writes it into `text`,
 * whose size is at least SFP_ANNOTATION_SIZE, and returns its length: 0 where there is nothing to say.
 */
size_t sfp_dis_remark(const struct sfp_index *index, uint32_t word, unsigned style, char *text);

/*
 * Says in words what the instruction does with these operands, without newline: "L0 = L1 * L2 + L3". Size and result as
 * above; 0 for what is no instruction, or one that is only known by name.
 */
size_t sfp_annotate(const struct sfp_index *index, uint32_t word, char *text);

/* What begins a comment in that syntax. */
const char *sfp_comment(enum sfp_syntax syntax);

#endif
