/*
 * The playground's C side, which uses only the public library.
 *
 * A document is {"diagnostics": [{"severity", "file", "line", "column", "text"}, ...], "code": an enum sfpu_code,
 * "message": text, "stopped": bool, "format": name of the output's format, "kinds": [{"name", "text", "source",
 * "options", "mended"}, ...] for the findings, "page": the run (schema "sfpsim-page"), or null}.
 */
#include "playground.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfpu.h"

enum { MOST_ERRORS = 100, MOST_KINDS = 256 };

/* Directory with sfpu.inc, and the source's name in messages. */
static const char include_directory[] = "/include", source_name[] = "kernel.s";

struct bytes {
    char *data;
    size_t size, room;
    bool failed;
};

struct play {
    int arch, format, layout, container;
    int output; /* format in which Dst is read; ANY: the input's */
    char *settings;
    unsigned long passes;
    uint64_t cycles;
    void *input, *values;
    size_t input_size, values_size;
    struct bytes document;
    bool first; /* next member is the list's first */
    sfpu_machine *m;
    sfpu_batch *batch;
};

struct play *play_new(void)
{
    struct play *p = calloc(1, sizeof *p);

    if (p)
        *p = (struct play){.arch = SFPU_WORMHOLE, .format = SFPU_FP32, .layout = SFPU_ROWS, .passes = 1};
    return p;
}

void play_free(struct play *p)
{
    if (!p)
        return;
    play_batch_close(p);
    free(p->settings);
    free(p->input);
    sfpu_free(p->values);
    free(p->document.data);
    free(p);
}

/* ---- The document ---- */

static int append_document_bytes(void *context, const char *bytes, size_t size)
{
    struct bytes *b = context;

    if (!b->failed && b->size + size + 1 > b->room) {
        const size_t room = 2 * (b->size + size + 1);
        char *more = realloc(b->data, room);

        b->failed = !more;
        b->data = more ? more : b->data;
        b->room = more ? room : b->room;
    }
    if (b->failed)
        return 1;
    memcpy(b->data + b->size, bytes, size);
    b->size += size;
    b->data[b->size] = '\0';
    return 0;
}

static void put_play_text(struct play *p, const char *text)
{
    append_document_bytes(&p->document, text, strlen(text));
}

/* Writes a JSON string, or null. */
static void put_play_string(struct play *p, const char *text)
{
    char escape[sizeof "\\u0000"];

    if (!text) {
        put_play_text(p, "null");
        return;
    }
    put_play_text(p, "\"");
    for (; *text; text++) {
        if (*text != '"' && *text != '\\' && (unsigned char)*text >= ' ') {
            append_document_bytes(&p->document, text, 1);
            continue;
        }
        snprintf(escape, sizeof escape, "\\u%04x", (unsigned char)*text);
        put_play_text(p, escape);
    }
    put_play_text(p, "\"");
}

static void put_play_name(struct play *p, const char *name)
{
    put_play_text(p, p->first ? "\"" : ",\"");
    put_play_text(p, name);
    put_play_text(p, "\":");
    p->first = false;
}

static void put_play_member(struct play *p, const char *name, const char *text)
{
    put_play_name(p, name);
    put_play_string(p, text);
}

static void put_play_number(struct play *p, const char *name, long number)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%ld", number);
    put_play_name(p, name);
    put_play_text(p, digits);
}

/* Begins an object, a list, or nothing ("{", "[" or ""). */
static void put_begin(struct play *p, const char *bracket)
{
    if (!p->first)
        put_play_text(p, ",");
    put_play_text(p, bracket);
    p->first = true;
}

static void put_end(struct play *p, const char *bracket)
{
    put_play_text(p, bracket);
    p->first = false;
}

static void put_diagnostic(void *context, const struct sfpu_diagnostic *d)
{
    struct play *p = context;

    put_begin(p, "{");
    put_play_member(p, "severity", d->severity);
    put_play_member(p, "file", d->file);
    put_play_number(p, "line", (long)d->line);
    put_play_number(p, "column", (long)d->column);
    put_play_member(p, "text", d->text);
    put_end(p, "}");
}

static int output_format(const struct play *p)
{
    return p->output == SFPU_ANY_FORMAT ? p->format : p->output;
}

/* Writes the outcome. Must be called before further calls on the machine, whose message is of the last failure. */
static void put_outcome(struct play *p, const sfpu_machine *m, int code)
{
    const char *message = code < 0 ? sfpu_error(m) : "";

    put_play_number(p, "code", code);
    put_play_member(p, "message", code < 0 && !*message ? sfpu_code_text(code) : message);
    put_play_member(p, "format", sfpu_format_name(output_format(p)));
}

/* ---- Options and input ---- */

static int keep_play_setting(char **text, const char *value)
{
    free(*text);
    *text = strdup(value);
    return *text ? SFPU_OK : SFPU_NO_MEMORY;
}

static int set_named_option(int *number, int named)
{
    if (named < 0)
        return SFPU_BAD_ARGUMENT;
    *number = named;
    return SFPU_OK;
}

