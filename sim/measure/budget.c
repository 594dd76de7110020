/*
 * sfpsim budget. Checks the whole file before the first sweep. Then sweeps the lines one after another: the inputs
 * outside the exclusions first, then each exclusion by itself.
 */
#include "budget.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "action/report.h"
#include "action/voice.h"
#include "cli/interrupt.h"
#include "base/fail.h"
#include "base/fileio.h"
#include "base/json_writer.h"

enum { MOST_BYTES = 1 << 20 }; /* largest budget file */

/* A line of the budget, and its sweep. */
struct job {
    struct budget_line *line;
    bool chosen;
    struct sweep_options sweep;
    char *kernel, *golden; /* paths of kernel and expected results, relative to the budget's directory */
    char *threads[SFPU_THREADS]; /* paths of the kernels of --thread, relative to that directory, or NULL */
    char **folders; /* folder_count folders of --include, relative to that directory; owned, as the texts are */
    size_t folder_count;
    struct sweep_gap *gaps;
};

struct run {
    const struct budget_options *o;
    struct sfp_buffer file;
    struct budget budget;
    struct job *jobs; /* array with a job for each line */
    struct budget_totals totals;
    struct sfp_json lines; /* list of lines for JSON */
};

/* ---- Places ---- */

/* Prints an error at a word of the budget. Returns SFP_CANNOT_RUN. */
__attribute__((format(printf, 3, 4))) static int complain_at(const struct run *r, const struct text_word *w,
                                                             const char *format, ...)
{
    va_list arguments;
    char *text;
    int status;

    va_start(arguments, format);
    text = format_text(format, arguments);
    va_end(arguments);
    status = text ? complain("%s:%u:%u: %s", r->o->file, w->line, w->column, text) : complain_no_memory();
    free(text);
    return status;
}

/* Returns `path` relative to the budget's directory; the caller frees it. NULL without memory. */
static char *make_budget_path(const struct run *r, const char *path)
{
    const char *const slash = strrchr(r->o->file, '/');
    const size_t directory = slash && *path != '/' ? (size_t)(slash - r->o->file) + 1 : 0;
    char *joined;

    return asprintf(&joined, "%.*s%s", (int)directory, r->o->file, path) < 0 ? NULL : joined;
}

/* ---- Preparing lines ---- */

static int read_budget_file(struct run *r)
{
    char *error = NULL;

    if (!file_read_small(r->o->file, MOST_BYTES, &r->file, &error))
        return complain_of(error);
    if (budget_parse(r->file.data, r->file.size, &r->budget, &error))
        return 0;
    if (!error)
        return complain_no_memory();
    complain("%s:%s", r->o->file, error);
    free(error);
    return SFP_CANNOT_RUN;
}

static int parse_option(const struct run *r, struct job *j, const struct text_word *w)
{
    char *place, *error;
    int wrong;

    if (asprintf(&place, "%s:%u:%u", r->o->file, w->line, w->column) < 0)
        return complain_no_memory();
    wrong = sweep_option(&j->sweep, place, w->text, &error);
    free(place);
    if (!wrong)
        return 0;
    if (wrong == ENOMEM)
        return complain_no_memory();
    if (error)
        return complain_of(error);
    return complain_at(r, w, "'%s' is not an option of the sweep, or lacks a value, or has a value too many", w->text);
}

static int parse_options(const struct run *r, struct job *j)
{
    int status = 0;

    for (size_t i = 0; !status && i < j->line->option_count; i++)
        status = parse_option(r, j, &j->line->options[i]);
    return status;
}

/* Checks a line without a function: limits on results and exclusions need inputs. */
static int check_cycles_only(const struct run *r, const struct job *j)
{
    const struct budget_line *line = j->line;

    for (enum budget_measure i = 0; i < BUDGET_MEASURES; i++)
        if (line->limits[i].given && !budget_measure_is_of_run(i))
            return complain_at(r, &line->kernel, "%s= is for lines with --in and --fn or --golden",
                               budget_measure_name(i));
    if (line->exclusion_count)
        return complain_at(r, &line->exclusions[0].name, "except is for lines with --in and --fn or --golden");
    return 0;
}

