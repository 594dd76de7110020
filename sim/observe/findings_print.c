/*
 * Groups the findings of a run, and prints the groups. Findings with one name at one place of the source form a group, because an unrolled
 * loop or a macro would otherwise repeat them for each of its words.
 */
#include "findings_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "optext.h"
#include "base/terminal.h"

enum { PLACE = 4096 };

/* Findings with one name at one place. */
struct group {
    const struct sfp_findings_entry *first; /* first finding of the group, in program order */
    struct sfp_where where;                 /* place of the first finding; file NULL: no source */
    size_t words;
    uint64_t times;
    bool possible;                          /* every finding of the group is only possible */
};

struct printer {
    const struct sfp_kernel *kernel;
    struct sfp_index index;
    const struct sfp_findings_policy *policy;
    FILE *stream;
};

static enum sfp_finding get_group_finding(const struct group *group)
{
    return (enum sfp_finding)group->first->key.finding;
}

static enum sfp_severity get_group_level(const struct sfp_findings_policy *policy, const struct group *group)
{
    return sfp_findings_level(policy, get_group_finding(group), group->first->graver);
}

/* Returns the severity by which groups compete for space. This is the reported level for fatal findings and notes;
 * otherwise the finding's own severity, whatever level fails the run. */
static enum sfp_severity get_group_gravity(const struct sfp_findings_policy *policy, const struct group *group)
{
    const enum sfp_severity level = get_group_level(policy, group);
    const enum sfp_severity own = sfp_finding_info(get_group_finding(group))->severity;

    if (policy->fatal[get_group_finding(group)] || level < SFP_WARNING)
        return level;
    return own < SFP_ERROR ? SFP_WARNING : own;
}

/* Returns whether the finding is about an opcode rather than a place. */
static bool is_of_opcode(enum sfp_finding finding)
{
    return finding == SFP_FIND_NO_EFFECT;
}

static int compare_ulongs(unsigned long a, unsigned long b)
{
    return (a > b) - (a < b);
}

static int compare_group_firsts(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    int order = compare_ulongs(x->first->key.index, y->first->key.index);

    if (!order)
        order = compare_ulongs(get_group_finding(x), get_group_finding(y));
    if (!order)
        order = compare_ulongs(x->first->key.unit, y->first->key.unit);
    return order ? order : compare_ulongs(x->first->key.matter, y->first->key.matter);
}

/* Compares the fields that define a group: the finding with its matter, and its place or opcode. */
static int compare_group_places(const struct group *x, const struct group *y)
{
    int order = compare_ulongs(get_group_finding(x), get_group_finding(y));

    if (!order)
        order = compare_ulongs(x->first->key.matter, y->first->key.matter);
    if (order || is_of_opcode(get_group_finding(x)))
        return order ? order : compare_ulongs(x->where.line, y->where.line);
    if (!x->where.file || !y->where.file)
        return compare_ulongs(x->first->key.index, y->first->key.index);
    order = x->where.file == y->where.file ? 0 : strcmp(x->where.file, y->where.file);
    if (!order)
        order = compare_ulongs(x->where.line, y->where.line);
    return order ? order : compare_ulongs(x->where.column, y->where.column);
}

static int compare_groups(const void *a, const void *b)
{
    int order = compare_group_places(a, b);

    return order ? order : compare_group_firsts(a, b);
}

/* Makes a group of one entry. For a finding about an opcode, where.line holds the opcode. */
static struct group make_single_group(const struct sfp_kernel *kernel, const struct sfp_findings_entry *entry)
{
    struct group group = {.first = entry, .words = 1, .times = entry->times, .possible = entry->detail.possible};

    if (is_of_opcode(get_group_finding(&group)))
        group.where.line = kernel->program.words[entry->key.index] >> SFP_OPCODE_LSB;
    else if (!kernel->has_source || !sfp_program_where(&kernel->program, entry->key.index, &group.where))
        group.where.file = NULL;
    return group;
}

typedef bool wanted(const struct sfp_findings_policy *policy, const struct sfp_findings_entry *entry);

static bool is_reported(const struct sfp_findings_policy *policy, const struct sfp_findings_entry *entry)
{
    return sfp_findings_reported(policy, (enum sfp_finding)entry->key.finding, entry->graver);
}

/* Returns whether the finding is left out although no option turned it off. */
static bool is_hidden_entry(const struct sfp_findings_policy *policy, const struct sfp_findings_entry *entry)
{
    return !policy->off[entry->key.finding] && !is_reported(policy, entry);
}

/* Adds `single`, which follows in program order, to `group` at the same place. `same_word`: the finding added before
 * was at the same word. */
static void join_group(struct group *group, const struct group *single, bool same_word)
{
    group->words += !same_word;
    group->times += single->times;
    group->possible &= single->possible;
    if (single->first->graver && !group->first->graver)
        group->first = single->first;
}

