/* What the C preprocessor made of sources, kept by the command lines that it was called with. */
#include "preprocess.h"

#include "util/text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A command line, and what came of it. */
struct entry {
    struct text command; /* its words, each with its NUL */
    struct preprocessor_run run;
    enum { RUNS, DONE, FAILED } state;
    struct entry *next;
};

struct sfp_preprocessed {
    pthread_mutex_t lock; /* of entries and their states */
    pthread_cond_t changed;
    struct entry *entries;
};

struct sfp_preprocessed *sfp_preprocessed_new(void)
{
    struct sfp_preprocessed *kept = calloc(1, sizeof *kept);

    if (!kept)
        return NULL;
    pthread_mutex_init(&kept->lock, NULL);
    pthread_cond_init(&kept->changed, NULL);
    return kept;
}

static void free_entry(struct entry *e)
{
    text_free(&e->command);
    sfp_buffer_free(&e->run.text);
    sfp_buffer_free(&e->run.messages);
    free(e);
}

void sfp_preprocessed_free(struct sfp_preprocessed *kept)
{
    if (!kept)
        return;
    while (kept->entries) {
        struct entry *e = kept->entries;

        kept->entries = e->next;
        free_entry(e);
    }
    pthread_cond_destroy(&kept->changed);
    pthread_mutex_destroy(&kept->lock);
    free(kept);
}

/* NULL without memory. */
static struct entry *entry_for(char *const *argv)
{
    struct entry *e = calloc(1, sizeof *e);

    for (; e && *argv; argv++)
        text_add(&e->command, *argv, strlen(*argv) + 1);
    if (e && e->command.failed) {
        free_entry(e);
        return NULL;
    }
    return e;
}

static bool copy_buffer(const struct sfp_buffer *from, struct sfp_buffer *to)
{
    *to = (struct sfp_buffer){.data = malloc(from->size + 2), .size = from->size};
    if (!to->data)
        return false;
    if (from->size > 0) /* what is empty may have no place */
        memcpy(to->data, from->data, from->size);
    memset(to->data + from->size, 0, 2);
    return true;
}

static bool copy_run(const struct preprocessor_run *from, struct preprocessor_run *to, char **error)
{
    *error = NULL;
    *to = (struct preprocessor_run){0};
    if (copy_buffer(&from->text, &to->text) && copy_buffer(&from->messages, &to->messages))
        return true;
    sfp_buffer_free(&to->text);
    *to = (struct preprocessor_run){0};
    return false;
}

/* The entry of this command, which is `own` if there was none yet; then its run is the caller's to do. */
static struct entry *find(struct sfp_preprocessed *kept, struct entry *own)
{
    struct entry *e;

    pthread_mutex_lock(&kept->lock);
    for (e = kept->entries; e; e = e->next)
        if (e->command.size == own->command.size && memcmp(e->command.data, own->command.data, own->command.size) == 0)
            break;
    if (!e) {
        e = own;
        e->next = kept->entries;
        kept->entries = e;
    }
    while (e != own && e->state == RUNS)
        pthread_cond_wait(&kept->changed, &kept->lock);
    pthread_mutex_unlock(&kept->lock);
    return e;
}

/* Does the run of an entry, and keeps a copy. */
static bool run_first(struct sfp_preprocessed *kept, run_preprocessor *run, char *const *argv, const char *path,
                      struct entry *e, struct preprocessor_run *result, char **error)
{
    const bool done = run(argv, path, result, error);
    char *lack;
    const bool copied = done && copy_run(result, &e->run, &lack);

    pthread_mutex_lock(&kept->lock);
    e->state = copied ? DONE : FAILED;
    pthread_cond_broadcast(&kept->changed);
    pthread_mutex_unlock(&kept->lock);
    return done;
}

bool preprocessed_get(struct sfp_preprocessed *kept, run_preprocessor *run, char *const *argv, const char *path,
                      struct preprocessor_run *result, char **error)
{
    struct entry *own = kept ? entry_for(argv) : NULL, *e;

    if (!own)
        return run(argv, path, result, error);
    e = find(kept, own);
    if (e == own)
        return run_first(kept, run, argv, path, e, result, error);
    free_entry(own);
    return e->state == DONE ? copy_run(&e->run, result, error) : run(argv, path, result, error);
}
