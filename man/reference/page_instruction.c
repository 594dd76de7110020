/* The page of an instruction on an architecture. */
#include "pages.h"

#include <stdbool.h>
#include <string.h>

#include "draw_word.h"
#include "isa/arch.h"
#include "play_link.h"

/* The instruction of a page, and the facts that it is compared with. */
struct subject {
    struct html *page;
    const json_t *instruction, *rules;
    const json_t *other; /* the same instruction on the other architecture, or NULL */
};

static const char *title_of(const char *arch)
{
    for (unsigned n = 0; n < SFP_ARCHES; n++)
        if (strcmp(sfp_arches[n].name, arch) == 0)
            return sfp_arches[n].title;
    return arch;
}

static const json_t *other_of(const json_t *instruction, const json_t *all)
{
    const json_t *other;
    size_t i;

    json_array_foreach(all, i, other)
        if (other != instruction && strcmp(fact(other, "name"), fact(instruction, "name")) == 0)
            return other;
    return NULL;
}

static void put_heading(const struct subject *s)
{
    struct html *page = s->page;
    const json_t *differs;

    html(page, "<p class=\"what\">%s</p>\n", *fact(s->instruction, "what") ? fact(s->instruction, "what")
                                                                           : "Only the name and the fields are known");
    if (!s->other) {
        html(page, "<p class=\"arch\">%s only.</p>\n", title_of(fact(s->instruction, "arch")));
        return;
    }
    html(page, "<p class=\"arch\">On <a href=\"../%s/%s.html\">%s</a> ", fact(s->other, "arch"),
         fact(s->instruction, "name"), title_of(fact(s->other, "arch")));
    differs = json_object_get(json_object_get(s->instruction, "others"), fact(s->other, "arch"));
    if (json_array_size(differs) == 0)
        html(page, "the instruction is the same.");
    else
        html(page, "these differ: ");
    html_texts(page, differs);
    html(page, "</p>\n");
}

static void put_forms(const struct subject *s)
{
    html(s->page, "<dl class=\"forms\"><dt>GNU</dt><dd><code>%s</code></dd>\n", fact(s->instruction, "gnu_form"));
    if (strcmp(fact(s->instruction, "gnu_form"), fact(s->instruction, "gnu_full_form")) != 0)
        html(s->page, "<dt>in full</dt><dd><code>%s</code></dd>\n", fact(s->instruction, "gnu_full_form"));
    html(s->page, "<dt>macro</dt><dd><code>%s</code></dd></dl>\n", fact(s->instruction, "macro_form"));
}

/* Returns the item of the other architecture's list with the same value of `key`, or NULL. */
static const json_t *counterpart(const struct subject *s, const char *list, const char *key, const json_t *item)
{
    const json_t *other;
    size_t i;

    json_array_foreach(json_object_get(s->other, list), i, other)
        if (json_equal(json_object_get(other, key), json_object_get(item, key)))
            return other;
    return NULL;
}

/* Returns "differs" if the row differs from the other architecture's, else "same". */
static const char *row_class(const struct subject *s, const char *list, const char *key, const json_t *item)
{
    const json_t *other = counterpart(s, list, key, item);

    return s->other && !(other && json_equal(other, item)) ? "differs" : "same";
}

static void put_bits(struct html *page, const json_t *field)
{
    const int low = number(field, "lsb"), high = low + number(field, "width") - 1;

    html(page, high == low ? "%d" : "%d:%d", high, low);
}

static void put_fields(const struct subject *s)
{
    const json_t *field;
    size_t i;

    html(s->page, "<h2 id=\"word\">Word</h2>\n");
    draw_word(s->page, s->instruction);
    html(s->page, "<table><thead><tr><th>Field</th><th>Bits</th><th>Kind</th><th></th></tr></thead><tbody>\n");
    json_array_foreach(json_object_get(s->instruction, "fields"), i, field) {
        html(s->page, "<tr class=\"%s\"><td>%s</td><td>", row_class(s, "fields", "name", field), fact(field, "name"));
        put_bits(s->page, field);
        html(s->page, "</td><td>%s</td><td>", fact(field, "kind"));
        if (json_is_integer(json_object_get(field, "fixed")))
            html(s->page, "left out in GNU form, which sets %d", number(field, "fixed"));
        html(s->page, "</td></tr>\n");
    }
    html(s->page, "</tbody></table>\n");
}