/* Checks the kernels of --thread, and finds them from the budget's directory. */
static int find_thread_kernels(const struct run *r, struct job *j)
{
    struct thread_options *threads = &j->sweep.machine.threads;

    if (!threads->any)
        return 0;
    if (j->sweep.input.given)
        return complain_at(r, &j->line->kernel,
                           "--thread= is for lines that limit only cycles: a sweep runs one thread");
    if (threads->kernels[SFPU_THREAD_MATH])
        return complain_at(r, &j->line->kernel, "--thread=math= is the kernel that begins the line");
    for (unsigned i = 0; i < SFPU_THREADS; i++)
        if (threads->kernels[i] && !(threads->kernels[i] = j->threads[i] = make_budget_path(r, threads->kernels[i])))
            return complain_no_memory();
    return 0;
}

/* Makes the paths of --srca and --srcb relative to the budget's directory. */
static int find_sources(const struct run *r, struct job *j)
{
    for (int source = SFPU_SRCA; source <= SFPU_SRCB; source++) {
        const struct source_list *list = &j->sweep.machine.sources[source];

        for (size_t i = 0; i < list->count; i++)
            if (!source_file_move(&list->files[i], make_budget_path(r, list->files[i].path)))
                return complain_no_memory();
    }
    return 0;
}

/* Makes the paths of --include relative to the budget's directory. */
static int find_folders(const struct run *r, struct job *j)
{
    struct sfp_machine_options *machine = &j->sweep.machine;

    j->folders = calloc(machine->include_dir_count + 1, sizeof *j->folders);
    if (!j->folders)
        return complain_no_memory();
    while (j->folder_count < machine->include_dir_count) {
        const size_t i = j->folder_count;

        if (!(machine->include_dirs[i] = j->folders[i] = make_budget_path(r, machine->include_dirs[i])))
            return complain_no_memory();
        j->folder_count++;
    }
    return 0;
}

static int require_limit(const struct run *r, const struct job *j, enum budget_measure measure)
{
    const char *const name = budget_measure_name(measure);

    if (j->line->limits[measure].given)
        return 0;
    return complain_at(r, &j->line->kernel, "has no %s=N; write %s=?, and --update fills in the number", name, name);
}

static int complete_options(const struct run *r, struct job *j)
{
    char *error = NULL;
    int status = require_limit(r, j, BUDGET_CYCLES);

    if (status || !j->sweep.input.given)
        return status ? status : check_cycles_only(r, j);
    if ((status = require_limit(r, j, BUDGET_MAX_ULP)))
        return status;
    if (sweep_complete(&j->sweep, &error))
        return 0;
    status = error ? complain_at(r, &j->line->kernel, "%s", error) : complain_no_memory();
    free(error);
    return status;
}

static bool is_range_empty(const struct sweep_options *o, double low, double high)
{
    struct inputs_range range;

    inputs_range_of(number_format(o->input.in), low, high, &range);
    return range.first[0] >= range.end[0] && range.first[1] >= range.end[1];
}

/* Makes the sweep's gaps from the line's exclusions, cut to --range. Returns an exit status if a gap is empty. */
static int list_gaps(const struct run *r, struct job *j)
{
    for (size_t i = 0; i < j->line->exclusion_count; i++) {
        const struct budget_exclusion *e = &j->line->exclusions[i];

        if (is_range_empty(&j->sweep, e->low, e->high))
            return complain_at(r, &e->range, "'%s' is empty: no %s is in it", e->range.text,
                               sfpu_format_name(j->sweep.input.in));
        j->gaps[i] = (struct sweep_gap){fmax(e->low, j->sweep.input.low), fmin(e->high, j->sweep.input.high)};
        if (j->gaps[i].low > j->gaps[i].high || is_range_empty(&j->sweep, j->gaps[i].low, j->gaps[i].high))
            return complain_at(r, &e->range, "'%s' is empty: it lies outside --range", e->range.text);
    }
    j->sweep.gaps = j->gaps;
    j->sweep.gap_count = j->line->exclusion_count;
    return 0;
}

static int find_kernel(const struct run *r, struct job *j)
{
    if (access(j->kernel, R_OK) != 0)
        return complain_at(r, &j->line->kernel, "cannot read '%s': %s", j->kernel, strerror(errno));
    return 0;
}

