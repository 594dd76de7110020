/* The page of the rules, each with its source and the instructions that it concerns. */
#include "pages.h"

#include <stdbool.h>
#include <string.h>

#include "isa/arch.h"

enum { MOST_SHOWN = 30 }; /* the largest number of a rule's instructions that are shown at once */

/* Writes the instructions of an architecture among names of the form "arch/NAME". */
static void put_of_arch(struct html *page, const json_t *instructions, const char *arch, const char *title)
{
    const size_t length = strlen(arch);
    const json_t *instruction;
    bool headed = false;
    size_t i;

    json_array_foreach(instructions, i, instruction) {
        const char *name = json_string_value(instruction);

        if (strncmp(name, arch, length) != 0 || name[length] != '/')
            continue;
        html(page, headed ? " " : "<br>%s: ", title);
        headed = true;
        html(page, "<a href=\"%s.html\">%s</a>", name, name + length + 1);
    }
}

static void put_concerned(struct html *page, const json_t *instructions)
{
    const bool many = json_array_size(instructions) > MOST_SHOWN;

    if (many)
        html(page, "<details><summary>%d instructions</summary>", (int)json_array_size(instructions));
    for (unsigned n = 0; n < SFP_ARCHES; n++)
        put_of_arch(page, instructions, sfp_arches[n].name, sfp_arches[n].title);
    html(page, many ? "</details>" : "");
}

/* Writes the number of words that a queue holds on each architecture. */
static void put_words(struct html *page, const json_t *words)
{
    for (unsigned n = 0; words && n < SFP_ARCHES; n++)
        html(page, "%s%d words on %s", n ? ", " : ": ", number(words, sfp_arches[n].name), sfp_arches[n].title);
}

static void put_source(struct html *page, const json_t *rule)
{
    html(page, " <span class=\"source\">");
    if (*fact(rule, "provenance"))
        html(page, "<em>%s</em> ", fact(rule, "provenance"));
    html_source(page, fact(rule, "source"));
    html(page, "</span>");
}

/* Writes the rule's name, as a link if a page of the manual has an entry for the rule. */
static void put_rule_name(struct html *page, const char *kind, const char *name)
{
    if (strcmp(kind, "findings") == 0 || strcmp(kind, "errata") == 0)
        html(page, "<a href=\"%sman/sfpu-%s.7.html#%s\">%s</a>", page->root, kind, name, name);
    else
        html(page, "%s", name);
}

static void put_rule(struct html *page, const char *kind, const json_t *rule)
{
    html(page, "<dt id=\"%s-%s\">", kind, fact(rule, "name"));
    put_rule_name(page, kind, fact(rule, "name"));
    if (*fact(rule, "severity"))
        html(page, " <span class=\"severity\">%s</span>", fact(rule, "severity"));
    html(page, "</dt>\n<dd>%s%s%s", fact(rule, "text"), *fact(rule, "mends") ? ". What helps: " : "",
         fact(rule, "mends"));
    put_words(page, json_object_get(rule, "words"));
    put_source(page, rule);
    put_concerned(page, json_object_get(rule, "instructions"));
    html(page, "</dd>\n");
}

static void put_kind(struct html *page, const json_t *rules, const char *kind, const char *heading)
{
    const json_t *rule;
    size_t i;

    html(page, "<h2 id=\"%s\">%s</h2>\n<dl class=\"rules\">\n", kind, heading);
    json_array_foreach(json_object_get(rules, kind), i, rule)
        put_rule(page, kind, rule);
    html(page, "</dl>\n");
}

void write_rules(struct html *page, const json_t *rules)
{
    html_begin(page, "Rules");
    html(page, "<p><a href=\"%sman/sfpu-timing.7.html#DESCRIPTION\">sfpu-timing(7)</a> explains <em>documented</em>, "
               "<em>measured</em>, <em>derived</em> and <em>chosen</em>. "
               "<a href=\"%sman/sfpu-findings.7.html\">sfpu-findings(7)</a> has a kernel for each finding, "
               "<a href=\"%sman/sfpu-errata.7.html\">sfpu-errata(7)</a> all about each fault of the hardware.</p>\n",
         page->root, page->root, page->root);
    put_kind(page, rules, "errata", "Faults of the hardware");
    put_kind(page, rules, "quirks", "Rules of time");
    put_kind(page, rules, "queues", "Queues of the front end");
    put_kind(page, rules, "stalls", "Why the thread issues nothing");
    put_kind(page, rules, "findings", "What sfpsim reports");
    put_kind(page, rules, "schedules", "Rules of schedules");
    put_kind(page, rules, "situations",
             "Situations in which a cycle of sfpsim takes more than to execute the thread's instruction");
    html_end(page);
}
