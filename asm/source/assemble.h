/* An assembly, including the state that each folder owns. */
#ifndef SFP_ASSEMBLE_H
#define SFP_ASSEMBLE_H

#include "assembly/assembler.h"
#include "directive.h"
#include "assembly/encode.h"
#include "assembly/macros.h"
#include "schedule/table.h"

struct assembly {
    struct assembler as;
    struct macros macros;
    struct insn_facts facts[OPCODES];
    struct statement statement;
    struct schedules schedules;
    struct schedule_request schedule_request;
    struct conditions conditions;
    struct sections sections;
    struct regions regions;
    struct inclusion inclusion;
    struct lines lines;
};

/* Begins an assembly into `program`, whose arch must be set. The struct must not move afterwards. */
void assembly_init(struct assembly *assembly, const struct sfp_asm_options *options, struct sfp_program *program);

/* Gets a source's text. On failure returns false, or leaves text->data NULL, with a message for the caller to free,
 * or NULL without memory. */
typedef bool read_source(struct assembler *as, const struct sfp_asm_source *from, struct sfp_buffer *text,
                         char **error);

/* read_text() copies the source's text. read_any() also reads the file that a source names. */
read_source read_text, read_any;

/* Assembles the sources into the program. assembly_release() frees the assembly's other state. */
void assembly_run(struct assembler *as, const struct sfp_asm_source *sources, size_t count, read_source *read);
void assembly_release(struct assembler *as);

#endif
