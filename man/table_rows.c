/* Rows of tables for the manual and the reference. */
#include "table_rows.h"

#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- Rules ---- */

#define EACH(...) {__VA_ARGS__}

const struct rule_row quirk_rows[] = {
#define QUIRK(id, archs_, provenance_, text_, source_) \
    {.name = #id, .archs = archs_, .provenance = #provenance_, .text = text_, .source = source_},
#include "quirks.def"
#undef QUIRK
};
const size_t quirk_row_count = COUNT(quirk_rows);

const struct rule_row schedule_rule_rows[] = {
#define RULE(id, name_, severity_, text_, mends_, source_, provenance_) \
    {.name = name_, .text = text_, .provenance = provenance_, .source = source_, .severity = RULE_##severity_, \
     .mends = mends_},
#include "schedule_rules.def"
#undef RULE
};
const size_t schedule_rule_row_count = COUNT(schedule_rule_rows);

static unsigned mask_of(const bool *archs)
{
    unsigned mask = 0;

    for (unsigned i = 0; i < SFP_ARCHES; i++)
        mask |= (unsigned)archs[i] << i;
    return mask;
}

unsigned quirk_archs(const struct rule_row *quirk)
{
    return mask_of(quirk->archs);
}

const struct queue_row queue_rows[] = {
#define QUEUE(id, most, words_, provenance_, text_, source_) \
    {.name = #id, .words = words_, .provenance = #provenance_, .text = text_, .source = source_},
#include "quirks.def"
#undef QUEUE
};
const size_t queue_row_count = COUNT(queue_rows);

const char *provenance_name(const char *column)
{
    static const char *const names[][2] = {
        {"DOCUMENTED", "documented"}, {"MEASURED", "measured"}, {"DERIVED", "derived"}, {"CHOSEN", "chosen"},
        {"FITTED", "fitted"}, {"VENDOR", "vendor"}};

    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(column, names[i][0]) == 0)
            return names[i][1];
    return column;
}

/* ---- Faults of the hardware ---- */

const struct area_row area_rows[] = {
#define AREA(id, title) {#id, title},
#include "errata.def"
#undef AREA
};
const size_t area_row_count = COUNT(area_rows);

const struct erratum_row erratum_rows[] = {
#define ERRATUM(area_, name_, archs_, instructions_, provenance_, text_, remedy_, simulated_, here_, findings_, test_, \
                source_) \
    {.area = #area_, .name = name_, .archs = archs_, .instructions = instructions_, .provenance = #provenance_, \
     .text = text_, .remedy = remedy_, .simulated = #simulated_, .here = here_, .findings = findings_, .test = test_, \
     .source = source_},
#include "errata.def"
#undef ERRATUM
};
const size_t erratum_row_count = COUNT(erratum_rows);

unsigned erratum_archs(const struct erratum_row *erratum)
{
    return mask_of(erratum->archs);
}

/* ---- Measurements ---- */

enum { HUNDREDTHS = 100 };

#define WORMHOLE SFP_WH
#define BLACKHOLE SFP_BH

const struct harness_row harness_rows[] = {
#define UNKNOWN 0
#define HARNESS(id_, arch_, name_, gathering_, hundredths, from_, between_, between_from_, text_, source_) \
    {.id = #id_, .name = name_, .arch = arch_, .gathering = #gathering_, .cycles = (double)(hundredths) / HUNDREDTHS, \
     .from = from_, .between = (double)(between_) / HUNDREDTHS, .between_from = between_from_, .text = text_,         \
     .source = source_},
#include "harness.def"
#undef HARNESS
};
const size_t harness_row_count = COUNT(harness_rows);

const struct figure_row figure_rows[] = {
#define FIGURE(kernel_, arch_, pushed_, harness_, rows_, unit_, published_, ours_, kind_, known_, sequence_, source_, \
               reason_)                                                                                               \
    {.kernel = kernel_, .pushed = pushed_, .harness = #harness_, .arch = arch_, .rows = rows_, .unit = #unit_,        \
     .published = published_, .words = ours_, .kind = #kind_, .known = #known_, .sequence = sequence_,                \
     .source = source_, .reason = reason_},
