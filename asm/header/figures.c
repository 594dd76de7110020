/* Runs a kernel's words for the figures in its header. */
#include "figures.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/random_bits.h"
#include "sfpu.h"

enum {
    DST_BYTES = 32768, /* Dst in bytes, as raw values */
    HALF_BYTES = 2,    /* a raw value in bytes: a cell of 16 bits, or half of a cell of 32 bits */
    DST_SEED = 1,
};

/* Dst before and after a run. */
struct dst_bits {
    unsigned char bytes[DST_BYTES];
};

static void draw_dst(struct dst_bits *dst)
{
    uint64_t state = DST_SEED;

    for (size_t i = 0; i < DST_BYTES; i++)
        dst->bytes[i] = (unsigned char)(random_draw(&state) >> 56);
}

/* Loads the words into a new machine in the state `init`, with `dst` as its Dst. Sets *m to the machine, for the caller
 * to close, or to NULL if memory ran out. Returns a code; the machine's error says more. */
static int open_machine(int arch, const char *init, const uint32_t *words, size_t count, const struct dst_bits *dst,
                        sfpu_machine **m)
{
    const struct sfpu_options options = {.size = sizeof options, .arch = arch};
    int code = sfpu_open(&options, m);

    if (code == SFPU_OK)
        code = sfpu_load_words(*m, words, count);
    if (code == SFPU_OK)
        code = sfpu_set(*m, "init", init);
    if (code == SFPU_OK)
        code = sfpu_write_dst(*m, SFPU_RAW, SFPU_ROWS, dst->bytes, DST_BYTES);
    return code == SFPU_OK ? sfpu_want(*m, SFPU_STATS, NULL, NULL) : code;
}

/* Runs the machine once, and reads its result, and Dst into `after`. Returns a code. */
static int run_machine(sfpu_machine *m, struct sfpu_result *result, struct dst_bits *after)
{
    int code = sfpu_run(m, 1);

    *result = (struct sfpu_result){.size = sizeof *result};
    if (code == SFPU_OK)
        code = sfpu_get_result(m, result);
    return code == SFPU_OK ? sfpu_read_dst(m, SFPU_RAW, SFPU_ROWS, after->bytes, DST_BYTES) : code;
}

static int add_report_bytes(void *text, const char *bytes, size_t size)
{
    text_add(text, bytes, size);
    return ((struct text *)text)->failed;
}

/* ---- Expected and left ---- */

static const char *get_text(const json_t *thing, const char *member)
{
    return json_string_value(json_object_get(thing, member));
}

/* Returns whether the thing is of the same kind as the thing before it, without values, and has the next number. */
static bool follows(const json_t *before, const json_t *thing)
{
    return before && !get_text(before, "value") && !get_text(thing, "value")
        && json_equal(json_object_get(before, "kind"), json_object_get(thing, "kind"))
        && json_integer_value(json_object_get(thing, "number"))
               == json_integer_value(json_object_get(before, "number")) + 1;
}

/* Adds the things of a list of the contract. Things with consecutive numbers become one item: "replay slot 0 to 7". */
static void add_things(struct text *list, const json_t *contract, const char *name)
{
    const json_t *things = json_object_get(contract, name), *before = NULL, *thing;
    size_t i;

    json_array_foreach(things, i, thing) {
        const char *value = get_text(thing, "value"), *kind = get_text(thing, "kind");
        const bool ends = !follows(thing, json_array_get(things, i + 1));

        if (!follows(before, thing))
            text_print(list, "%s%s", list->size ? ", " : "", get_text(thing, "thing"));
        else if (ends)
            text_print(list, " to %lld", (long long)json_integer_value(json_object_get(thing, "number")));
        if (value && kind && strcmp(kind, "lreg") != 0)
            text_print(list, " = %s", value);
        before = thing;
    }
}

/* Takes the things from the contract of the finished run. Returns false if memory ran out. */
static bool take_contract(sfpu_machine *m, struct kernel_figures *f)
{
    struct text report = {0};
    json_t *contract = NULL;

    if (sfpu_report(m, SFPU_CONTRACT, add_report_bytes, &report) == SFPU_OK && !report.failed)
        contract = json_loadb(report.data, report.size, 0, NULL);
    text_free(&report);
    add_things(&f->expects, contract, "expects");
    add_things(&f->leaves, contract, "leaves");
    json_decref(contract);
    return contract && !f->expects.failed && !f->leaves.failed;
}

/* ---- Findings ---- */

/* Counts an error or a warning. The first error, or else the first warning, is the one that the figures name. */
static void count_finding(void *context, const struct sfpu_finding *finding)
{
    struct kernel_figures *f = context;
    const bool is_error = finding->severity == SFPU_ERROR;

    if (finding->severity < SFPU_WARNING)
        return;
    if (!f->finding || (is_error && f->errors == 0)) {
        f->finding = finding->name;
        f->finding_word = finding->index;
    }
    *(is_error ? &f->errors : &f->warnings) += 1;
}

void figures_put_findings(const struct kernel_figures *f, struct text *out)
{
    if (f->errors > 0)
        text_print(out, "%zu error%s", f->errors, f->errors == 1 ? "" : "s");
    if (f->warnings > 0)
        text_print(out, "%s%zu warning%s", f->errors > 0 ? " and " : "", f->warnings, f->warnings == 1 ? "" : "s");
    text_print(out, ", first %s at word %zu", f->finding, f->finding_word);
}

