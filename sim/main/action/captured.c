/* An action whose words are kept. */
#include "captured.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/said.h"

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A stream into memory, and what has come through it. */
struct kept {
    FILE *file;
    char *text;
    size_t size;
};

/* False without memory. */
static bool keep(struct kept *k)
{
    k->file = open_memstream(&k->text, &k->size);
    return k->file;
}

/* False: not all has come through. */
static bool finish(struct kept *k)
{
    const bool whole = !k->file || (!ferror(k->file) && fflush(k->file) == 0);

    if (k->file)
        fclose(k->file);
    return whole;
}

static void run(struct captured *c, const struct action *action, void *options, FILE *out, FILE *err)
{
    struct action_options *o = options;
    const struct said_streams before = said_to((struct said_streams){out, err});

    o->verdict = &c->verdict;
    c->verdict.status = action->run(options);
    said_to(before);
}

/* False without memory. */
static bool join(struct captured *c, const struct kept *err, const struct kept *out)
{
    c->said = malloc(err->size + out->size + 1);
    if (!c->said)
        return false;
    if (err->text)
        memcpy(c->said, err->text, err->size);
    memcpy(c->said + err->size, out->text, out->size + 1);
    c->errors = err->size;
    c->size = err->size + out->size;
    return true;
}

/* What is said where there is no memory for what there is to say. */
static void lose(struct captured *c)
{
    static const char text[] = "sfpsim: error: not enough memory\n";

    verdict_free(&c->verdict);
    c->verdict = (struct verdict){.status = VERDICT_NOT_RUN};
    free(c->said);
    c->said = strdup(text);
    c->errors = c->size = c->said ? sizeof text - 1 : 0;
}

void captured_run(struct captured *c, const struct action *action, void *options, bool apart)
{
    const double began = now();
    struct kept out = {0}, err = {0};
    bool whole = keep(&out) && (!apart || keep(&err));

    *c = (struct captured){0};
    if (whole)
        run(c, action, options, out.file, apart ? err.file : out.file);
    whole &= finish(&out);
    whole &= finish(&err);
    if (!whole || c->verdict.lost || !join(c, &err, &out))
        lose(c);
    free(out.text);
    free(err.text);
    c->seconds = now() - began;
}

void captured_refuse(struct captured *c, const char *why)
{
    *c = (struct captured){.verdict.status = VERDICT_NOT_RUN};
    if (asprintf(&c->said, "sfpsim: error: %s\n", why) < 0) {
        c->said = NULL;
        lose(c);
        return;
    }
    c->errors = c->size = strlen(c->said);
}

void captured_forget(struct captured *c)
{
    free(c->said);
    c->said = NULL;
    c->size = c->errors = 0;
}

void captured_free(struct captured *c)
{
    verdict_free(&c->verdict);
    captured_forget(c);
}

struct reported_case captured_case(const struct captured *c, const struct action *action, const void *options)
{
    const struct action_options *o = options;
    const char *subject = action->subject(options);

    return (struct reported_case){.name = o->name ? o->name : subject, .kernel = subject, .verdict = &c->verdict,
                                  .output = c->said ? c->said : "", .output_size = c->size, .seconds = c->seconds};
}