#define LOOP(kernel_, arch_, pushes_, iterations_, offset_, before_, harness_, rows_, unit_, published_, core_,       \
             words_, kind_, known_, sequence_, source_, reason_)                                                      \
    {.kernel = kernel_, .pushed = pushes_, .harness = #harness_, .arch = arch_, .rows = rows_, .unit = #unit_,        \
     .published = published_, .core = core_, .words = words_, .iterations = iterations_, .offset = offset_,           \
     .before = before_, .kind = #kind_, .known = #known_, .sequence = sequence_, .source = source_,                   \
     .reason = reason_},
#define STRAIGHT(kernel_, arch_, harness_, rows_, unit_, published_, core_, words_, kind_, known_, sequence_, source_, \
                 reason_)                                                                                              \
    {.kernel = kernel_, .pushed = "", .harness = #harness_, .arch = arch_, .rows = rows_, .unit = #unit_,              \
     .published = published_, .core = core_, .words = words_, .kind = #kind_, .known = #known_,                        \
     .sequence = sequence_, .source = source_, .reason = reason_},
#include "silicon.def"
#undef FIGURE
#undef LOOP
#undef STRAIGHT
};
const size_t figure_row_count = COUNT(figure_rows);

const struct gathered_row gathered_rows[] = {
#define GATHERED(kernel_, words_) {.kernel = kernel_, .words = words_},
#include "silicon.def"
#undef GATHERED
};
const size_t gathered_row_count = COUNT(gathered_rows);

const struct left_out_row left_out_rows[] = {
#define LEFT_OUT(arch_, gathering_, kernel_, published_, source_, reason_)                          \
    {.arch = arch_, .gathering = gathering_, .kernel = kernel_, .published = published_,            \
     .source = source_, .reason = reason_},
#include "silicon.def"
#undef LEFT_OUT
};
const size_t left_out_row_count = COUNT(left_out_rows);

double figure_published(const struct figure_row *figure)
{
    if (strcmp(figure->unit, "KERNEL") == 0)
        return (double)(figure->published - MARK_KERNEL_BESIDE) / MARK_KERNEL_TILES;
    return (double)figure->published / HUNDREDTHS;
}

const struct harness_row *figure_harness(const struct figure_row *figure)
{
    const struct harness_row *harness = harness_rows;

    while (strcmp(harness->id, figure->harness) != 0)
        harness++;
    return harness;
}

double figure_ours(const struct figure_row *figure)
{
    const struct harness_row *harness = figure_harness(figure);
    const double words = figure->words + harness->cycles, core = figure->core + harness->between;

    return figure->core && core > words ? core : words;
}

/* Returns whether the figure is of this kernel. `kernel` may be NULL: no figure is. */
static bool is_kernel(const struct figure_row *figure, const char *kernel)
{
    return kernel && strcmp(figure->kernel, kernel) == 0;
}

bool figure_defines_harness(const struct figure_row *figure)
{
    const struct harness_row *harness = figure_harness(figure);

    return is_kernel(figure, harness->from) || is_kernel(figure, harness->between_from);
}

bool figure_is_near(const struct figure_row *figure)
{
    const double published = figure_published(figure), off = fabs(figure_ours(figure) - published);

    return off <= published * MARK_PERCENT / 100 || off <= (double)figure->rows / MARK_ROWS;
}

/* ---- Bits of LaneConfig ---- */

const struct lane_config_row lane_config_rows[] = {
#define LANE_CONFIG(id, name, lsb, width, effect) {name, lsb, width, effect},
#define LANE_CONFIG_UNNAMED(id, lsb, width, effect) {NULL, lsb, width, effect},
#include "lane_config.def"
};
const size_t lane_config_row_count = COUNT(lane_config_rows);