/* Folds `count` single groups. Returns the number of groups left, sorted in program order. */
static size_t fold_groups(struct group *groups, size_t count)
{
    size_t kept = 0, last = SIZE_MAX;

    qsort(groups, count, sizeof *groups, compare_groups);
    for (size_t i = 0; i < count; i++) {
        const size_t word = groups[i].first->key.index;

        if (kept && compare_group_places(&groups[kept - 1], &groups[i]) == 0)
            join_group(&groups[kept - 1], &groups[i], word == last);
        else
            groups[kept++] = groups[i];
        last = word;
    }
    qsort(groups, kept, sizeof *groups, compare_group_firsts);
    return kept;
}

/* Returns the groups of the findings accepted by `want`, to be freed by the caller. Returns NULL if the log is empty
 * or memory runs out; the latter also sets log->lost. */
static struct group *groups_of(struct sfp_findings_log *log, const struct sfp_kernel *kernel,
                               const struct sfp_findings_policy *policy, wanted *want, size_t *count)
{
    size_t n = 0;
    struct group *groups = log->count ? malloc(log->count * sizeof *groups) : NULL;

    *count = 0;
    log->lost |= log->count && !groups;
    if (!groups)
        return NULL;
    for (size_t i = 0; i < log->count; i++)
        if (want(policy, log->entries[i]))
            groups[n++] = make_single_group(kernel, log->entries[i]);
    *count = n ? fold_groups(groups, n) : 0;
    return groups;
}

/* Writes "ITEM on UNIT, scheduled by sfploadmacro at PLACE". */
static void put_scheduled_item(const struct printer *printer, const struct sfp_op *op)
{
    char place[PLACE], text[SFP_OP_TEXT_SIZE];

    sfp_kernel_place(printer->kernel, op->index, place, sizeof place);
    sfp_op_text(&printer->index, op, text);
    fprintf(printer->stream, "%s on %s, scheduled by sfploadmacro at %s", text,
            sfp_unit_name((enum sfp_unit)op->insn->unit), place);
}

static void put_word_text(const struct printer *printer, size_t index)
{
    char text[SFP_DISASSEMBLY_SIZE];

    disassembly_of_word(&printer->index, printer->kernel->program.words[index], SFP_SYNTAX_GNU, text);
    fputs(text, printer->stream);
}

static void put_finding_register(const struct printer *printer, const struct sfp_finding_detail *detail)
{
    if (detail->possible && !detail->close) {
        fprintf(printer->stream, ", L%d in lanes chosen by data, none of them in this run", detail->lreg);
        return;
    }
    fprintf(printer->stream, ", L%d in %d %s", detail->lreg, __builtin_popcount(detail->lanes),
            detail->lanes & (detail->lanes - 1) ? "lanes" : "lane");
    if (detail->compared)
        fprintf(printer->stream, "; values differ in %d", __builtin_popcount(detail->differs));
}

/* Prints the other instruction, and when its result lands. */
static void print_other(const struct printer *printer, const struct sfp_findings_entry *entry)
{
    char place[PLACE];

    fprintf(printer->stream, "    %s ", entry->detail.relation ? entry->detail.relation : "with");
    if (entry->has_ops && entry->ops.by.scheduled) {
        put_scheduled_item(printer, &entry->ops.by);
    } else {
        sfp_kernel_place(printer->kernel, entry->detail.other, place, sizeof place);
        fprintf(printer->stream, "%s: ", place);
        put_word_text(printer, entry->detail.other);
    }
    if (entry->detail.lands)
        fprintf(printer->stream, ", whose result lands at the end of cycle %" PRIu64, entry->detail.lands);
    fputc('\n', printer->stream);
}

/* Prints the inlined functions that contain the instruction, innermost first. */
static void print_inlined(const struct printer *printer, size_t index)
{
    struct sfp_inlined inlined;
    char text[SFP_INLINED_SIZE];

    for (size_t level = 0; sfp_kernel_inlined(printer->kernel, index, level, &inlined); level++) {
        sfp_inlined_text(&inlined, text);
        fprintf(printer->stream, "    in %s\n", text);
    }
}

static void print_time(const struct printer *printer, const struct sfp_finding_detail *detail)
{
    if (detail->close)
        fputs("    if words came back to back, as a core that is never late would push them", printer->stream);
    else
        fprintf(printer->stream, "    cycle %" PRIu64, detail->cycle);
    if (detail->lreg >= 0)
        put_finding_register(printer, detail);
    fputc('\n', printer->stream);
}

/* Prints the known details: the cycle, the register with its lanes, a text, and the other instruction. */
static void print_detail(const struct printer *printer, const struct sfp_findings_entry *entry)
{
    if (!entry->detail.timeless)
        print_time(printer, &entry->detail);
    if (entry->text)
        shown_print(printer->stream, "    %s", entry->text);
    if (entry->detail.other != SFP_NO_INDEX)
        print_other(printer, entry);
}

