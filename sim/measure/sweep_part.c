/* Parts of sweeps: files and reports. */
#include "sweep_part.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"
#include "cli/interrupt.h"
#include "numerics/tally.h"
#include "base/checksum.h"
#include "base/fail.h"
#include "base/json_pass.h"
#include "base/json_writer.h"

#define SCHEMA "sfpsim-sweep-part"

enum {
    VERSION = 2,
    MOST_BYTES = 4 << 20, /* largest part file: the buckets of a tally, with the largest counts, take about 3 MiB */
};

/* ---- The sweep's description ---- */

/* Returns a checksum of a file's contents, which may have changed between two parts. */
static uint64_t sum_words(const uint32_t *words, size_t count)
{
    uint64_t sum = CHECKSUM_START;

    for (size_t i = 0; i < count; i++)
        sum = checksum_add(sum, words[i]);
    return sum;
}

/* Returns the name of the state in which the sweep's kernel begins: sources with the same words can state two. */
static const char *initial_state_name(const struct sweep_plan *plan, const sfpu_machine *m)
{
    const char *name = machine_initial_state(&plan->o->machine, m);

    return name ? name : "reset";
}

static void put_settings(struct sfp_json *j, const struct sfp_machine_options *o)
{
    json_list(j, "settings");
    for (size_t i = 0; i < o->setting_count; i++)
        json_format(j, NULL, "%s=%s", o->settings[i].name, o->settings[i].value);
    if (o->ignore_waits)
        json_text(j, NULL, "ignore-waits");
    json_list_end(j);
}

/* Data for SrcA and SrcB, in order, by what is in the files. */
static void put_sources(struct sfp_json *j, const struct source_list *sources)
{
    static const char *const names[] = {[SFPU_SRCA] = "srca", [SFPU_SRCB] = "srcb"};

    for (int source = SFPU_SRCA; source <= SFPU_SRCB; source++) {
        const struct source_list *list = &sources[source];

        if (!list->count)
            continue;
        json_list(j, names[source]);
        for (size_t i = 0; i < list->count; i++)
            json_format(j, NULL, "%016" PRIx64 ":%s", source_file_sum(&list->files[i]), list->files[i].format);
        json_list_end(j);
    }
}

void part_findings(struct sfp_json *j, const char *name, sfpu_machine *m)
{
    struct sfpu_finding finding = {.size = sizeof finding};

    json_list(j, name);
    for (size_t i = 0; sfpu_get_finding(m, i, &finding) == SFPU_OK; i++)
        sweep_finding_json(j, &(const struct sweep_finding){finding.name, severity_name(finding.severity),
                                                            finding.times, finding.possible});
    json_list_end(j);
}

static void put_swept_inputs(struct sfp_json *j, const struct sweep_plan *plan)
{
    const struct sweep_options *o = plan->o;

    if (plan->golden && (o->shards || o->checkpoint)) /* only if a part will be kept: the checksum reads the whole
                                                       * file */
        json_format(j, "golden", "%016" PRIx64, sum_words(plan->golden, plan->golden_bytes / sizeof(uint32_t)));
    json_text(j, "op", o->function ? o->function->name : "golden");
    json_text(j, "domain", o->function ? o->function->domain : "as given");
    json_text(j, "in", sfpu_format_name(o->input.in));
    json_text(j, "dst_format", sfpu_format_name(o->input.dst));
    json_text(j, "dtype", sfpu_format_name(o->input.out));
    json_count(j, "operands", plan->inputs.operands);
    json_signed(j, "second", o->input.second);
    json_signed(j, "result", o->input.result);
    json_count(j, "sample", o->input.sample);
    json_count(j, "seed", o->input.seed);
    json_format(j, "low", "%a", o->input.low);
    json_format(j, "high", "%a", o->input.high);
}

/* Returns the sweep's description as a JSON tree, equal to the tree read from a part's file. NULL without memory. */
static json_t *describe_sweep(const struct sweep_plan *plan, sfpu_machine *m, const struct vector_cycles *cycles)
{
    const char *selected = sfpu_selected(m, 0, SIZE_MAX);
    struct sfp_json json = {0};

    json_begin(&json, NULL);
    json_text(&json, "kernel", plan->o->kernel);
    json_format(&json, "words", "%016" PRIx64, sum_words(sfpu_words(m), sfpu_word_count(m)));
    put_settings(&json, &plan->o->machine);
    put_sources(&json, plan->o->machine.sources);
    json_text(&json, "init", initial_state_name(plan, m));
    json_text(&json, "arch", sfpu_arch_name(sfpu_machine_arch(m)));
    put_swept_inputs(&json, plan);
    json_double(&json, "cycles_per_32_lanes", cycles->run);
    json_double(&json, "steady_cycles_per_32_lanes", cycles->steady);
    json_bool(&json, "steady", cycles->is_steady);
    if (selected)
        json_text(&json, "selected", selected);
    part_findings(&json, "findings", m);
    json_end(&json);
    return json_tree_of(&json);
}

