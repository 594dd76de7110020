/* The C++ source that is compiled for a recording. */
#include "calls.h"

#include "util/fileio.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void add(struct text *source, const char *format, ...)
{
    char *line;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0) {
        source->failed = true;
        return;
    }
    text_add(source, line, (size_t)length);
    free(line);
}

/* Adds a C string. */
static void add_string(struct text *source, const char *string)
{
    text_add_char(source, '"');
    for (; *string; string++) {
        if (*string == '\n')
            add(source, "\\n");
        else
            add(source, strchr("\"\\", *string) ? "\\%c" : "%c", *string);
    }
    text_add_char(source, '"');
}

/* Standard input is copied, so that it can be compiled more than once. */
static bool add_standard_input(struct text *source, char **error)
{
    struct sfp_buffer input;

    if (!sfp_read_text("-", &input, error))
        return false;
    add(source, "#line 1 \"<stdin>\"\n");
    text_add(source, input.data, input.size);
    text_add_char(source, '\n');
    sfp_buffer_free(&input);
    return true;
}

static bool add_header(struct text *source, const char *path, char **error)
{
    if (strcmp(path, "-") == 0)
        return add_standard_input(source, error);
    if (strpbrk(path, "\"\\\n")) {
        if (asprintf(error, "'%s' has characters that C++ cannot include a file by", path) < 0)
            *error = NULL;
        return false;
    }
    add(source, "#line 1 \"<command line>\"\n#include \"%s\"\n", path);
    return true;
}

/* A call is where kernels mostly are, so that it can name them, and what they name, as they do. */
static void add_call(struct text *source, size_t index, const char *call)
{
    add(source, "namespace ckernel::sfpu {\nstatic void sfpu_record_call_%zu()\n{\n#line %zu \"--call\"\n%s;\n}\n}\n",
        index, index + 1, call);
}

static void add_main(struct text *source, const struct sfp_recording *recording)
{
    add(source, "#line 1 \"<command line>\"\nint main(int, char **arguments)\n{\n");
    for (size_t i = 0; i < recording->call_count; i++) {
        add(source, "sfpu_record::begin_call(");
        add_string(source, recording->calls[i]);
        add(source, ", %zu);\nckernel::sfpu::sfpu_record_call_%zu();\nsfpu_record::end_call();\n", i + 1, i);
    }
    add(source, "return sfpu_record::write(arguments[1]);\n}\n");
}

bool calls_source(const struct sfp_recording *recording, struct text *source, char **error)
{
    *error = NULL;
    add(source, "#include \"sfpu_record.hpp\"\n");
    for (size_t i = 0; i < recording->header_count; i++)
        if (!add_header(source, recording->headers[i], error))
            return false;
    for (size_t i = 0; i < recording->call_count; i++)
        add_call(source, i, recording->calls[i]);
    add_main(source, recording);
    return !source->failed;
}