/* Prints the counts of words and times that exceed 1. */
static void put_group_counts(const struct printer *printer, const struct group *group)
{
    if (group->words > 1)
        fprintf(printer->stream, " (%zu words", group->words);
    if (group->times > group->words)
        fprintf(printer->stream, "%s%" PRIu64 " times", group->words > 1 ? ", " : " (", group->times);
    if (group->times > 1)
        fputc(')', printer->stream);
}

static void print_group(const struct printer *printer, const struct group *group)
{
    const struct sfp_findings_entry *entry = group->first;
    const struct sfp_finding_info *info = sfp_finding_info(get_group_finding(group));
    char place[PLACE];

    sfp_kernel_place(printer->kernel, entry->key.index, place, sizeof place);
    fprintf(printer->stream, "%s: %s: %s%s [%s]", place, sfp_severity_name(get_group_level(printer->policy, group)),
            group->possible ? "possible: " : "", info->text, info->name);
    put_group_counts(printer, group);
    fputs("\n    ", printer->stream);
    if (entry->has_ops && entry->ops.op.scheduled)
        put_scheduled_item(printer, &entry->ops.op);
    else
        put_word_text(printer, entry->key.index);
    fputc('\n', printer->stream);
    print_inlined(printer, entry->key.index);
    if (entry->has_detail)
        print_detail(printer, entry);
}

/* Decides how many groups of each gravity are printed. If not all fit, the graver groups come first. */
static void share_out(const struct sfp_findings_policy *policy, const struct group *groups, size_t count,
                      size_t share[SFP_ERROR + 1])
{
    size_t left = policy->most ? policy->most : count, there[SFP_ERROR + 1] = {0};

    for (size_t i = 0; i < count; i++)
        there[get_group_gravity(policy, &groups[i])]++;
    for (unsigned level = SFP_ERROR + 1; level-- > 0;) {
        share[level] = there[level] < left ? there[level] : left;
        left -= share[level];
    }
}

static void print_groups(const struct printer *printer, const struct group *groups, size_t count)
{
    size_t share[SFP_ERROR + 1], left_out = 0;

    share_out(printer->policy, groups, count, share);
    for (size_t i = 0; i < count; i++) {
        size_t *of_gravity = &share[get_group_gravity(printer->policy, &groups[i])];

        if (*of_gravity) {
            --*of_gravity;
            print_group(printer, &groups[i]);
        } else {
            left_out++;
        }
    }
    if (left_out)
        fprintf(printer->stream, "%s: %zu more finding%s not printed (--max-findings=0 prints all)\n",
                printer->kernel->path, left_out, left_out == 1 ? "" : "s");
}

void sfp_findings_log_print(struct sfp_findings_log *log, const struct sfp_kernel *kernel,
                            const struct sfp_findings_policy *policy, FILE *stream)
{
    struct printer printer = {.kernel = kernel, .policy = policy, .stream = stream};
    size_t count;
    struct group *groups = groups_of(log, kernel, policy, is_reported, &count);

    sfp_index_init(&printer.index, kernel->program.arch);
    print_groups(&printer, groups, count);
    free(groups);
}

void sfp_findings_log_print_hidden(struct sfp_findings_log *log, const struct sfp_kernel *kernel,
                                   const struct sfp_findings_policy *policy, FILE *stream)
{
    bool named[SFP_FINDINGS] = {false};
    const char *separator = ": ";
    size_t count;
    struct group *groups = groups_of(log, kernel, policy, is_hidden_entry, &count);

    if (count)
        fprintf(stream, "%s: %zu note%s not printed (-v prints all, -WNAME those with that name)", kernel->path, count,
                count == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++) {
        if (!named[get_group_finding(&groups[i])])
            fprintf(stream, "%s%s", separator, sfp_finding_info(get_group_finding(&groups[i]))->name);
        named[get_group_finding(&groups[i])] = true;
        separator = ", ";
    }
    if (count)
        fputc('\n', stream);
    free(groups);
}

/* Returns the place of the group's word. A group about an opcode has no place of its own. */
static struct sfp_where find_group_place(const struct sfp_kernel *kernel, const struct group *group)
{
    struct sfp_where where = {0};

    if (!kernel->has_source || !sfp_program_where(&kernel->program, group->first->key.index, &where))
        where.file = NULL;
    return where;
}

bool sfp_findings_log_visit_groups(struct sfp_findings_log *log, const struct sfp_kernel *kernel,
                                   const struct sfp_findings_policy *policy, sfp_finding_group_visitor *visit,
                                   void *context)
{
    size_t count;
    struct group *groups = groups_of(log, kernel, policy, is_reported, &count);

    for (size_t i = 0; i < count; i++) {
        const struct sfp_finding_group group = {
            .finding = get_group_finding(&groups[i]), .severity = get_group_level(policy, &groups[i]),
            .index = groups[i].first->key.index, .where = find_group_place(kernel, &groups[i]),
            .words = groups[i].words, .times = groups[i].times, .possible = groups[i].possible};

        visit(context, &group);
    }
    free(groups);
    return groups || !log->count;
}
