/* The index of the reference: by name, and by task. */
#include "pages.h"

#include <stdbool.h>
#include <string.h>

#include "isa/isa.h"

json_t *all_topics(void)
{
    static const struct row {
        const char *topic, *name, *how;
    } rows[] = {
#define TOPIC(text) {.topic = text},
#define BY(id, how_) {.name = #id, .how = how_},
#include "topics.def"
#undef TOPIC
#undef BY
    };
    json_t *topics = json_array(), *ways = NULL;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].topic) {
            ways = json_array();
            json_array_append_new(topics, json_pack("{s:s, s:o}", "topic", rows[i].topic, "instructions", ways));
        } else {
            json_array_append_new(ways, json_pack("{s:s, s:s}", "name", rows[i].name, "how", rows[i].how));
        }
    }
    return topics;
}

/* Checks that all instructions of topics.def exist. */
#define TOPIC(text)
#define BY(id, how) _Static_assert(SFP_I_##id < SFP_IDS, "an instruction");
#include "topics.def"
#undef TOPIC
#undef BY

static const json_t *find(const json_t *all, const char *arch, const char *name)
{
    const json_t *instruction;
    size_t i;

    json_array_foreach(all, i, instruction)
        if (strcmp(fact(instruction, "arch"), arch) == 0 && strcmp(fact(instruction, "name"), name) == 0)
            return instruction;
    return NULL;
}

/* Writes a cell for each architecture: a link, or nothing if the architecture lacks the instruction. */
static void put_arches(struct html *page, const json_t *all, const char *name)
{
    for (unsigned n = 0; n < SFP_ARCHES; n++) {
        html(page, "<td>");
        if (find(all, sfp_arches[n].name, name))
            html_instruction(page, sfp_arches[n].name, name);
        html(page, "</td>");
    }
}

static void put_heads(struct html *page)
{
    html(page, "<thead><tr>");
    for (unsigned n = 0; n < SFP_ARCHES; n++)
        html(page, "<th>%s</th>", sfp_arches[n].title);
    html(page, "<th></th><th></th></tr></thead><tbody>\n");
}

/* Writes an instruction of a topic, with the topic's text or else the instruction's own description. */
static void put_way(struct html *page, const json_t *all, const json_t *way)
{
    const char *how = fact(way, "how");

    for (unsigned n = 0; n < SFP_ARCHES && !*how; n++)
        how = fact(find(all, sfp_arches[n].name, fact(way, "name")), "what");
    html(page, "<tr class=\"entry\">");
    put_arches(page, all, fact(way, "name"));
    html(page, "<td colspan=\"2\">%s</td></tr>\n", how);
}

static void put_topics(struct html *page, const json_t *all, const json_t *topics)
{
    const json_t *topic, *way;
    size_t i, j;

    html(page, "<h2 id=\"topics\">By task</h2>\n<table class=\"index\">");
    put_heads(page);
    json_array_foreach(topics, i, topic) {
        html(page, "<tr class=\"topic\" id=\"topic-%d\"><th colspan=\"4\" scope=\"rowgroup\">%s</th></tr>\n", (int)i,
             fact(topic, "topic"));
        json_array_foreach(json_object_get(topic, "instructions"), j, way)
            put_way(page, all, way);
    }
    html(page, "</tbody></table>\n");
}

/* Does an earlier row of another architecture have the same instruction? */
static bool came_before(const json_t *all, size_t place)
{
    const char *name = fact(json_array_get(all, place), "name");

    for (size_t i = 0; i < place; i++)
        if (strcmp(fact(json_array_get(all, i), "name"), name) == 0)
            return true;
    return false;
}

static void put_names(struct html *page, const json_t *all, const char *id, const char *heading, bool vector)
{
    const json_t *instruction;
    size_t i;

    html(page, "<h2 id=\"%s\">%s</h2>\n<table class=\"index\">", id, heading);
    put_heads(page);
    json_array_foreach(all, i, instruction) {
        if (json_is_true(json_object_get(instruction, "vector")) != vector || came_before(all, i))
            continue;
        html(page, "<tr class=\"entry\">");
        put_arches(page, all, fact(instruction, "name"));
        html(page, "<td>%s</td><td>%s</td></tr>\n", fact(instruction, "sub_unit"), fact(instruction, "what"));
    }
    html(page, "</tbody></table>\n");
}

/* Writes the search field. A search shows the rows that contain the typed text, and all rows of a topic that
 * contains it. Without the script the page shows all rows. */
static void put_search(struct html *page)
{
    html(page, "<p><label>Search <input id=\"search\" type=\"search\" autocomplete=\"off\"></label></p>\n");
}

static void put_search_script(struct html *page)
{
    fputs("<script>\n"
          "\"use strict\";\n\n"
          "function find(wanted) {\n"
          "    const has = (row) => row.textContent.toLowerCase().includes(wanted);\n\n"
          "    for (const table of document.querySelectorAll(\"table.index tbody\")) {\n"
          "        let topic = null;\n\n"
          "        for (const row of table.rows) {\n"
          "            if (row.className === \"topic\")\n"
          "                topic = row;\n"
          "            row.hidden = !has(row) && !(topic && has(topic));\n"
          "            if (topic && !row.hidden)\n"
          "                topic.hidden = false;\n"
          "        }\n"
          "    }\n"
          "}\n\n"
          "document.getElementById(\"search\").addEventListener(\"input\", (event) =>\n"
          "    find(event.target.value.trim().toLowerCase()));\n"
          "</script>\n",
          page->out);
}

void write_index(struct html *page, const json_t *all, const json_t *topics)
{
    html_begin(page, "Instructions of Tenstorrent's vector unit");
    html(page, "<p>One page for each instruction and architecture, made from the tables that the assembler, the "
               "disassembler and the simulator use. The same facts as data: <a href=\"instructions.json\">JSON</a>, "
               "with the rules, and <a href=\"instructions.csv\">CSV</a>, with one line for each instruction, "
               "architecture and mode, and with semicolons in lists.</p>\n");
    put_search(page);
    put_topics(page, all, topics);
    put_names(page, all, "vector", "Vector instructions", true);
    put_names(page, all, "others", "Instructions around them", false);
    put_search_script(page);
    html_end(page);
}
