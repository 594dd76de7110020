/* Writes the reference as pages, JSON and CSV, below FOLDER, which has the manual's pages in man/: gen-reference
 * FOLDER */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "facts.h"
#include "pages.h"

enum { LONGEST_PATH = 4096 };

/* The contents to write, and their place. */
struct reference {
    const char *folder;
    json_t *instructions, *rules, *topics;
    struct html page; /* `out` and `root` change with each page */
    bool failed;
};

/* Opens `folder`/`name` for writing. Returns false, and writes nothing else, if that fails. */
static bool open_file(struct reference *r, const char *name)
{
    char path[LONGEST_PATH];

    snprintf(path, sizeof path, "%s/%s", r->folder, name);
    r->page.out = fopen(path, "w");
    if (!r->page.out)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    r->failed |= !r->page.out;
    return r->page.out != NULL;
}

static void close_file(struct reference *r)
{
    r->failed |= ferror(r->page.out) != 0;
    r->failed |= fclose(r->page.out) != 0;
}

static void make_folder(struct reference *r, const char *name)
{
    char path[LONGEST_PATH];

    snprintf(path, sizeof path, "%s/%s", r->folder, name);
    r->failed |= mkdir(path, 0777) != 0 && errno != EEXIST;
}

static void write_instructions(struct reference *r)
{
    const json_t *instruction;
    size_t i;

    r->page.root = "../../";
    json_array_foreach(r->instructions, i, instruction) {
        char name[LONGEST_PATH];

        snprintf(name, sizeof name, "reference/%s/%s.html", fact(instruction, "arch"), fact(instruction, "name"));
        if (!open_file(r, name))
            return;
        write_instruction(&r->page, instruction, r->instructions, r->rules);
        close_file(r);
    }
}

static void write_others(struct reference *r)
{
    r->page.root = "../";
    if (open_file(r, "reference/index.html")) {
        write_index(&r->page, r->instructions, r->topics);
        close_file(r);
    }
    if (open_file(r, "reference/rules.html")) {
        write_rules(&r->page, r->rules);
        close_file(r);
    }
    if (open_file(r, "man/index.html")) {
        write_manual_index(&r->page);
        close_file(r);
    }
}

static void write_data(struct reference *r)
{
    json_t *all = json_pack("{s:s, s:i, s:O, s:O, s:O}", "schema", "sfpu-reference", "version", 1, "instructions",
                            r->instructions, "rules", r->rules, "topics", r->topics);

    if (open_file(r, "reference/instructions.json")) {
        r->failed |= json_dumpf(all, r->page.out, JSON_INDENT(1)) != 0;
        close_file(r);
    }
    if (open_file(r, "reference/instructions.csv")) {
        write_csv(r->page.out, r->instructions);
        close_file(r);
    }
    json_decref(all);
}

static void make_folders(struct reference *r)
{
    make_folder(r, "reference");
    for (unsigned n = 0; n < SFP_ARCHES; n++) {
        char name[LONGEST_PATH];

        snprintf(name, sizeof name, "reference/%s", sfp_arches[n].name);
        make_folder(r, name);
    }
}

static void write_all(struct reference *r)
{
    make_folders(r);
    write_instructions(r);
    write_others(r);
    write_data(r);
}

int main(int argc, char **argv)
{
    struct reference r = {.folder = argc == 2 ? argv[1] : "."};
    char manual[LONGEST_PATH];

    if (argc != 2) {
        fputs("usage: gen-reference FOLDER\n", stderr);
        return 2;
    }
    r.instructions = facts_of_all();
    r.rules = facts_of_rules(r.instructions);
    r.topics = all_topics();
    snprintf(manual, sizeof manual, "%s/man", r.folder);
    r.page = (struct html){.manual = manual, .sections = json_object()};
    write_all(&r);
    json_decref(r.page.sections);
    json_decref(r.instructions);
    json_decref(r.rules);
    json_decref(r.topics);
    return r.failed;
}
