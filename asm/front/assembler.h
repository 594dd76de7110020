/*
 * One assembly under way: what the scanner, the parser and the actions behind
 * it share. Words flow one way: input.c feeds text to lexer.l, grammar.y finds
 * statements, statement.c and directives.c act on them, operands.c encodes,
 * emit.c appends to the program.
 */
#ifndef SFP_ASSEMBLER_H
#define SFP_ASSEMBLER_H

#include "asm.h"
#include "c_entry.h"
#include "directive/directive.h"
#include "emit.h"
#include "encode/encode.h"
#include "expr.h"
#include "input.h"
#include "lines.h"
#include "macro/macros.h"
#include "report.h"
#include "schedule/directives.h"
#include "schedule/table.h"
#include "statement.h"
#include "symbols.h"

struct assembler {
    const struct sfp_asm_options *options;
    struct sfp_program *program;
    size_t word_capacity;
    struct spent spent;
    struct sfp_index index; /* of program->arch */
    struct insn_facts facts[OPCODES]; /* of its rows, by opcode, as far as they were asked for */
    struct vendor_constants vendor;
    struct symbols symbols;
    struct frames frames;
    struct scan_state scan;
    struct statement statement;
    struct terms terms;
    struct macros macros;
    struct conditions conditions;
    struct sections sections;
    struct regions regions;
    struct hazards hazards;
    struct schedules schedules;
    struct schedule_request schedule_request;
    struct inclusion inclusion;
    struct lines lines;
    struct told told;
    struct c_state c;
    uint64_t changes;    /* counts whatever can make the same text assemble differently the next time */
    uint64_t suggesting; /* work done to find names for misspelt ones */
    size_t errors;
    enum sfp_arch preprocessed; /* the arch that the C preprocessor was told of; 0: it did not run */
    bool stopped;        /* an error that ends the assembly has been reported */
};

/* ---- assemble.c ---- */

/* Reads sources into as->program; options, program and index are there. What is learnt on the way stays in `as` until it
 * is released. */
void assembly_run(struct assembler *as, const struct sfp_asm_source *sources, size_t count);
void assembly_release(struct assembler *as);

#endif