/* ---- Modes ---- */

static void put_mode(const struct subject *s, const json_t *mode)
{
    const json_t *other = counterpart(s, "modes", "value", mode);

    html(s->page, "<tr class=\"%s\"><td>%d</td><td><code>%s</code></td><td>%s", row_class(s, "modes", "value", mode),
         number(mode, "value"), fact(mode, "name"), fact(mode, "meaning"));
    if (other && strcmp(fact(other, "meaning"), fact(mode, "meaning")) != 0)
        html(s->page, "<br><span class=\"other\">%s: %s</span>", title_of(fact(s->other, "arch")),
             fact(other, "meaning"));
    html(s->page, "</td><td>%d</td><td>", number(mode, "latency"));
    html_texts(s->page, json_object_get(mode, "reads"));
    html(s->page, "</td><td>");
    html_texts(s->page, json_object_get(mode, "writes"));
    html(s->page, "</td><td>%s</td></tr>\n", json_is_true(json_object_get(mode, "gnu")) ? "" : "not in GNU as");
}

static void put_options(const struct subject *s)
{
    const json_t *option;
    size_t i;

    if (json_array_size(json_object_get(s->instruction, "options")) == 0)
        return;
    html(s->page, "<p>Bits of the mode that are options:</p>\n<table><tbody>\n");
    json_array_foreach(json_object_get(s->instruction, "options"), i, option)
        html(s->page, "<tr class=\"%s\"><td>%d</td><td><code>%s</code></td><td>%s</td></tr>\n",
             row_class(s, "options", "bit", option), number(option, "bit"), fact(option, "name"), fact(option, "text"));
    html(s->page, "</tbody></table>\n");
}

static void put_aliases(const struct subject *s)
{
    const json_t *alias;
    size_t i;

    json_array_foreach(json_object_get(s->instruction, "aliases"), i, alias)
        html(s->page, "%s%d as %d", i ? ", " : "<p>Modes that are not documented, and that act as another mode: ",
             number(alias, "value"), number(alias, "of"));
    html(s->page, i ? ".</p>\n" : "");
}

static void put_lane_config(struct html *page, const json_t *bits)
{
    const json_t *field;
    size_t i;

    json_array_foreach(bits, i, field) {
        html(page, i ? "<br>" : ":<br>");
        put_bits(page, field);
        html(page, " %s: %s", fact(field, "name"), fact(field, "text"));
    }
}

static void put_targets(const struct subject *s)
{
    const json_t *target;
    size_t i;

    if (json_array_size(json_object_get(s->instruction, "targets")) == 0)
        return;
    html(s->page, "<p>Targets that the instruction %s:</p>\n<table><tbody>\n",
         strcmp(fact(s->instruction, "name"), "SFPMOV") == 0 ? "reads in mode FROM_SPECIAL by its VC"
                                                             : "writes by its VD");
    json_array_foreach(json_object_get(s->instruction, "targets"), i, target) {
        const int first = number(target, "first"), last = first + number(target, "count") - 1;

        html(s->page, first == last ? "<tr><td>%d</td><td>" : "<tr><td>%d\u2013%d</td><td>", first, last);
        html(s->page, "%s", fact(target, "text"));
        put_lane_config(s->page, json_object_get(target, "bits"));
        html(s->page, "</td></tr>\n");
    }
    html(s->page, "</tbody></table>\n");
}

