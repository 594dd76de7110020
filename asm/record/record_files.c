/* The files of a recording: the generated C++ source, the headers before it, and the results. */
#include "record.h"
#include "record_parts.h"
#include "base/fileio.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The generated C++ source ---- */

/* Adds a C string literal. */
static void add_c_string(struct text *source, const char *string)
{
    text_add_char(source, '"');
    for (; *string; string++) {
        if (*string == '\n')
            text_print(source, "\\n");
        else
            text_print(source, strchr("\"\\", *string) ? "\\%c" : "%c", *string);
    }
    text_add_char(source, '"');
}

/* Copies standard input, as the source may be compiled twice. */
static bool add_standard_input(struct text *source, char **error)
{
    struct sfp_buffer input;

    if (!file_read_text("-", &input, error))
        return false;
    text_print(source, "#line 1 \"<stdin>\"\n");
    text_add(source, input.data, input.size);
    text_add_char(source, '\n');
    buffer_free(&input);
    return true;
}

static bool add_header(struct text *source, const char *path, char **error)
{
    if (strcmp(path, "-") == 0)
        return add_standard_input(source, error);
    if (strpbrk(path, "\"\\\n")) {
        if (asprintf(error, "C++ cannot include '%s': its name has a quote, backslash or newline", path) < 0)
            *error = NULL;
        return false;
    }
    text_print(source, "#line 1 \"<command line>\"\n#include \"%s\"\n", path);
    return true;
}

/* Adds a function with the call, in the usual namespace of kernels, so that names resolve as in a kernel. */
static void add_call_function(struct text *source, size_t index, const char *call)
{
    text_print(source, "namespace ckernel::sfpu {\nstatic void sfpu_record_call_%zu()\n{\n"
               "#line %zu \"--call\"\n%s;\n}\n}\n",
               index, index + 1, call);
}

static void add_main(struct text *source, const struct sfp_recording *recording)
{
    text_print(source, "#line 1 \"<command line>\"\nint main(int, char **arguments)\n{\n"
               "sfpu_record::main_frame = __builtin_frame_address(0);\n");
    for (size_t i = 0; i < recording->call_count; i++) {
        text_print(source, "sfpu_record::begin_call(");
        add_c_string(source, recording->calls[i]);
        text_print(source, ", %zu);\nckernel::sfpu::sfpu_record_call_%zu();\nsfpu_record::end_call();\n", i + 1, i);
    }
    text_print(source, "return sfpu_record::write_for_sfpasm(arguments[1]);\n}\n");
}

bool calls_source(const struct sfp_recording *recording, bool has_sfpi, struct text *source, char **error)
{
    *error = NULL;
    text_print(source, "#include \"%s\"\n", has_sfpi ? RECORD_SFPI : RECORD_HEADER);
    for (size_t i = 0; i < recording->header_count; i++)
        if (!add_header(source, recording->headers[i], error))
            return false;
    if (recording->text)
        text_print(source, "#include \"" RECORD_GIVEN "\"\n");
    for (size_t i = 0; i < recording->call_count; i++)
        add_call_function(source, i, recording->calls[i]);
    add_main(source, recording);
    return !source->failed;
}

/* ---- The recording's own headers, and the other files of its directory ---- */

const char *const record_files[] = {
    RECORD_HEADER, RECORD_USER_MATH, RECORD_VECTORS, RECORD_SFPI, RECORD_BUILTINS, RECORD_BLOCKS, RECORD_GIVEN,
    RECORD_SOURCE, RECORD_PREPROCESSED, RECORD_DEPENDENCIES, RECORD_PROGRAM, RECORD_WORDS, RECORD_TABLE, RECORD_NODES,
    RECORD_MISFITS,
#define STAND_IN(name) name,
#define MATH_STAND_IN(name) name,
#define ASSERT_STAND_IN(name) name,
#include "stand_ins.def"
#undef STAND_IN
#undef MATH_STAND_IN
#undef ASSERT_STAND_IN
    NULL,
};

static const char header[] =
#include "sfpu_record.inc"
    ;

static const char vectors[] =
#include "sfpu_vector.inc"
    ;

static const char builtins_text[] = "#include \"" RECORD_VECTORS "\"\n";

static const char user_sfpi[] =
#include "user_sfpi.inc"
    ;

