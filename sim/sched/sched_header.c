/* Assembles an answer, for its words, and makes a C++ header of it. */
#include "sched_header.h"

#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "dis/macro_words.h"
#include "header/header.h"

/* Divides the comments into lines without "# ", in place. `lines` has room for a line of each character. Returns the
 * number of lines. */
static size_t divide_comments(char *comments, const char **lines)
{
    size_t count = 0;
    char *rest;

    for (char *line = strtok_r(comments, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        lines[count++] = line + strspn(line, "# ");
    return count;
}

static void print_assembler_error(void *unused, const struct sfpu_diagnostic *diagnostic)
{
    (void)unused;
    if (strcmp(diagnostic->severity, "error") == 0)
        fputs(diagnostic->printed, stderr);
}

sfpu_program *sched_assemble(const struct scheduling *s, const struct text *source)
{
    const struct sfp_machine_options *machine = &s->options->machine;
    const struct sfpu_assembly how = {.size = sizeof how, .include_dirs = machine->include_dirs,
                                      .include_dir_count = machine->include_dir_count,
                                      .diagnose = print_assembler_error};
    sfpu_program *program;

    if (sfpu_assemble_text(&how, s->name, source->data, source->size, &program) == SFPU_NO_MEMORY)
        complain_no_memory();
    return program;
}

int sched_header_make(const struct scheduling *s, const char *comments, struct text *source)
{
    const char **notes = malloc((strlen(comments) + 1) * sizeof *notes);
    char *lines = strdup(comments);
    sfpu_program *program = sched_assemble(s, source);
    struct text header = {0};
    bool done = false;

    if (program && (!lines || !notes))
        complain_no_memory();
    else if (program) {
        const struct header_request request = {.name = s->name, .source = s->options->kernel,
                                               .output = s->options->output, .tool = "sfpsched",
                                               .sweep = s->options->sweep, .notes = notes,
                                               .note_count = divide_comments(lines, notes)};

        done = header_make(&request, program, stderr, &header);
    }
    sfpu_program_free(program);
    free(lines);
    free(notes);
    text_free(source);
    *source = header;
    return done ? 0 : SFP_CANNOT_RUN;
}

/* Writes the table to a new text, which the caller frees. Returns NULL if memory ran out. */
static char *write_macro_words(const char *comments, const sfpu_program *program, size_t *size)
{
    struct sfp_index index;
    char *table = NULL;
    FILE *out = open_memstream(&table, size);
    bool done;

    if (!out)
        return NULL;
    sfp_index_init(&index, (enum sfp_arch)sfpu_program_arch(program));
    fprintf(out, "%s# arch %s\n", comments, sfpu_arch_name(sfpu_program_arch(program)));
    done = macro_words_print(out, &(const struct macro_program){&index, sfpu_program_words(program),
                                                               sfpu_program_word_count(program)});
    if (fclose(out) == 0 && done)
        return table;
    free(table);
    return NULL;
}

int sched_macro_words(const struct scheduling *s, const char *comments, struct text *source)
{
    sfpu_program *program = sched_assemble(s, source);
    size_t size;
    char *table;

    text_free(source);
    if (!program)
        return SFP_CANNOT_RUN;
    table = write_macro_words(comments, program, &size);
    sfpu_program_free(program);
    if (table)
        text_add(source, table, size);
    free(table);
    return table && !source->failed ? 0 : complain_no_memory();
}
