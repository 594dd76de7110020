/*
 * Instructions of the RISC-V cores: the rows of include/riscv.def, with decoding and disassembly.
 */
#ifndef RV_RISCV_H
#define RV_RISCV_H

#include "isa/arch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RV_REGISTERS = 32,
    RV_BYTES = 4,       /* size of an instruction in bytes */
    RV_TEXT_SIZE = 120, /* room for any disassembly and its NUL, in bytes */
    RV_RA = 1,
};

/* A store to these addresses pushes the stored word to the core's Tensix thread
 * (BabyRISCV/PushTensixInstruction.md). */
#define RV_PUSH_BASE UINT32_C(0xFFE40000)
#define RV_PUSH_SIZE UINT32_C(0x10000)

enum rv_id {
#define RISCV(id, ...) RV_##id,
#include "riscv.def"
    RV_IDS,
    RV_NONE = RV_IDS, /* no instruction */
};

enum rv_extension {
#define RISCV_EXTENSION(id, ...) RV_EXT_##id,
#include "riscv.def"
    RV_EXTENSIONS,
};

enum rv_class {
#define RISCV_CLASS(id, ...) RV_CLASS_##id,
#include "riscv.def"
    RV_CLASSES,
};

enum rv_format {
#define RISCV_FORMAT(id, ...) RV_FORMAT_##id,
#include "riscv.def"
    RV_FORMATS,
};

/* Registers that an instruction names: a mask. */
enum rv_used {
    RV_RD = 1,
    RV_RS1 = 2,
    RV_RS2 = 4,
};

/* The place and meaning of a format's immediate. */
enum rv_immediate {
    RV_IMM_NONE,
    RV_IMM_I, /* I, S, B, U, J as in the RISC-V manual: sign-extended; B and J in bytes, U shifted to its place */
    RV_IMM_S,
    RV_IMM_B,
    RV_IMM_U,
    RV_IMM_J,
    RV_IMM_SHAMT,
    RV_IMM_CSR,    /* the CSR's number; in CSRI, rs1 is a second, unsigned immediate */
    RV_IMM_ORDER,  /* fm, predecessors, successors: bits 31:20 of the word, unsigned */
    RV_IMM_AQ_RL,  /* bit 1 aq, bit 0 rl */
    RV_IMM_TENSIX, /* the pushed word, rotated back to Tensix's bit order */
};

enum rv_csr {
#define RISCV_CSR(id, number, ...) RV_CSR_##id = number,
#define RISCV_OWN_CSR(id, number, ...) RV_CSR_##id = number,
#include "riscv.def"
};

struct rv_insn {
    const char *name;
    uint32_t match, mask;
    uint8_t format;    /* format of operands, an enum rv_format */
    uint8_t extension; /* extension that has the instruction, an enum rv_extension */
    uint8_t timing;    /* class of timing, an enum rv_class */
};

/* All rows, by enum rv_id. */
extern const struct rv_insn rv_insns[RV_IDS];

/* A decoded instruction. A register that the format lacks is 0. */
struct rv_op {
    uint8_t id; /* the instruction, an enum rv_id; RV_NONE: no instruction */
    uint8_t rd, rs1, rs2;
    int32_t imm;
};

/* Decodes `word`, given as in memory. Returns an rv_op of id RV_NONE, with zeros elsewhere, if the word is no
 * instruction. */
struct rv_op rv_decode(uint32_t word);

/* Returns the registers named by instructions of `id`: a mask of enum rv_used. */
unsigned rv_used(enum rv_id id);
enum rv_immediate rv_immediate(enum rv_id id);

/* Returns whether the arch has the instruction's extension. */
bool rv_has(enum sfp_arch arch, enum rv_id id);

/* Returns whether the arch has the CSR. */
bool rv_has_csr(enum sfp_arch arch, unsigned number);

const char *rv_extension_name(enum rv_extension extension); /* returns a name such as "zbb" */
const char *rv_class_name(enum rv_class timing);            /* returns a name such as "branch" */
const char *rv_register_name(unsigned number);              /* returns a name such as "a0" */
const char *rv_csr_name(unsigned number);                   /* returns a name such as "mcycle" or "cfg0", or NULL */

/* Returns whether the instruction branches or jumps to an address fixed by its immediate. *target is then the
 * address. */
bool rv_target(const struct rv_op *op, uint32_t address, uint32_t *target);

/* Returns whether executing the instruction at `next` after `op` at `address` repeats a loop: `op` is a branch, or a
 * jump that is neither call nor return, and `next` is lower. An instruction that jumps to itself is no loop, since
 * no other instruction could end it. */
bool rv_ends_loop(const struct rv_op *op, uint32_t address, uint32_t next);

/*
 * Writes the instruction at `address` as GNU objdump does, mnemonic and operands with a tab between, into `text` of at
 * least RV_TEXT_SIZE bytes, and returns the length. A target is a hexadecimal address and comes last, so that the
 * caller can append its symbol. A word that is no instruction becomes ".insn 4, 0x........".
 */
size_t rv_text(uint32_t word, uint32_t address, char *text);

#endif
