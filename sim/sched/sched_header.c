/* Assembles an answer, for its words, and makes a C++ header of it. */
#include "sched_header.h"

#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "dis/macro_words.h"
#include "header/header.h"

enum { MOST_NOTES = 16 /* more than the comments of an answer have lines */ };

/* Divides the comments into lines without "# ", in place. Returns their number. */
static size_t divide_comments(char *comments, const char **lines)
{
    size_t count = 0;
    char *rest;

    for (char *line = strtok_r(comments, "\n", &rest); line && count < MOST_NOTES; line = strtok_r(NULL, "\n", &rest))
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

    sfpu_assemble_text(&how, s->name, source->data, source->size, &program);
    return program;
}

int sched_header_make(const struct scheduling *s, const char *comments, struct text *source)
{
    const char *notes[MOST_NOTES];
    char *lines = strdup(comments), *error = NULL;
    struct header_request request = {.name = s->name, .source = s->options->kernel, .tool = "sfpsched", .notes = notes};
    sfpu_program *program = sched_assemble(s, source);
    struct text header = {0};
    bool done = false;

    if (program && lines) {
        request.note_count = divide_comments(lines, notes);
        done = header_take_program(&request, program, &error) && header_make(&request, stderr, &header, &error);
    }
    if (!done && (error || !lines || !program))
        complain_of(error);
    sfpu_program_free(program);
    free(lines);
    text_free(source);
    *source = header;
    return done ? 0 : SFP_CANNOT_RUN;
}

int sched_macro_words(const struct scheduling *s, const char *comments, struct text *source)
{
    sfpu_program *program = sched_assemble(s, source);
    struct sfp_index index;
    char *table = NULL;
    size_t size;
    FILE *out = program ? open_memstream(&table, &size) : NULL;

    text_free(source);
    if (out) {
        sfp_index_init(&index, (enum sfp_arch)sfpu_program_arch(program));
        fprintf(out, "%s# arch %s\n", comments, sfpu_arch_name(sfpu_program_arch(program)));
        macro_words_print(out, &(const struct macro_program){&index, sfpu_program_words(program),
                                                            sfpu_program_word_count(program)});
        if (fclose(out) == 0)
            text_add(source, table, size);
    }
    free(table);
    sfpu_program_free(program);
    return source->size ? 0 : complain_no_memory();
}