static int allocate_tally(struct sweep_part *part)
{
    part->tally = malloc(sizeof *part->tally);
    return part->tally && part->about ? 0 : complain_no_memory();
}

int part_begin(struct sweep_part *part, const struct sweep_plan *plan, sfpu_machine *m,
               const struct vector_cycles *cycles)
{
    int status;

    *part = (struct sweep_part){.first = plan->first, .end = plan->end, .shard = plan->o->shards ? plan->o->shard : 1,
                                .shards = plan->o->shards ? plan->o->shards : 1,
                                .about = describe_sweep(plan, m, cycles)};
    status = allocate_tally(part);
    if (status == 0)
        tally_start(part->tally, plan->in, plan->out, plan->inputs.operands);
    return status;
}

void part_end(struct sweep_part *part)
{
    json_decref(part->about);
    json_decref(part->traces);
    free(part->curve);
    free(part->tally);
    *part = (struct sweep_part){0};
}

bool part_is_of(const struct sweep_part *part, const struct sweep_part *other)
{
    return part->first == other->first && part->end == other->end && json_equal(part->about, other->about);
}

/* ---- Files ---- */

/* Reads or writes the input numbers. */
static void pass_numbers(struct json_pass *p, struct sweep_part *part)
{
    pass_count(p, "first", &part->first, INT64_MAX);
    pass_count(p, "end", &part->end, INT64_MAX);
    pass_count(p, "from", &part->from, INT64_MAX);
    pass_count(p, "to", &part->to, INT64_MAX);
    pass_count(p, "until", &part->until, INT64_MAX);
}

static void put_sweep_part(struct sfp_json *j, const struct sweep_part *part)
{
    struct sweep_part numbers = *part;

    json_begin(j, NULL);
    json_text(j, "schema", SCHEMA);
    json_count(j, "version", VERSION);
    json_tree(j, "sweep", part->about);
    json_count(j, "shard", part->shard);
    json_count(j, "shards", part->shards);
    pass_numbers(&(struct json_pass){.j = j}, &numbers);
    tally_write(j, "tally", part->tally);
    json_end(j);
}

static int write_part_text(struct sfp_writer *writer, const struct text *text)
{
    char *error;

    writer_put(writer, text->data, text->size);
    return writer_commit(writer, &error) ? 0 : complain_of(error);
}

int part_write(const struct sweep_part *part, const char *path, const char *option)
{
    struct sfp_json json = {.form = SFP_JSON_COMPACT};
    struct sfp_writer writer;
    char *error;
    int status;

    put_sweep_part(&json, part);
    if (json.failed)
        status = complain_no_memory();
    else if (writer_open(&writer, &(const struct sfp_target){path, option, NULL}, &interruptible, &error))
        status = write_part_text(&writer, &json.text);
    else
        status = complain_of(error);
    json_free(&json);
    return status;
}