int play_option(struct play *p, const char *name, const char *value)
{
    if (strcmp(name, "arch") == 0)
        return set_named_option(&p->arch, sfpu_arch_named(value));
    if (strcmp(name, "format") == 0)
        return set_named_option(&p->format, sfpu_format_named(value));
    if (strcmp(name, "output") == 0)
        return set_named_option(&p->output, *value ? sfpu_format_named(value) : SFPU_ANY_FORMAT);
    if (strcmp(name, "layout") == 0)
        return set_named_option(&p->layout, sfpu_layout_named(value));
    if (strcmp(name, "container") == 0)
        return set_named_option(&p->container, strcmp(value, "npy") == 0 ? SFPU_NPY : SFPU_PLAIN);
    if (strcmp(name, "settings") == 0)
        return keep_play_setting(&p->settings, value);
    if (strcmp(name, "passes") == 0)
        p->passes = strtoul(value, NULL, 10);
    else if (strcmp(name, "cycles") == 0)
        p->cycles = strtoull(value, NULL, 10);
    else
        return SFPU_BAD_ARGUMENT;
    return SFPU_OK;
}

void *play_input(struct play *p, size_t size)
{
    void *room = size ? malloc(size) : NULL;

    free(p->input);
    p->input = room;
    p->input_size = room ? size : 0;
    return room;
}

/* ---- Setting up ---- */

/* Applies settings: "NAME" or "NAME=VALUE", separated by blanks. */
static int apply_settings(sfpu_machine *m, const char *settings)
{
    char *own = strdup(settings), *rest = own, *word;
    int code = own ? SFPU_OK : SFPU_NO_MEMORY;

    while (code == SFPU_OK && (word = strtok_r(rest, " ", &rest))) {
        char *value = strchr(word, '=');

        if (value)
            *value++ = '\0';
        code = sfpu_set(m, word, value ? value : "");
    }
    free(own);
    return code;
}

static int load_playground_source(struct play *p, sfpu_machine *m, const char *source, size_t size)
{
    const char *const directories[] = {include_directory};
    const struct sfpu_assembly how = {.size = sizeof how, .max_errors = MOST_ERRORS, .include_dirs = directories,
                                      .include_dir_count = 1};
    int code;

    sfpu_on_diagnostic(m, put_diagnostic, p);
    code = sfpu_configure_assembly(m, &how);
    if (code == SFPU_OK)
        code = sfpu_load_text(m, source_name, source, size);
    sfpu_on_diagnostic(m, NULL, NULL);
    return code;
}

/* Returns whether one of the settings is "init=STATE". */
static bool has_init_setting(const char *settings)
{
    static const char name[] = "init=";
    const char *at = settings;

    while ((at = strstr(at, name)) && at != settings && at[-1] != ' ')
        at += strlen(name);
    return at != NULL;
}

/* Puts the machine into the state that the source states by .init, unless the settings name one, and applies the
 * settings. */
static int apply_start(sfpu_machine *m, const char *settings)
{
    const char *const init = settings && has_init_setting(settings) ? NULL : sfpu_stated_init(m);
    int code = init ? sfpu_set(m, "init", init) : SFPU_OK;

    return code == SFPU_OK && settings ? apply_settings(m, settings) : code;
}

/* Opens a machine, loads the program, and applies the settings. Begins the document with the assembler's messages. */
static int set_up_machine(struct play *p, const char *source, size_t size, sfpu_machine **m)
{
    const struct sfpu_options options = {.size = sizeof options, .arch = p->arch};
    int code = sfpu_open(&options, m);

    p->document.size = 0;
    p->document.failed = false;
    p->first = true;
    put_begin(p, "{");
    put_play_name(p, "diagnostics");
    p->first = true;
    put_begin(p, "[");
    if (code == SFPU_OK)
        code = load_playground_source(p, *m, source, size);
    put_end(p, "]");
    if (code == SFPU_OK)
        code = sfpu_fail_findings(*m, SFPU_ERROR + 1); /* names severities as sfpsim does: no finding fails the run */
    return code == SFPU_OK ? apply_start(*m, p->settings) : code;
}

/* ---- A run ---- */

/* Puts the input into Dst. Sets *image to the input, or to NULL without input. */
static int take_play_input(struct play *p, sfpu_machine *m, sfpu_image **image)
{
    int code;

    *image = NULL;
    if (!p->input)
        return SFPU_OK;
    code = sfpu_image_parse(m, p->input, p->input_size, p->container, p->format, p->layout, image);
    if (code != SFPU_OK)
        return code;
    p->format = sfpu_image_format(*image);
    sfpu_configure_format(m, p->format);
    return sfpu_image_to_dst(m, *image, NULL);
}

static int take_play_output(struct play *p, sfpu_machine *m, const sfpu_image *like)
{
    sfpu_image *image;
    int code = sfpu_image_from_dst(m, output_format(p), p->layout, like, &image, NULL);

    if (code != SFPU_OK)
        return code;
    code = sfpu_image_bytes(image, SFPU_PLAIN, &p->values, &p->values_size);
    sfpu_image_free(image);
    return code;
}