/* ---- The table ---- */

/* Adds the lines from ".schedule" to ".endschedule" of a source, without their common indentation. */
static void add_schedules(struct text *table, const struct text *source)
{
    static const char indent[] = "    ";
    bool inside = false;

    for (size_t i = 0, length; i < source->size; i += length + 1) {
        const char *line = source->data + i, *end = memchr(line, '\n', source->size - i);
        size_t skip;

        length = end ? (size_t)(end - line) : source->size - i;
        skip = length >= strlen(indent) && memcmp(line, indent, strlen(indent)) == 0 ? strlen(indent) : 0;
        if (strncmp(line + skip, ".schedule ", strlen(".schedule ")) == 0)
            inside = true;
        if (inside)
            text_print(table, "%.*s\n", (int)(length - skip), line + skip);
        if (strncmp(line + skip, ".endschedule", strlen(".endschedule")) == 0)
            inside = false;
    }
}

static bool take_table(sfpu_machine *m, struct kernel_figures *f)
{
    struct text report = {0};
    bool done = sfpu_report(m, SFPU_TIMELINE_SCHEDULE, add_report_bytes, &report) == SFPU_OK && !report.failed;

    if (done) {
        text_add_char(&report, '\0');
        report.size--;
        add_schedules(&f->table, &report);
    }
    done &= !report.failed && !f->table.failed;
    text_free(&report);
    return done;
}

/* ---- Runs ---- */

/* Runs all words on the machine, which open_machine() gave with `code`. `after` receives Dst. Returns false if memory
 * ran out; figures->failure tells of other failures. */
static bool run_whole(sfpu_machine *m, int code, struct kernel_figures *f, struct dst_bits *after)
{
    struct sfpu_result result;

    if (code == SFPU_OK)
        code = sfpu_want(m, SFPU_CONTRACT, NULL, NULL);
    if (code == SFPU_OK)
        code = sfpu_want(m, SFPU_TIMELINE_SCHEDULE, NULL, NULL);
    if (code == SFPU_OK)
        code = run_machine(m, &result, after);
    if (code == SFPU_NO_MEMORY)
        return false;
    if (code != SFPU_OK) {
        f->failure = strdup(sfpu_error(m));
        return f->failure;
    }
    f->cycles = result.cycles;
    f->rows = result.vectors;
    f->cycles_per_row = result.is_steady ? result.steady_cycles_per_32_lanes : 0;
    return sfpu_visit_findings(m, count_finding, f) == SFPU_OK && take_contract(m, f) && take_table(m, f);
}

/* Returns whether every value that differs between `before` and `shorter` is the same in `whole`. */
static bool values_agree(const struct dst_bits *before, const struct dst_bits *shorter, const struct dst_bits *whole)
{
    for (size_t i = 0; i < DST_BYTES; i += HALF_BYTES)
        if (memcmp(before->bytes + i, shorter->bytes + i, HALF_BYTES) != 0
            && memcmp(whole->bytes + i, shorter->bytes + i, HALF_BYTES) != 0)
            return false;
    return true;
}

/* Runs the words with one turn less. Returns false if memory ran out. */
static bool run_shorter(int arch, const uint32_t *words, size_t count, const struct kernel_shape *shape,
                        const struct dst_bits *before, const struct dst_bits *whole, struct kernel_figures *f)
{
    const size_t rest = shape->first + shape->body;
    struct sfpu_result result;
    uint32_t *fewer = malloc((count - shape->body) * sizeof *fewer);
    struct dst_bits *after = malloc(sizeof *after);
    sfpu_machine *m = NULL;
    int code = SFPU_NO_MEMORY;

    if (fewer && after) {
        memcpy(fewer, words, shape->first * sizeof *words);
        memcpy(fewer + shape->first, words + rest, (count - rest) * sizeof *words);
        code = open_machine(arch, f->init, fewer, count - shape->body, before, &m);
    }
    if (code == SFPU_OK)
        code = run_machine(m, &result, after);
    if (code == SFPU_OK && result.vectors <= f->rows) {
        f->rows_per_turn = f->rows - result.vectors;
        if (f->rows_per_turn * shape->turns > f->rows) /* the turns add different numbers of rows */
            f->rows_per_turn = 0;
        f->free_turns = f->rows_per_turn > 0 && values_agree(before, after, whole);
    }
    sfpu_close(m);
    free(after);
    free(fewer);
    return code != SFPU_NO_MEMORY;
}

bool figures_measure(int arch, const char *init, const uint32_t *words, size_t count,
                     const struct kernel_shape *shape, struct kernel_figures *figures)
{
    struct dst_bits *before = malloc(sizeof *before), *after = malloc(sizeof *after);
    sfpu_machine *m = NULL;
    int code = SFPU_NO_MEMORY;
    bool done;

    *figures = (struct kernel_figures){.init = init ? init : "llk"};
    if (before && after) {
        draw_dst(before);
        code = open_machine(arch, figures->init, words, count, before, &m);
    }
    done = run_whole(m, code, figures, after);
    sfpu_close(m);
    if (done && !figures->failure && shape->turns > 0)
        done = run_shorter(arch, words, count, shape, before, after, figures);
    free(before);
    free(after);
    return done;
}

void figures_free(struct kernel_figures *figures)
{
    free(figures->failure);
    text_free(&figures->expects);
    text_free(&figures->leaves);
    text_free(&figures->error);
    text_free(&figures->table);
}