static bool is_description(const json_t *value)
{
    static const char *const texts[] = {"kernel", "words", "arch", "op", "domain", "in", "dst_format", "dtype"};
    const json_t *findings = json_object_get(value, "findings"), *finding;
    const json_t *selected = json_object_get(value, "selected");
    size_t i;

    for (i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (!json_is_string(json_object_get(value, texts[i])))
            return false;
    if (selected && !json_is_string(selected))
        return false;
    json_array_foreach (findings, i, finding)
        if (!json_is_string(json_object_get(finding, "name")) || !json_is_string(json_object_get(finding, "severity"))
            || !json_is_integer(json_object_get(finding, "times")))
            return false;
    return json_is_array(findings) && json_is_integer(json_object_get(value, "operands"))
           && json_is_integer(json_object_get(value, "sample"))
           && json_is_number(json_object_get(value, "cycles_per_32_lanes"))
           && json_is_number(json_object_get(value, "steady_cycles_per_32_lanes"))
           && json_is_boolean(json_object_get(value, "steady"));
}

static const struct number_format *get_part_format(const struct sweep_part *part, const char *name)
{
    return number_format(sfpu_format_named(json_string_value(json_object_get(part->about, name))));
}

static bool parse_numbers(const json_t *tree, struct sweep_part *part)
{
    struct json_pass p = {.object = tree};
    uint64_t shard, shards;

    pass_count(&p, "shard", &shard, SWEEP_MOST_SHARDS);
    pass_count(&p, "shards", &shards, SWEEP_MOST_SHARDS);
    pass_numbers(&p, part);
    free(p.error);
    part->shard = (unsigned)shard;
    part->shards = (unsigned)shards;
    return !p.failed && shard >= 1 && shard <= shards && part->first <= part->from && part->from <= part->to
           && part->to <= part->until && part->until <= part->end;
}

/* Fills in the part from a file's tree. Returns false with a message in *error. */
static bool parse_sweep_part(const json_t *tree, struct sweep_part *part, char **error)
{
    const char *schema = json_string_value(json_object_get(tree, "schema"));
    const struct number_format *in, *out;
    json_int_t operands;

    if (!schema || strcmp(schema, SCHEMA) != 0)
        return fail_with(error, "this is not a part of a sweep: its schema is not '" SCHEMA "'");
    if (json_integer_value(json_object_get(tree, "version")) != VERSION)
        return fail_with(error, "a part of a sweep with another version than %d", VERSION);
    part->about = json_incref(json_object_get(tree, "sweep"));
    if (!is_description(part->about) || !parse_numbers(tree, part))
        return fail_with(error, "a part of a sweep without a valid description");
    in = get_part_format(part, "in");
    out = get_part_format(part, "dtype");
    operands = json_integer_value(json_object_get(part->about, "operands"));
    if (!in || !out || operands < 1 || operands > 2)
        return fail_with(error, "a part of a sweep with unknown formats or operands");
    part->tally = malloc(sizeof *part->tally);
    if (!part->tally)
        return fail_with(error, NO_MEMORY);
    tally_start(part->tally, in, out, (unsigned)operands);
    return tally_from_json(part->tally, json_object_get(tree, "tally"), error);
}

int part_read(struct sweep_part *part, const char *path)
{
    struct sfp_buffer file;
    json_error_t where;
    json_t *tree;
    char *error = NULL;
    int status = 0;

    *part = (struct sweep_part){0};
    if (!file_read_ordinary(path, MOST_BYTES, &file, &error))
        return complain_of(error);
    tree = json_loadb(file.data, file.size, JSON_REJECT_DUPLICATES, &where);
    buffer_free(&file);
    if (!tree && !where.text[0]) /* Jansson leaves the text empty when memory runs out */
        return complain("%s: " NO_MEMORY, path);
    if (!tree)
        return complain("%s:%d:%d: %s", path, where.line, where.column, where.text);
    if (!parse_sweep_part(tree, part, &error)) {
        status = complain("%s: %s", path, error ? error : NO_MEMORY);
        free(error);
        part_end(part);
    }
    json_decref(tree);
    return status;
}

/* ---- Reports ---- */

const char *part_text(const struct sweep_part *part, const char *name)
{
    return json_string_value(json_object_get(part->about, name));
}

struct vector_cycles part_cycles(const struct sweep_part *part)
{
    return (struct vector_cycles){
        json_number_value(json_object_get(part->about, "cycles_per_32_lanes")),
        json_number_value(json_object_get(part->about, "steady_cycles_per_32_lanes")),
        json_is_true(json_object_get(part->about, "steady"))};
}

static struct sweep_finding *list_findings(const struct sweep_part *part, size_t *count)
{
    const json_t *findings = json_object_get(part->about, "findings"), *finding;
    struct sweep_finding *list = calloc(json_array_size(findings) + 1, sizeof *list);
    size_t i;

    *count = json_array_size(findings);
    if (list)
        json_array_foreach (findings, i, finding)
            list[i] = (struct sweep_finding){
                json_string_value(json_object_get(finding, "name")),
                json_string_value(json_object_get(finding, "severity")),
                (unsigned long long)json_integer_value(json_object_get(finding, "times")),
                json_is_true(json_object_get(finding, "possible"))};
    return list;
}

int part_report(const struct sweep_part *part, const struct report_outputs *outputs, struct verdict *verdict)
{
    const struct vector_cycles cycles = part_cycles(part);
    struct measures *measures = malloc(sizeof *measures);
    size_t finding_count;
    struct sweep_finding *findings = list_findings(part, &finding_count);
    const struct sweep_report report = {
        .kernel = part_text(part, "kernel"), .arch = part_text(part, "arch"), .function = part_text(part, "op"),
        .domain = part_text(part, "domain"), .in = part_text(part, "in"), .dst = part_text(part, "dst_format"),
        .out = part_text(part, "dtype"), .measures = measures,
        .sampled = json_integer_value(json_object_get(part->about, "sample")) != 0,
        .done = part->to - part->from, .wanted = part->end - part->first,
        .cycles_per_32_lanes = cycles.run, .steady_cycles_per_32_lanes = cycles.steady, .is_steady = cycles.is_steady,
        .selected = part_text(part, "selected"), .findings = findings, .finding_count = finding_count,
        .traces = part->traces, .curve = part->curve};
    int status;

    if (measures && findings)
        tally_measures(part->tally, measures);
    status = measures && findings ? report_print(&report, outputs, verdict) : complain_no_memory();
    free(measures);
    free(findings);
    return status;
}
