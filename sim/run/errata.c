/* Faults of the hardware as text and as JSON. */
#include "errata.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- The tables ---- */

static const struct arch {
    const char *name, *title;
} arches[ERRATUM_ARCHES] = {
#define ARCH(id, name, alias, title, ...) {name, title},
#include "arch.def"
#undef ARCH
};

static const struct erratum errata[] = {
#define ERRATUM(area_, name_, arches_, instructions_, provenance_, text_, remedy_, simulated_, here_, findings_, test_, \
                source_) \
    {.area = #area_, .name = name_, .arches = arches_, .instructions = instructions_, .provenance = #provenance_, \
     .text = text_, .remedy = remedy_, .simulated = #simulated_, .here = here_, .findings = findings_, .test = test_, \
     .source = source_},
#include "errata.def"
#undef ERRATUM
};

/* Spellings of table columns, for readers. */
static const struct spelling {
    const char *column, *json, *text;
} spellings[] = {
    {"SAME", "same", "does the same"},
    {"REPORTED", "reported", "reports it"},
    {"NOT", "no", "does not have it"},
    {"DOCUMENTED", "documented", "documented"},
    {"MEASURED", "measured", "measured"},
    {"VENDOR", "vendor", "by the vendor's software or threads"},
    {"DERIVED", "derived", "derived"},
#define AREA(id, title) {#id, title, title},
#include "errata.def"
#undef AREA
};

static const struct spelling *spell(const char *column)
{
    size_t i = 0;

    while (strcmp(spellings[i].column, column) != 0)
        i++;
    return &spellings[i];
}

const struct erratum *erratum_at(size_t i)
{
    return i < COUNT(errata) ? &errata[i] : NULL;
}

const struct erratum *erratum_named(const char *name)
{
    for (size_t i = 0; i < COUNT(errata); i++)
        if (strcmp(errata[i].name, name) == 0)
            return &errata[i];
    return NULL;
}

/* Returns whether `words`, separated by single blanks, contain the word. */
static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = words; (at = strstr(at, word)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

const struct erratum *erratum_of_finding(const char *finding)
{
    for (size_t i = 0; i < COUNT(errata); i++)
        if (has_word(errata[i].findings, finding))
            return &errata[i];
    return NULL;
}

/* ---- Text ---- */

void erratum_print_arches(FILE *out, const struct erratum *e)
{
    const char *before = "";

    for (size_t i = 0; i < ERRATUM_ARCHES; i++)
        if (e->arches[i]) {
            fprintf(out, "%s%s", before, arches[i].title);
            before = " and ";
        }
}

void erratum_print_rest(FILE *out, const struct erratum *e)
{
    fprintf(out, "\n    %s; %s.\n", spell(e->area)->text, spell(e->provenance)->text);
    fprintf(out, "    What helps: %s.\n", e->remedy);
    fprintf(out, "    sfpsim %s: %s.\n", spell(e->simulated)->text, e->here);
    if (*e->findings)
        fprintf(out, "    Findings: %s\n", e->findings);
    if (*e->test)
        fprintf(out, "    Tests: %s\n", e->test);
}

/* ---- JSON ---- */

/* Writes the items between separators as a list on one line. The separator's characters are in no item. */
static void put_items(struct sfp_json *j, const char *member, const char *items, const char *separator)
{
    json_list_on_line(j, member);
    while (*items) {
        const char *end = strstr(items, separator);
        const size_t length = end ? (size_t)(end - items) : strlen(items);

        json_bytes(j, NULL, items, length);
        items += length + (end ? strlen(separator) : 0);
    }
    json_list_end(j);
}

void erratum_put(struct sfp_json *j, const struct erratum *e)
{
    json_text(j, "area", spell(e->area)->json);
    json_list_on_line(j, "arches");
    for (size_t i = 0; i < ERRATUM_ARCHES; i++)
        if (e->arches[i])
            json_text(j, NULL, arches[i].name);
    json_list_end(j);
    put_items(j, "instructions", e->instructions, " ");
    json_text(j, "provenance", spell(e->provenance)->json);
    json_text(j, "remedy", e->remedy);
    json_text(j, "simulated", spell(e->simulated)->json);
    json_text(j, "here", e->here);
    put_items(j, "findings", e->findings, " ");
    put_items(j, "tests", e->test, " ");
    put_items(j, "sources", e->source, "; ");
}