static int prepare_line(const struct run *r, struct job *j)
{
    int status;

    sweep_defaults(&j->sweep);
    j->sweep.is_line = true;
    j->sweep.page = r->o->html;
    j->sweep.action.reports = r->o->action.reports;
    j->sweep.action.verdict = r->o->action.verdict;
    j->gaps = calloc(j->line->exclusion_count + 1, sizeof *j->gaps);
    j->sweep.kernel = j->kernel = make_budget_path(r, j->line->kernel.text);
    if (!machine_options_init(&j->sweep.machine, j->line->option_count) || !j->gaps || !j->kernel)
        return complain_no_memory();
    action_share(&r->o->action, &j->sweep.machine);
    if ((status = find_kernel(r, j)) || (status = parse_options(r, j)) || (status = complete_options(r, j)))
        return status;
    if (j->sweep.golden && !(j->sweep.golden = j->golden = make_budget_path(r, j->sweep.golden)))
        return complain_no_memory();
    if ((status = find_thread_kernels(r, j)) || (status = find_sources(r, j)) || (status = find_folders(r, j)))
        return status;
    j->sweep.budget = r->o->file;
    j->sweep.renews = r->o->update;
    return list_gaps(r, j);
}

static int prepare_lines(struct run *r)
{
    int status = 0;

    r->jobs = calloc(r->budget.count, sizeof *r->jobs);
    if (!r->jobs)
        return complain_no_memory();
    for (size_t i = 0; !status && i < r->budget.count; i++) {
        r->jobs[i].line = &r->budget.lines[i];
        status = prepare_line(r, &r->jobs[i]);
    }
    return status;
}

/* ---- Choosing lines ---- */

static bool is_in_section(const struct run *r, const struct job *j)
{
    const char *const asked = r->o->section, *const section = j->line->section;

    return asked && section ? strcmp(asked, section) == 0 : !asked && !section;
}

/* Chooses the section's lines with this kernel, or every line of the section if `kernel` is NULL. Returns their
 * number. */
static size_t choose_kernel(struct run *r, const char *kernel)
{
    size_t count = 0;

    for (struct job *j = r->jobs; j < r->jobs + r->budget.count; j++)
        if (is_in_section(r, j)
            && (!kernel || strcmp(kernel, j->line->kernel.text) == 0 || strcmp(kernel, j->kernel) == 0)) {
            j->chosen = true;
            count++;
        }
    return count;
}

static int refuse_choice(const struct run *r, const char *kernel)
{
    const char *const section = r->o->section;

    if (section)
        return complain("%s: has no line%s%s below [%s]", r->o->file, kernel ? " of " : "", kernel ? kernel : "",
                        section);
    return complain("%s: has no line%s%s above its headings (--section)", r->o->file, kernel ? " of " : "",
                    kernel ? kernel : "");
}

static int check_open(const struct run *r, const struct job *j)
{
    for (enum budget_measure i = 0; i < BUDGET_MEASURES && !r->o->update; i++)
        if (j->line->limits[i].open)
            return complain_at(r, &j->line->kernel, "%s=? has no number yet: --update fills it in",
                               budget_measure_name(i));
    return 0;
}

static int choose_lines(struct run *r)
{
    int status = 0;

    if (r->o->kernel_count == 0 && !choose_kernel(r, NULL))
        return refuse_choice(r, NULL);
    for (size_t i = 0; i < r->o->kernel_count; i++)
        if (!choose_kernel(r, r->o->kernels[i]))
            return refuse_choice(r, r->o->kernels[i]);
    for (size_t i = 0; !status && i < r->budget.count; i++)
        if (r->jobs[i].chosen && (status = check_open(r, &r->jobs[i])) == 0)
            status = sweep_check_files(&r->jobs[i].sweep, NULL);
    return status;
}

/* ---- Running ---- */

/* Sweeps exclusion `i` alone, and notes the number of inputs and whether they exceed a limit. Returns 0 or an exit
 * status. */
static int measure_exclusion(const struct job *j, size_t i, struct judged_line *judged)
{
    struct sweep_options sweep = j->sweep;
    struct measures *measures = malloc(sizeof *measures);
    struct sweep_part part;
    int status;

    sweep.input.low = j->gaps[i].low;
    sweep.input.high = j->gaps[i].high;
    sweep.gap_count = 0;
    status = measures ? sweep_measure(&sweep, &part) : complain_no_memory();
    if (!status && !told_to_stop()) {
        tally_measures(part.tally, measures);
        judged->exclusions[i] =
            (struct judged_exclusion){.inputs = measures->inputs, .needed = budget_exceeds(judged, measures)};
    }
    if (measures)
        part_end(&part);
    free(measures);
    return status;
}