static void put_modes(const struct subject *s)
{
    const json_t *mode;
    size_t i;

    if (json_array_size(json_object_get(s->instruction, "modes")) == 0)
        return;
    html(s->page,
         "<h2 id=\"modes\">Modes</h2>\n<table class=\"modes\"><thead><tr><th>Mode</th><th>Name</th><th>Does</th>"
         "<th>Latency</th><th>Reads</th><th>Writes</th><th></th></tr></thead><tbody>\n");
    json_array_foreach(json_object_get(s->instruction, "modes"), i, mode)
        put_mode(s, mode);
    html(s->page, "</tbody></table>\n");
    put_options(s);
    put_aliases(s);
    put_targets(s);
}

/* ---- Time ---- */

/* Writes a sentence with the modes for which it holds, unless it holds for no mode. */
static void put_of_modes(const struct subject *s, const char *list, const char *text)
{
    const json_t *modes = json_object_get(json_object_get(s->instruction, "time"), list);

    if (json_array_size(modes) == 0)
        return;
    html(s->page, "<li>");
    if (json_array_size(modes) != json_array_size(json_object_get(s->instruction, "modes"))) {
        html(s->page, "Modes ");
        html_numbers(s->page, modes);
        html(s->page, ": ");
    }
    html(s->page, "%s</li>\n", text);
}

/* Returns the modes of all scoreboard rows equal to `row`, or an empty list if an earlier row is equal. */
static json_t *modes_like(const json_t *rows, const json_t *row, size_t place)
{
    json_t *modes = json_array(), *other;
    size_t i;

    json_array_foreach(rows, i, other) {
        if (!json_equal(json_object_get(other, "missed"), json_object_get(row, "missed"))
            || !json_equal(json_object_get(other, "needless"), json_object_get(row, "needless")))
            continue;
        if (i < place) {
            json_array_clear(modes);
            break;
        }
        json_array_append(modes, json_object_get(other, "mode"));
    }
    return modes;
}

static void put_seen(struct html *page, const json_t *row, const json_t *modes)
{
    const json_t *missed = json_object_get(row, "missed"), *needless = json_object_get(row, "needless");

    html(page, json_array_size(modes) > 1 ? "<li>Modes " : "<li>Mode ");
    html_numbers(page, modes);
    html(page, " directly after a multiply-add:");
    if (json_array_size(missed)) {
        html(page, " the instruction does not wait for ");
        html_texts(page, missed);
        html(page, ", and gets the old value.");
    }
    if (json_array_size(needless)) {
        html(page, " The instruction waits for ");
        html_texts(page, needless);
        html(page, ", which it does not read.");
    }
    html(page, "</li>\n");
}

static void put_scoreboard(const struct subject *s)
{
    const json_t *rows = json_object_get(json_object_get(s->instruction, "time"), "scoreboard"), *row;
    size_t i;

    json_array_foreach(rows, i, row) {
        json_t *modes = modes_like(rows, row, i);

        if (json_array_size(modes))
            put_seen(s->page, row, modes);
        json_decref(modes);
    }
}

