/* The disassembler as a library: one word to one line that assembles to it again. */
#ifndef SFP_DIS_H
#define SFP_DIS_H

#include "isa.h"

enum sfp_syntax {
    SFP_SYNTAX_GNU,   /* sfpmad<TAB>L3,L1,L2,L11,0 */
    SFP_SYNTAX_MACRO, /* TTI_SFPMAD(p_sfpu::LREG1, ...); */
};

enum { SFP_DISASSEMBLY_SIZE = 200 /* bytes that hold any disassembly and its NUL */ };

/*
 * Writes `word` as an instruction of index->arch into `text`, whose size is at least SFP_DISASSEMBLY_SIZE, and returns
 * its length. A word that is no instruction, or that the syntax cannot spell, becomes .ttinsn 0x........ What it
 * writes, sfpasm turns back into the word (with a -Wreserved warning where the hardware documents no such mode).
 */
size_t sfp_disassemble(const struct sfp_index *index, uint32_t word, enum sfp_syntax syntax, char *text);

#endif
