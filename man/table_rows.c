/* Rows of tables for the manual and the reference. */
#include "table_rows.h"

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

unsigned quirk_archs(const struct rule_row *quirk)
{
    unsigned archs = 0;

    for (unsigned i = 0; i < SFP_ARCHES; i++)
        archs |= (unsigned)quirk->archs[i] << i;
    return archs;
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
        {"FITTED", "fitted"}};

    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(column, names[i][0]) == 0)
            return names[i][1];
    return column;
}

/* ---- Measurements ---- */

enum { HUNDREDTHS = 100 };

#define WORMHOLE SFP_WH
#define BLACKHOLE SFP_BH

const struct harness_row harness_rows[] = {
#define UNKNOWN 0
#define HARNESS(id_, arch_, name_, gathering_, hundredths, between_, text_, source_) \
    {.id = #id_, .name = name_, .arch = arch_, .gathering = #gathering_, .cycles = (double)(hundredths) / HUNDREDTHS, \
     .between = (double)(between_) / HUNDREDTHS, .text = text_, .source = source_},
#include "harness.def"
#undef HARNESS
};
const size_t harness_row_count = COUNT(harness_rows);

const struct figure_row figure_rows[] = {
#define FIGURE(kernel_, arch_, pushed_, harness_, rows_, published_, ours_, kind_, sequence_, source_, reason_) \
    {.kernel = kernel_, .pushed = pushed_, .harness = #harness_, .arch = arch_, .rows = rows_, \
     .published = published_, .ours = ours_, .kind = #kind_, .sequence = sequence_, .source = source_, \
     .reason = reason_},
#include "silicon.def"
#undef FIGURE
};
const size_t figure_row_count = COUNT(figure_rows);

double figure_published(const struct figure_row *figure)
{
    return (double)figure->published / HUNDREDTHS;
}

double figure_harness(const struct figure_row *figure)
{
    for (size_t i = 0; i < COUNT(harness_rows); i++)
        if (strcmp(harness_rows[i].id, figure->harness) == 0)
            return harness_rows[i].cycles;
    return 0;
}

double figure_ours(const struct figure_row *figure)
{
    return figure->ours + figure_harness(figure);
}

/* ---- Bits of LaneConfig ---- */

const struct lane_config_row lane_config_rows[] = {
#define LANE_CONFIG(id, name, lsb, width, effect) {name, lsb, width, effect},
#define LANE_CONFIG_UNNAMED(id, lsb, width, effect) {NULL, lsb, width, effect},
#include "lane_config.def"
};
const size_t lane_config_row_count = COUNT(lane_config_rows);