static int check_measured(const struct run *r, const struct judged_line *judged)
{
    const struct text_word *kernel = &judged->line->kernel;

    if (judged->sweep->input.in && !judged->measures.inputs)
        return complain_at(r, kernel, "there are no inputs to sweep: the exclusions cover --range");
    if (judged->line->limits[BUDGET_BREAKS].given && !judged->measures.ordered)
        return complain_at(r, kernel, "breaks= is for sweeps of one operand without --sample");
    return 0;
}

/* Adds the exceeded limits to the action's verdict. Returns 0, or an exit status without memory. */
static int note_excess(const struct run *r, const struct judged_line *judged)
{
    const struct text_word *kernel = &judged->line->kernel;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return complain_no_memory();
    budget_put_excess(out, judged);
    if (fclose(out) == 0)
        verdict_check_at(r->o->action.verdict, CHECK_BUDGET, r->o->file, kernel->line, kernel->column, "%s", text);
    free(text);
    return 0;
}

static bool wants_document(const struct budget_options *o)
{
    return o->json || o->html;
}

static int report_line(struct run *r, const struct judged_line *judged)
{
    const bool unsaid = judged->verdict == BUDGET_WITHIN && r->o->action.quiet;

    r->totals.lines[judged->verdict]++;
    if (judged->verdict == BUDGET_EXCEEDED && r->o->action.verdict && !r->o->update && note_excess(r, judged))
        return SFP_CANNOT_RUN;
    if (wants_document(r->o))
        budget_line_json(&r->lines, judged);
    if (r->lines.failed)
        return complain_no_memory();
    if (r->o->json || unsaid)
        return 0;
    if (!budget_print_line(voice_out(), &r->budget, r->o->file, judged))
        return complain_no_memory();
    fflush(voice_out());
    return 0;
}

/* Judges the measured line and its exclusions, and reports. Returns 0 or an exit status. */
static int judge_measured_line(struct run *r, const struct job *j, struct judged_line *judged)
{
    int status;

    budget_judge(judged);
    status = check_measured(r, judged);
    for (size_t i = 0; !status && i < j->line->exclusion_count && !told_to_stop(); i++)
        status = measure_exclusion(j, i, judged);
    return status || told_to_stop() ? status : report_line(r, judged);
}

/* Prints the budget's line number after the messages about a kernel that could not run. */
static void place_messages(const struct run *r, const struct job *j)
{
    if (!told_to_stop())
        complain_at(r, &j->line->kernel, "this line's '%s' could not run, for the reason above", j->line->kernel.text);
}

static int judge_sweep(struct run *r, struct job *j, struct judged_line *judged)
{
    struct sweep_part part;
    int status = sweep_measure(&j->sweep, &part);

    if (status)
        place_messages(r, j);
    if (!status && !told_to_stop()) {
        judged->arch = part_text(&part, "arch");
        judged->selected = part_text(&part, "selected");
        judged->cycles = part_cycles(&part);
        judged->findings = json_object_get(part.about, "findings");
        tally_measures(part.tally, &judged->measures);
        status = judge_measured_line(r, j, judged);
    }
    part_end(&part);
    return status;
}

/* Loads the line's kernel, and those of its other threads. */
static int load_line(const struct job *j, sfpu_machine **m)
{
    const struct sfp_machine_options *o = &j->sweep.machine;
    int status;

    if (!o->threads.any)
        return machine_load_words(o, j->kernel, m);
    status = machine_load(o, j->kernel, m);
    return status ? status : machine_check_calls(o, *m);
}

/* Judges a line that only limits cycles, with a single timed run. */
static int judge_cycles(struct run *r, struct job *j, struct judged_line *judged)
{
    struct probe *probe = malloc(sizeof *probe);
    sfpu_machine *m = NULL;
    struct sfp_json found = {0};
    json_t *findings = NULL;
    int status = probe ? load_line(j, &m) : complain_no_memory();

    if (!status && (status = sweep_check_files(&j->sweep, m)) == 0)
        status = probe_kernel(&j->sweep.machine, m, SFPU_FP32, probe);
    if (status) {
        place_messages(r, j);
    } else {
        judged->arch = sfpu_arch_name(sfpu_machine_arch(m));
        judged->selected = sfpu_selected(m, 0, SIZE_MAX);
        judged->cycles = probe->cycles;
        part_findings(&found, NULL, m);
        judged->findings = findings = json_tree_of(&found);
        status = findings ? judge_measured_line(r, j, judged) : complain_no_memory();
    }
    json_decref(findings);
    sfpu_close(m);
    free(probe);
    return status;
}

