/* Records a program from C++: directory, messages and errors of a recording. */
#include "record_program.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/terminal.h"
#include "echo.h"
#include "interrupt.h"

/* The scratch directory, and the child that a signal ends, exist once in a process. */
static pthread_mutex_t one_recording = PTHREAD_MUTEX_INITIALIZER;

void record_print_lines(FILE *stream, const struct text *text)
{
    for (size_t i = 0, length; i < text->size; i += length + 1) {
        const char *line = text->data + i;
        const char *end = memchr(line, '\n', text->size - i);

        length = end ? (size_t)(end - line) : text->size - i;
        shown_put(stream, line, length);
        fputc('\n', stream);
    }
}

/* Prints "FILE:LINE: text" as an error at that place, and any other text as an error of the tool. */
static void print_record_error(FILE *stream, const char *tool, const char *error)
{
    const char *colon = error ? strchr(error, ':') : NULL;
    const size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;

    if (digits > 0 && strncmp(colon + 1 + digits, ": ", 2) == 0)
        echo_print(stream, "%.*s: error: %s", (int)(colon + 1 + digits - error), error, colon + 1 + digits + 2);
    else
        echo_print(stream, "%s: error: %s", tool, error ? error : NO_MEMORY);
}

/* Keeps the text of the first error. */
static void keep_first_error(void *error, const struct sfpu_diagnostic *diagnostic)
{
    if (strcmp(diagnostic->severity, "error") == 0 && !*(char **)error)
        *(char **)error = strdup(diagnostic->text);
}

/* Assembles an instruction with the project's own assembler. Returns the first error's text, to be freed by the caller,
 * or NULL if the instruction assembles. */
static char *find_assembler_error(const char *arch, const char *macro)
{
    char *error = NULL;
    const struct sfpu_assembly how = {.size = sizeof how, .arch = sfpu_arch_named(arch), .diagnose = keep_first_error,
                                      .context = &error};
    sfpu_program *program;

    sfpu_assemble_text(&how, "", macro, strlen(macro), &program);
    sfpu_program_free(program);
    return error;
}

/* Moves what was recorded to `made`, and reads the words back. Returns false with a message in *error, or NULL if
 * memory ran out. */
static bool take_recorded(struct sfp_recorded *recorded, struct recorded_program *made, char **error)
{
    made->nodes = recorded->nodes;
    made->files = recorded->files;
    made->file_count = recorded->file_count;
    recorded->nodes = (struct text){0};
    recorded->files = NULL;
    recorded->file_count = 0;
    return !recorded->words
        || sfpu_read_program(recorded->words, keep_first_error, error, &made->program) == SFPU_OK;
}

bool record_program(const struct sfp_recording *recording, const char *tool, FILE *messages,
                    struct recorded_program *made)
{
    struct sfp_recording own = *recording;
    struct sfp_recorded recorded = {0};
    struct text said = {0};
    char *error = NULL;
    bool done;

    *made = (struct recorded_program){0};
    own.dependencies = true; /* protects the files that were read from being replaced */
    own.child = end_with_child;
    own.misfit = find_assembler_error;
    own.made = scratch_add;
    pthread_mutex_lock(&one_recording);
    own.directory = scratch_open(record_files, &error);
    done = own.directory && record_calls(&own, &recorded, &said, &error) && take_recorded(&recorded, made, &error);
    scratch_close();
    pthread_mutex_unlock(&one_recording);
    record_print_lines(messages, &said);
    if (!done && !recorded.refused)
        print_record_error(messages, tool, error);
    record_free(&recorded);
    text_free(&said);
    free(error);
    if (!done)
        recorded_program_free(made);
    return done;
}

void recorded_program_free(struct recorded_program *made)
{
    sfpu_program_free(made->program);
    text_free(&made->nodes);
    for (size_t i = 0; i < made->file_count; i++)
        free(made->files[i]);
    free(made->files);
    *made = (struct recorded_program){0};
}