static void put_time(const struct subject *s)
{
    const json_t *time = json_object_get(s->instruction, "time");
    const bool readers_wait = json_is_true(json_object_get(time, "readers_wait"));

    html(s->page, "<h2 id=\"time\">Time</h2>\n<ul>\n");
    if (*fact(s->instruction, "sub_unit"))
        html(s->page, "<li>Sub-unit %s.</li>\n", fact(s->instruction, "sub_unit"));
    put_of_modes(s, "late_modes",
                 readers_wait ? "The result can be read after two cycles. A reader in the next cycle waits one cycle, "
                                "if the scoreboard sees the read."
                              : "The result can be read after two cycles. A reader in the next cycle gets the old "
                                "value, unless it is held.");
    put_of_modes(s, "holds_others_modes", "The next vector instruction waits one cycle, unless it is SFPNOP.");
    put_of_modes(s, "port_clash_modes",
                 "May not come in the cycle after SFPSHFT2 in modes 2 to 4, which needs the same write port.");
    put_scoreboard(s);
    if (json_array_size(json_object_get(time, "late_modes")) == 0 && *fact(s->instruction, "sub_unit"))
        html(s->page, "<li>The result can be read in the next cycle, without a wait.</li>\n");
    if (number(time, "matrix_cycles") > 1)
        html(s->page, "<li>The matrix unit works on it for %d cycles.</li>\n", number(time, "matrix_cycles"));
    if (json_array_size(json_object_get(time, "stallwait_bits"))) {
        html(s->page, "<li>These bits in the first operand of STALLWAIT and SEMWAIT hold it: ");
        html_numbers(s->page, json_object_get(time, "stallwait_bits"));
        html(s->page, ".</li>\n");
    }
    if (*fact(s->instruction, "guard"))
        html(s->page,
             "<li>Write guard %s: <a href=\"%sman/sfpu-semantics.7.html#WRITE_GUARDS\">sfpu-semantics(7)</a>.</li>\n",
             fact(s->instruction, "guard"), s->page->root);
    if (json_is_true(json_object_get(s->instruction, "loads_template")))
        html(s->page,
             "<li>With a VD of 12 to 15 the instruction is not executed: it becomes template 0 to 3 of SFPLOADMACRO."
             "</li>\n");
    html(s->page, "<li>sfpsim: %s.</li>\n</ul>\n", fact(s->instruction, "simulated"));
}

/* Writes where a template's second source is if the loaded register replaces VC. */
static void put_vb(const struct subject *s, const json_t *own_vb_modes)
{
    const size_t own = json_array_size(own_vb_modes), all = json_array_size(json_object_get(s->instruction, "modes"));

    if (own == 0 || own == all) {
        html(s->page, own ? "VB" : "VD");
        return;
    }
    html(s->page, "VB in modes ");
    html_numbers(s->page, own_vb_modes);
    html(s->page, ", and VD in the other modes");
}

/* Writes the effects of the override on a scheduled instruction. */
static void put_override(const struct subject *s, const json_t *scheduled)
{
    if (strcmp(fact(s->instruction, "sub_unit"), "store") == 0) {
        html(s->page, "<li>It stores the loaded register, or the register of the template's VD, or L16, to the address "
                      "of the load.</li>\n");
        return;
    }
    if (json_is_true(json_object_get(scheduled, "reads_register"))) {
        html(s->page,
             "<li>The loaded register replaces VB, and the other source is the template's %s. Or it replaces VC, and "
             "the other source is the template's ",
             fact(scheduled, "vc_field"));
        put_vb(s, json_object_get(scheduled, "own_vb_modes"));
        html(s->page, ".</li>\n");
    }
    if (json_is_true(json_object_get(scheduled, "writes_register")))
        html(s->page, "<li>The result goes to the loaded register, or to L16.</li>\n");
}

static void put_scheduled(const struct subject *s)
{
    const json_t *scheduled = json_object_get(s->instruction, "scheduled");

    if (!*fact(s->instruction, "sub_unit"))
        return;
    html(s->page, "<h2 id=\"scheduled\">Scheduled</h2>\n");
    if (json_array_size(json_object_get(scheduled, "sub_units")) == 0) {
        html(s->page, "<p>A macro may not schedule it.</p>\n");
        return;
    }
    html(s->page, "<ul>\n<li>A macro may schedule it on ");
    html_texts(s->page, json_object_get(scheduled, "sub_units"));
    html(s->page, ".</li>\n");
    put_override(s, scheduled);
    html(s->page,
         "</ul>\n<p>A macro's sequence selects between them: "
         "<a href=\"%sman/sfpu-timing.7.html#Field_overrides\">sfpu-timing(7)</a>.</p>\n",
         s->page->root);
}

/* ---- Rules ---- */

static const json_t *named(const json_t *list, const char *name)
{
    const json_t *item;
    size_t i;

    json_array_foreach(list, i, item)
        if (strcmp(fact(item, "name"), name) == 0)
            return item;
    return NULL;
}