static int run_line(struct run *r, struct job *j)
{
    struct judged_line *judged = calloc(1, sizeof *judged);
    int status;

    if (judged)
        judged->exclusions = calloc(j->line->exclusion_count + 1, sizeof *judged->exclusions);
    if (judged && judged->exclusions) {
        judged->line = j->line;
        judged->sweep = &j->sweep;
        status = j->sweep.input.given ? judge_sweep(r, j, judged) : judge_cycles(r, j, judged);
    } else {
        status = complain_no_memory();
    }
    if (judged)
        free(judged->exclusions);
    free(judged);
    return status;
}

static int run_lines(struct run *r)
{
    int status = 0;

    for (size_t i = 0; !status && i < r->budget.count && !told_to_stop(); i++)
        if (r->jobs[i].chosen)
            status = run_line(r, &r->jobs[i]);
    return status;
}

/* ---- Finishing ---- */

static int rewrite_budget(const struct run *r)
{
    struct sfp_writer writer;
    char *error = NULL;

    if (!writer_open(&writer, &(const struct sfp_target){r->o->file, "--update", "the budget"}, &interruptible, &error))
        return complain_of(error);
    if (!budget_write(&r->budget, 0, r->budget.size, writer.stream)) {
        writer_abort(&writer);
        return complain_no_memory();
    }
    return writer_commit(&writer, &error) ? 0 : complain_of(error);
}

/* Prints the JSON document. A page_document of a struct run. */
static bool put_document(FILE *out, const void *run)
{
    const struct run *r = run;

    return budget_print_json(out, r->o->file, &r->lines, &r->totals);
}

/* Writes the page and prints the totals. Returns 0 or an exit status. */
static int report_budget_totals(struct run *r)
{
    if (wants_document(r->o))
        json_list_end(&r->lines);
    if (r->o->html && page_write(r->o->html, put_document, r))
        return SFP_CANNOT_RUN;
    if (r->o->json)
        return put_document(voice_out(), r) ? 0 : complain_no_memory();
    if (!r->o->action.quiet || r->totals.lines[BUDGET_EXCEEDED])
        budget_print_totals(voice_out(), &r->totals);
    return 0;
}

/* Rewrites the file with --update and prints the totals, after every line or after a signal stopped the program.
 * Returns the exit status. */
static int finish_budget(struct run *r)
{
    const size_t *const lines = r->totals.lines;
    const bool renewed = lines[BUDGET_BETTER] || lines[BUDGET_OPEN] || lines[BUDGET_EXCEEDED];
    int status = 0;

    for (size_t i = 0; i < r->budget.count; i++)
        r->totals.wanted += r->jobs[i].chosen;
    if (r->o->update && renewed && !told_to_stop())
        status = rewrite_budget(r);
    if (status || (status = report_budget_totals(r)))
        return status;
    return lines[BUDGET_EXCEEDED] && !r->o->update;
}

static void free_budget_run(struct run *r)
{
    for (size_t i = 0; r->jobs && i < r->budget.count; i++) {
        free(r->jobs[i].kernel);
        free(r->jobs[i].golden);
        for (unsigned t = 0; t < SFPU_THREADS; t++)
            free(r->jobs[i].threads[t]);
        for (size_t f = 0; f < r->jobs[i].folder_count; f++)
            free(r->jobs[i].folders[f]);
        free(r->jobs[i].folders);
        free(r->jobs[i].gaps);
        sweep_options_free(&r->jobs[i].sweep);
        machine_options_free(&r->jobs[i].sweep.machine);
    }
    free(r->jobs);
    budget_free(&r->budget);
    buffer_free(&r->file);
    json_free(&r->lines);
}

int budget_run(const struct budget_options *o)
{
    struct run r = {.o = o, .lines.base = 1};
    int status = 0;

    if (wants_document(o))
        json_list(&r.lines, NULL);
    if (o->update && strcmp(o->file, "-") == 0)
        status = complain("--update: standard input cannot be rewritten");
    else if (r.lines.failed)
        status = complain_no_memory();
    if (!status && (status = read_budget_file(&r)) == 0 && (status = prepare_lines(&r)) == 0
        && (status = choose_lines(&r)) == 0)
        status = run_lines(&r);
    if (!status)
        status = finish_budget(&r);
    free_budget_run(&r);
    return status;
}
