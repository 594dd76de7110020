/* Files of a batch: cases run in any order, so no case may write a file that another case reads or writes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "action/voice.h"
#include "batch_parts.h"
#include "base/array.h"
#include "base/paths.h"

/* A file that a case, or the batch itself, reads or writes. */
struct use {
    char *path, *identity;
    const char *role; /* role of the file in messages (base/paths.h) */
    const struct batch_case *owner; /* the case that uses the file; NULL: the batch */
    bool writes;
};

struct uses {
    struct use *list;
    size_t count, room;
    const struct batch_case *owner; /* owner of the files being added */
    bool lost;
};

static void add_use(struct uses *u, const char *path, const char *role, bool writes)
{
    struct use *use;

    if (!path)
        return;
    if (!array_room(&u->list, u->count, &u->room, sizeof *u->list)) {
        u->lost = true;
        return;
    }
    use = &u->list[u->count++];
    *use = (struct use){
        .path = strdup(path), .identity = path_identity(path), .role = role, .owner = u->owner, .writes = writes};
    u->lost |= !use->path || !use->identity;
}

/* Returns whether the descriptor is a regular file, which output would overwrite. A terminal may be both read and
 * written. */
static bool is_regular_file(int descriptor)
{
    struct stat status;

    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

static void add_case(struct uses *u, const struct batch_case *c)
{
    struct file_uses files = {0};

    u->owner = c;
    if (c->options && c->action->list_files)
        c->action->list_files(c->options, &files);
    for (size_t i = 0; i < files.read_count; i++)
        add_use(u, files.reads[i].path, files.reads[i].role, false);
    for (size_t i = 0; i < files.write_count; i++)
        add_use(u, files.writes[i].path, files.writes[i].role, true);
    u->lost |= files.lost;
    file_uses_free(&files);
}

static bool list_uses(struct uses *u, const struct batch_cases *b, const struct batch_options *o)
{
    if (strcmp(o->file, "-") != 0)
        add_use(u, o->file, "the batch", false);
    if (is_regular_file(STDOUT_FILENO))
        add_use(u, "-", "what the batch prints", true);
    add_use(u, o->action.reports.junit, "--junit", true);
    add_use(u, o->action.reports.html, "--html", true);
    add_use(u, o->action.reports.sarif, "--sarif", true);
    for (size_t i = 0; i < b->count; i++)
        add_case(u, &b->cases[i]);
    return !u->lost;
}

/* Order of qsort: by file, outputs before inputs, then in the order of the lines. */
static int by_file(const void *a, const void *b)
{
    const struct use *x = a, *y = b;
    const int order = strcmp(x->identity, y->identity);

    if (order || x->writes != y->writes)
        return order ? order : y->writes - x->writes;
    return (x->owner > y->owner) - (x->owner < y->owner);
}

/* Describes the other user of the writer's file, and the file's other name, if any. The caller frees *text. Returns
 * false without memory. */
static bool describe_other_use(const struct use *writer, const struct use *other, char **text)
{
    const bool same = strcmp(writer->path, other->path) == 0;
    char line[sizeof " of the case of line 4294967295"] = "";

    if (writer->owner && other->owner)
        snprintf(line, sizeof line, " of the case of line %u", other->owner->line);
    return asprintf(text, "%s%s%s%s%s", other->role, line, same ? "" : ", as '", same ? "" : other->path,
                    same ? "" : "',") >= 0;
}

/* Prints the error about a file that `writer` writes and `other` uses. Returns the exit status. */
static int refuse_use(const struct use *writer, const struct use *other)
{
    const struct batch_case *const at = writer->owner ? writer->owner : other->owner;
    const char *const what = other->writes ? "the output of two" : "both input and output";
    const char *const path = strcmp(writer->path, "-") == 0 ? "<stdout>" : writer->path;
    char *who;

    if (!describe_other_use(writer, other, &who))
        return complain_no_memory();
    if (at)
        complain("%s: '%s' is %s: %s and %s", at->place, path, what, who, writer->role);
    else
        complain("'%s' is %s: %s and %s", path, what, who, writer->role);
    free(who);
    return SFP_CANNOT_RUN;
}

static int check_uses(const struct uses *u)
{
    for (size_t i = 0, first = 0; i < u->count; i++) {
        const struct use *const use = &u->list[i];

        if (strcmp(u->list[first].identity, use->identity) != 0)
            first = i;
        if (i > first && u->list[first].writes && *use->identity && (use->owner != u->list[first].owner || !use->owner))
            return refuse_use(&u->list[first], use);
    }
    return 0;
}

/* If an output of a case would replace an existing file, loads every kernel once, so that their sources are known
 * before a case overwrites one of them. */
static void note_sources(const struct batch_cases *b, sfpu_preprocessed *preprocessed)
{
    bool replaces = false;

    for (size_t pass = 0; pass < 2; pass++) /* pass 0: would an output replace a file? pass 1: sources */
        for (size_t i = 0; i < b->count && (pass == 0 || replaces); i++) {
            const struct batch_case *const c = &b->cases[i];
            struct file_uses files = {0};

            if (c->options && c->action->list_files)
                c->action->list_files(c->options, &files);
            if (pass == 0)
                replaces |= file_uses_replace(&files);
            else
                file_uses_note_sources(&files, preprocessed);
            file_uses_free(&files);
        }
}

int batch_cases_apart(const struct batch_cases *b, const struct batch_options *options,
                      sfpu_preprocessed *preprocessed)
{
    struct uses u = {0};
    int status = 0;

    if (!list_uses(&u, b, options))
        status = complain_no_memory();
    if (!status && u.count) {
        qsort(u.list, u.count, sizeof *u.list, by_file);
        status = check_uses(&u);
    }
    if (!status)
        note_sources(b, preprocessed);
    for (size_t i = 0; i < u.count; i++) {
        free(u.list[i].path);
        free(u.list[i].identity);
    }
    free(u.list);
    return status;
}