/* Stands in for a missing sfpi.h: an include error that ends the compiler. */
static const char no_sfpi[] =
    "#line 1 \"" RECORD_SFPI "\"\n"
    "#include \"" RECORD_NO_SFPI ": name its folder by -I (-I .../sfpi/include)\"\n";

#define STAND_IN_TEXT "#include \"" RECORD_HEADER "\"\n#include \"llk_assert.h\"\n"

static const char stand_in[] = STAND_IN_TEXT;

/* The user's own header, or its functions that the recording has itself. */
static const char math_stand_in[] = STAND_IN_TEXT
    "#if __has_include(\"" RECORD_USER_MATH "\")\n"
    "#include \"" RECORD_USER_MATH "\"\n"
    "#endif\n"
    "using namespace ckernel;\n";

/* Assertions are off: the condition is compiled but not evaluated. The vendor's header of the same name may be included
 * by its path, and would define the macro again. */
static const char assert_stand_in[] =
    "#if __has_include_next(\"llk_assert.h\")\n"
    "#include_next \"llk_assert.h\"\n"
    "#endif\n"
    "#ifndef LLK_ASSERT\n"
    "#define LLK_ASSERT(condition, message) static_cast<void>(sizeof((condition)))\n"
    "#endif\n";

char *record_path(const char *directory, const char *name)
{
    char *path;

    return asprintf(&path, "%s/%s", directory, name) < 0 ? NULL : path;
}

bool record_write(const char *directory, const char *name, const char *text, size_t size, char **error)
{
    char *path = record_path(directory, name);
    struct sfp_writer writer;
    bool written;

    *error = NULL;
    if (!path)
        return false;
    written = writer_open(&writer, &(const struct sfp_target){.path = path}, NULL, error);
    if (written) {
        fwrite(text, 1, size, writer.stream);
        written = writer_commit(&writer, error);
    }
    free(path);
    return written;
}

bool record_has_name(const char *name)
{
    for (const char *const *known = record_files; *known; known++)
        if (strcmp(*known, name) == 0)
            return true;
    return false;
}

bool record_write_sfpi(const char *directory, char **error)
{
    return record_write(directory, RECORD_SFPI, user_sfpi, sizeof user_sfpi - 1, error);
}

bool record_put_headers(const char *directory, char **error)
{
    static const struct {
        const char *name, *text;
        size_t size;
    } headers[] = {
        {RECORD_HEADER, header, sizeof header - 1},
        {RECORD_VECTORS, vectors, sizeof vectors - 1},
        {RECORD_BUILTINS, builtins_text, sizeof builtins_text - 1},
        {RECORD_SFPI, no_sfpi, sizeof no_sfpi - 1},
#define STAND_IN(name) {name, stand_in, sizeof stand_in - 1},
#define MATH_STAND_IN(name) {name, math_stand_in, sizeof math_stand_in - 1},
#define ASSERT_STAND_IN(name) {name, assert_stand_in, sizeof assert_stand_in - 1},
#include "stand_ins.def"
#undef STAND_IN
#undef MATH_STAND_IN
#undef ASSERT_STAND_IN
    };

    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        if (!record_write(directory, headers[i].name, headers[i].text, headers[i].size, error))
            return false;
    return true;
}

/* ---- Reading back the files in the directory ---- */

static bool read_recorded_file(const char *directory, const char *name, struct sfp_buffer *buffer, char **error)
{
    char *path = record_path(directory, name);
    bool done;

    *error = NULL;
    if (!path)
        return false;
    done = file_read_ordinary(path, SFP_MOST_INPUT, buffer, error);
    free(path);
    return done;
}

bool outcome_words(const char *directory, struct sfp_recorded *recorded, char **error)
{
    struct sfp_buffer bytes;

    if (!read_recorded_file(directory, RECORD_WORDS, &bytes, error))
        return false;
    if (bytes.size == 0)
        *error = strdup("the calls gave no instructions");
    else
        recorded->words = record_path(directory, RECORD_WORDS);
    buffer_free(&bytes);
    return recorded->words;
}

bool outcome_has_nodes(const char *directory)
{
    char *path = record_path(directory, RECORD_NODES);
    const bool there = path && access(path, F_OK) == 0;

    free(path);
    return there;
}

/* ---- Misfits ---- */

