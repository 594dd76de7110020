/* Copies sfpu-errata(7) from its text, and inserts the faults of the hardware from errata.def. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "insert.h"
#include "table_rows.h"

/* Prints a text that begins a sentence, and its end. */
static void print_sentence(const char *text)
{
    putchar(toupper((unsigned char)*text));
    print_text(text + 1);
    puts(".");
}

/* Prints the items between the separators, each with `macro` before it, and a full stop. */
static void print_items(const char *macro, const char *items, char separator)
{
    while (*items) {
        const size_t length = strcspn(items, (char[]){separator, '\0'});
        const bool last = !items[length];

        printf("%s %.*s %s\n", macro, (int)length, items, last ? "." : ",");
        items += length + !last;
    }
}

/* Prints one source of `length` bytes. A page of this manual, such as "sfpu-dst(7), Loads", becomes a cross-reference. */
static void print_source(const char *source, size_t length, bool last)
{
    const char *open = memchr(source, '(', length), *end = last ? "" : " ;";

    if (strncmp(source, "sfp", 3) == 0 && open && isdigit((unsigned char)open[1]) && open[2] == ')')
        printf(".Xr %.*s %c%s%.*s%s\n", (int)(open - source), source, open[1], open[3] == ',' ? " , " : "",
               open[3] == ',' ? (int)(source + length - (open + strlen("(7), "))) : 0, open + strlen("(7), "), end);
    else
        printf("%.*s%s\n", (int)length, source, last ? "" : ";");
}

static void print_sources(const char *sources)
{
    puts(".Po");
    for (const char *end = ""; end; sources = end ? end + strlen("; ") : sources) {
        end = strstr(sources, "; ");
        print_source(sources, end ? (size_t)(end - sources) : strlen(sources), !end);
    }
    puts(".Pc");
}

/* Returns the words before what sfpsim does. */
static const char *introduce_simulated(const char *column)
{
    if (strcmp(column, "SAME") == 0)
        return "In sfpsim too";
    return strcmp(column, "REPORTED") == 0 ? "In sfpsim, which reports it" : "Not in sfpsim";
}

static void print_erratum(const struct erratum_row *e)
{
    const char *name = provenance_name(e->provenance);

    printf(".It Cm %s : No ", e->name);
    print_arches(erratum_archs(e));
    putchar('\n');
    print_sentence(e->text);
    printf(".Em %c%s .\nWhat helps: ", toupper((unsigned char)*name), name + 1);
    print_text(e->remedy);
    printf(".\n%s: ", introduce_simulated(e->simulated));
    print_text(e->here);
    puts(".");
    if (*e->findings) {
        puts("Findings:");
        print_items(".Cm", e->findings, ' ');
    }
    if (*e->test) {
        puts("Shown by");
        print_items(".Pa", e->test, ' ');
    }
    print_sources(e->source);
}

static void print_errata(void)
{
    for (size_t a = 0; a < area_row_count; a++) {
        printf(".Ss %s\n.Bl -tag -width Ds\n", area_rows[a].title);
        for (size_t i = 0; i < erratum_row_count; i++)
            if (strcmp(erratum_rows[i].area, area_rows[a].id) == 0)
                print_erratum(&erratum_rows[i]);
        puts(".El");
    }
}

int main(void)
{
    static const struct insertion insertions[] = {{"@errata@", print_errata}};

    return insert_at_marks(insertions, 1);
}
