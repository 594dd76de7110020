/* Gaps that are tried before a run. */
#include "perturb/perturbation.h"

#include "lib.h"

_Static_assert((int)SFPU_MOST_GAP == (int)SFP_MOST_GAP, "gaps that are tried");
_Static_assert(SFPU_MOST_WORKERS == 256, "the number that objection() has in a text");

static int code_of(sfpu_machine *m, enum sfp_run_status status)
{
    switch (status) {
    case SFP_RUN_DONE:
        return SFPU_OK;
    case SFP_RUN_REFUSED:
        return lib_fail(m, SFPU_REFUSED, "%s", sfpu_code_text(SFPU_REFUSED));
    case SFP_RUN_DEADLOCK:
        return lib_fail(m, SFPU_DEADLOCK, "%s", sfpu_code_text(SFPU_DEADLOCK));
    case SFP_RUN_NO_MEMORY:
        break;
    }
    return lib_no_memory(m);
}

static int print(sfpu_machine *m, const struct sfp_perturbed *result, const struct sfp_perturb_options *options,
                 bool json, sfpu_write *write, void *context)
{
    FILE *stream = lib_stream(m, write, context);
    bool printed;

    if (!stream)
        return lib_no_memory(m);
    if (json)
        printed = sfp_perturbed_print_json(result, options, stream);
    else
        printed = sfp_perturbed_print(result, options, m->policy.most, stream);
    fclose(stream);
    if (!printed)
        return lib_no_memory(m);
    return result->count ? SFPU_DIFFERENT : SFPU_OK;
}

/* Why it cannot be tried, or NULL. */
static const char *objection(const sfpu_machine *m, const struct sfpu_perturbing *what)
{
    if (what->most < 1 || what->most > SFPU_MOST_GAP)
        return "gaps are of 1 to 64 cycles";
    if (what->each && !what->workers)
        return "no workers";
    if (what->each && what->workers > SFPU_MOST_WORKERS)
        return "at most 256 workers";
    if (m->running.untimed)
        return "gaps are of runs in time";
    if (m->compiled)
        return "when words are pushed is for the core of a compiled kernel to say: its words can be recorded";
    return m->stepping ? "a run is under way" : NULL;
}

int sfpu_perturb(sfpu_machine *m, unsigned long passes, const struct sfpu_perturbing *perturbing, sfpu_write *write,
                 void *context)
{
    struct sfpu_perturbing what = {0};
    struct sfp_perturbed result;
    struct sfp_perturb_options options;
    const char *why;
    int code;

    if (!m || !passes || !perturbing || !write)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no passes, nothing to try or nobody to tell");
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (!lib_take(&what, sizeof what, perturbing))
        return lib_given(m, false);
    if (!m->has_program)
        return lib_fail(m, SFPU_NO_PROGRAM, "%s", sfpu_code_text(SFPU_NO_PROGRAM));
    why = objection(m, &what);
    if (why)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%s", why);
    if ((code = lib_pace(m)) != SFPU_OK)
        return code;
    options = (struct sfp_perturb_options){
        .start = m->m, .kernel = &m->kernel, .gaps = lib_gaps(m), .passes = passes,
        .ignore_waits = m->running.ignore_waits, .most = what.most, .pairs = what.pairs,
        .workers = what.each ? what.workers : 1, .each = what.each, .each_context = what.each_context};
    lib_tell_begin(m); /* `each` is the caller's */
    code = code_of(m, sfp_perturb(&options, &result));
    lib_tell_end(m);
    if (code != SFPU_OK)
        return code;
    code = print(m, &result, &options, what.json, write, context);
    sfp_perturbed_free(&result);
    return code;
}
