/* One assembly with all that the folders keep of it. */
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

/* An assembly into `program`, whose arch is there. It must stay where it is. */
void assembly_init(struct assembly *assembly, const struct sfp_asm_options *options, struct sfp_program *program);

/* Gets the text of a source. False, or a text without data, with a message to free, or NULL without memory. */
typedef bool read_source(struct assembler *as, const struct sfp_asm_source *from, struct sfp_buffer *text,
                         char **error);

/* Copies the text that the source has, or reads the file that it names. */
read_source read_text, read_any;

/* Reads sources into the program. What is learnt on the way stays in the assembly until it is released. */
void assembly_run(struct assembler *as, const struct sfp_asm_source *sources, size_t count, read_source *read);
void assembly_release(struct assembler *as);

#endif