/* Runs to the end, or to the limit of cycles. */
static int run_play(struct play *p, sfpu_machine *m)
{
    const struct sfpu_limits limits = {.size = sizeof limits, .cycles = p->cycles, .passes = p->passes};
    int code = sfpu_want(m, SFPU_PAGE_JSON, NULL, NULL);

    if (code == SFPU_OK)
        code = sfpu_run_until(m, &limits);
    if (code == SFPU_STOPPED)
        sfpu_end_run(m);
    return code;
}

struct kinds {
    struct play *p;
    const char *told[MOST_KINDS];
    size_t count;
};

static void put_kind_of(struct play *p, const char *name)
{
    struct sfpu_finding_kind kind = {.size = sizeof kind};

    for (size_t i = 0; sfpu_get_finding_kind(i, &kind) == SFPU_OK; i++) {
        if (strcmp(kind.name, name) != 0)
            continue;
        put_begin(p, "{");
        put_play_member(p, "name", kind.name);
        put_play_member(p, "text", kind.text);
        put_play_member(p, "source", kind.source);
        put_play_member(p, "options", kind.mended_options);
        put_play_member(p, "mended", kind.mended);
        put_end(p, "}");
    }
}

static void put_playground_finding(void *context, const struct sfpu_finding *finding)
{
    struct kinds *k = context;

    for (size_t i = 0; i < k->count; i++)
        if (k->told[i] == finding->name)
            return;
    if (k->count == MOST_KINDS)
        return;
    k->told[k->count++] = finding->name;
    put_kind_of(k->p, finding->name);
}

static void put_kinds(struct play *p, sfpu_machine *m)
{
    struct kinds kinds = {.p = p};

    put_play_name(p, "kinds");
    p->first = true;
    put_begin(p, "[");
    sfpu_visit_findings(m, put_playground_finding, &kinds);
    put_end(p, "]");
}

/* Returns whether a run has a page. Refused runs, and runs that wait for ever, have one too. */
static bool has_run(int code)
{
    return code >= 0 || code == SFPU_REFUSED || code == SFPU_DEADLOCK;
}

static const char *end_document(struct play *p, sfpu_machine *m, int code, bool ran)
{
    put_play_name(p, "stopped");
    put_play_text(p, code == SFPU_STOPPED ? "true" : "false");
    put_kinds(p, m);
    put_play_name(p, "page");
    if (!ran || sfpu_report(m, SFPU_PAGE_JSON, append_document_bytes, &p->document) != SFPU_OK)
        put_play_text(p, "null");
    put_end(p, "}");
    sfpu_close(m);
    return p->document.failed ? NULL : p->document.data;
}

const char *play_run(struct play *p, const char *source, size_t size)
{
    sfpu_machine *m = NULL;
    sfpu_image *image = NULL;
    int code = set_up_machine(p, source, size, &m);
    bool ran = false;

    sfpu_free(p->values);
    p->values = NULL;
    p->values_size = 0;
    if (code == SFPU_OK)
        code = take_play_input(p, m, &image);
    if (code == SFPU_OK) {
        code = run_play(p, m);
        ran = has_run(code);
    }
    put_outcome(p, m, code);
    if (ran && image)
        take_play_output(p, m, image);
    sfpu_image_free(image);
    return end_document(p, m, code, ran);
}

const void *play_values(const struct play *p, size_t *size)
{
    *size = p->values_size;
    return p->values;
}

double play_value(const char *format, uint32_t bits)
{
    return sfpu_value(sfpu_format_named(format), bits);
}

/* ---- Batches ---- */

static int open_play_batch(struct play *p, unsigned count)
{
    uint32_t *cells = calloc(count ? count : 1, sizeof *cells);
    const struct sfpu_cells in = {.size = sizeof in, .format = p->format, .cells = cells, .count = count};
    const struct sfpu_cells out = {.size = sizeof out, .format = output_format(p), .cells = cells, .count = count};
    int code = cells ? SFPU_OK : SFPU_NO_MEMORY;

    for (unsigned i = 0; cells && i < count; i++)
        cells[i] = i;
    if (code == SFPU_OK)
        code = sfpu_configure_format(p->m, p->format);
    if (code == SFPU_OK)
        code = sfpu_batch_open(p->m, &in, &out, &p->batch);
    free(cells);
    return code;
}

const char *play_batch_open(struct play *p, const char *source, size_t size, unsigned count)
{
    int code;

    play_batch_close(p);
    code = set_up_machine(p, source, size, &p->m);
    if (code == SFPU_OK)
        code = open_play_batch(p, count);
    put_outcome(p, p->m, code);
    put_end(p, "}");
    return p->document.failed ? NULL : p->document.data;
}

int play_batch_run(struct play *p, const uint32_t *in, uint32_t *out)
{
    return sfpu_batch_run(p->batch, in, out);
}

void play_batch_close(struct play *p)
{
    sfpu_batch_close(p->batch);
    sfpu_close(p->m);
    p->batch = NULL;
    p->m = NULL;
}