static void put_rule(const struct subject *s, const char *kind, const json_t *rule)
{
    html(s->page, "<tr><td><a href=\"%sreference/rules.html#%s-%s\">%s</a></td><td>%s</td><td>%s%s%s</td><td>",
         s->page->root, kind, fact(rule, "name"), fact(rule, "name"), fact(rule, "severity"), fact(rule, "text"),
         *fact(rule, "mends") ? ". What helps: " : "", fact(rule, "mends"));
    if (*fact(rule, "provenance"))
        html(s->page, "<em>%s</em>, ", fact(rule, "provenance"));
    html_source(s->page, fact(rule, "source"));
    html(s->page, "</td></tr>\n");
}

static void put_rules(const struct subject *s, const char *kind, const char *heading)
{
    const json_t *names = json_object_get(json_object_get(s->instruction, "rules"), kind), *name;
    size_t i;

    if (json_array_size(names) == 0)
        return;
    html(s->page, "<h2 id=\"%s\">%s</h2>\n<table class=\"rules\"><tbody>\n", kind, heading);
    json_array_foreach(names, i, name)
        put_rule(s, kind, named(json_object_get(s->rules, kind), json_string_value(name)));
    html(s->page, "</tbody></table>\n");
}

static void put_measured(const struct subject *s)
{
    const json_t *figure;
    size_t i;

    if (json_array_size(json_object_get(s->instruction, "measured")) == 0)
        return;
    html(s->page, "<h2 id=\"measured\">Measured on silicon</h2>\n<table><thead><tr><th>Sequence</th><th>Rows</th>"
                  "<th>Published, cycles of the rows</th><th>sfpsim</th><th>Source</th></tr></thead><tbody>\n");
    json_array_foreach(json_object_get(s->instruction, "measured"), i, figure) {
        char published[40], ours[40];

        snprintf(published, sizeof published, "%.2f", json_real_value(json_object_get(figure, "published")));
        snprintf(ours, sizeof ours, "%.2f", json_real_value(json_object_get(figure, "ours")));
        html(s->page, "<tr><td>%s</td><td>%d</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", fact(figure, "sequence"),
             number(figure, "rows"), published, ours, fact(figure, "source"));
    }
    html(s->page,
         "</tbody></table>\n<p>Others measured these figures; "
         "<a href=\"%sman/sfpu-silicon.7.html\">sfpu-silicon(7)</a> says how they are compared.</p>\n",
         s->page->root);
}

static void put_example(const struct subject *s)
{
    const json_t *example = json_object_get(s->instruction, "example");

    html(s->page, "<h2 id=\"example\">Example</h2>\n");
    if (!json_is_object(example)) {
        html(s->page, "<p>No example. In sfpsim the instruction is: %s.</p>\n", fact(s->instruction, "simulated"));
        return;
    }
    html(s->page, "<pre>%s</pre>\n<p>", fact(example, "source"));
    play_link(s->page, s->instruction);
    html(s->page, ", or run it: <code>sfpsim kernel.s %s --timeline</code>.</p>\n", fact(example, "options"));
}

void write_instruction(struct html *page, const json_t *instruction, const json_t *all, const json_t *rules)
{
    const struct subject s = {page, instruction, rules, other_of(instruction, all)};
    char title[100];

    snprintf(title, sizeof title, "%s on %s", fact(instruction, "name"), title_of(fact(instruction, "arch")));
    html_begin(page, title);
    put_heading(&s);
    put_forms(&s);
    put_fields(&s);
    put_modes(&s);
    put_time(&s);
    put_scheduled(&s);
    put_rules(&s, "errata", "Faults of the hardware");
    put_rules(&s, "quirks", "Rules of time");
    put_rules(&s, "findings", "Findings of sfpsim");
    put_rules(&s, "schedules", "Rules of schedules");
    put_measured(&s);
    put_example(&s);
    html(page, "<p>In the manual: <a href=\"%sman/sfpu.7.html#%s\">sfpu(7)</a>.</p>\n", page->root,
         fact(instruction, "vendor_name"));
    html_end(page);
}