/* Adds a message: the place, and the instruction's fault. */
static void add_misfit(const struct sfp_recording *recording, const char *arch, const char *place, const char *macro,
                       struct text *messages)
{
    char *why = recording->misfit ? recording->misfit(arch, macro) : NULL;

    if (why)
        text_print(messages, "%s%s\n", place, why);
    else
        text_print(messages, "%s%s: an operand does not fit its field\n", place, macro);
    free(why);
}

bool outcome_misfits(const struct sfp_recording *recording, const char *arch, struct text *messages)
{
    struct sfp_buffer text;
    char *error = NULL, *rest, *place, *macro;

    if (!read_recorded_file(recording->directory, RECORD_MISFITS, &text, &error)) {
        free(error);
        return false;
    }
    rest = text.data;
    while ((place = strsep(&rest, "\n")) && (macro = strsep(&rest, "\n")))
        add_misfit(recording, arch, place, macro, messages);
    buffer_free(&text);
    return true;
}

/* ---- Dependencies ---- */

static bool add_recorded_file(struct sfp_recorded *recorded, const char *name, size_t length)
{
    char **more = realloc(recorded->files, (recorded->file_count + 1) * sizeof *more);

    if (!more)
        return false;
    recorded->files = more;
    more[recorded->file_count] = strndup(name, length);
    return more[recorded->file_count] && ++recorded->file_count;
}

/*
 * Takes a character of a name with its preceding backslashes, and removes the quoting of make rules: a dollar is
 * doubled, a backslash quotes a number sign or a blank, and backslashes before a blank are doubled. Returns the number
 * of characters added to `name`.
 */
static size_t take_character(const char **p, char *name)
{
    const size_t slashes = strspn(*p, "\\");
    const char next = (*p)[slashes];
    const bool blank = next == ' ' || next == '\t', quoted = slashes > 0 && (next == '#' || (blank && slashes % 2));
    const size_t kept = blank ? slashes / 2 : slashes - quoted;

    memset(name, '\\', kept);
    *p += slashes;
    if (slashes > 0 && !quoted)
        return kept;
    *p += next == '$' && (*p)[1] == '$';
    name[kept] = *(*p)++;
    return kept + 1;
}

/* Takes a name of a make rule from `*p` into `name`, which is large enough. Returns the length, or 0 at the end of
 * the rule. */
static size_t take_rule_name(const char **p, char *name)
{
    const char separators[] = " \t\n";
    size_t length = 0;

    for (*p += strspn(*p, separators); strncmp(*p, "\\\n", 2) == 0; *p += strspn(*p, separators))
        *p += 1;
    while (**p && !strchr(separators, **p))
        length += take_character(p, name + length);
    return length;
}

static bool is_name_below(const char *directory, const char *name, size_t length)
{
    const size_t prefix = strlen(directory);

    return length > prefix && memcmp(name, directory, prefix) == 0 && name[prefix] == '/';
}

/* Adds the target of a link in the directory. Other files of the directory are left out. */
static bool add_linked(struct sfp_recorded *recorded, const char *name)
{
    char target[PATH_MAX];
    const ssize_t length = readlink(name, target, sizeof target);

    return length <= 0 || (size_t)length == sizeof target || add_recorded_file(recorded, target, (size_t)length);
}

bool outcome_rule(const char *rule, const char *directory, struct sfp_recorded *recorded, char **error)
{
    const char *colon = strchr(rule, ':'), *p = colon ? colon + 1 : "";
    char *name = malloc(strlen(rule) + 1);
    bool done = name && colon;

    *error = colon ? NULL : strdup("the compiler's list of files is not a make rule");
    for (size_t length; done && (length = take_rule_name(&p, name)) > 0;) {
        name[length] = '\0';
        done = is_name_below(directory, name, length) ? add_linked(recorded, name)
                                                      : add_recorded_file(recorded, name, length);
    }
    free(name);
    return done;
}

bool outcome_dependencies(const char *directory, struct sfp_recorded *recorded, char **error)
{
    struct sfp_buffer rule;
    bool done;

    if (!read_recorded_file(directory, RECORD_DEPENDENCIES, &rule, error))
        return false;
    done = outcome_rule(rule.data, directory, recorded, error);
    buffer_free(&rule);
    return done;
}
