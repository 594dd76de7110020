/* Harnesses: the cycles that a published figure contains besides its kernel (sfpu-silicon(7)). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "action/option_values.h"
#include "action/voice.h"
#include "session.h"
#include "session_parts.h"

/* Whether the figures of a harness were taken with instruction gathering. NONE: the arch has no gathering. */
enum gathered { NONE, OFF, ON, GATHERED };

/* The setting's values, by enum gathered. */
static const char *const gathered_names[GATHERED] = {[OFF] = "off", [ON] = "on"};

struct harness {
    int arch; /* an enum sfpu_arch */
    const char *name;
    enum gathered gathered;
    unsigned hundredths; /* cycles of each pass besides the kernel's words, in hundredths */
    unsigned between;    /* hundredths of cycles of the core between the kernels of two passes; UNKNOWN */
    const char *text, *source;
};

static const struct harness harnesses[] = {
#define UNKNOWN 0
#define HARNESS(id, arch_, name_, gathered_, hundredths_, from, between_, between_from, text_, source_)                \
    {.arch = SFPU_##arch_, .name = name_, .gathered = gathered_, .hundredths = hundredths_, .between = between_,       \
     .text = text_, .source = source_},
#include "harness.def"
#undef HARNESS
};
enum { HARNESSES = sizeof harnesses / sizeof harnesses[0] };

void harness_set_name(struct argp_state *state, char *arg, void *harness)
{
    static const char llk[] = "llk";
    const char **name = harness, *given = arg + strlen(llk);

    *name = "";
    if (strcmp(arg, llk) == 0)
        return;
    if (strncmp(arg, llk, strlen(llk)) != 0 || *given++ != ':') {
        option_error(state, "--harness: '%s' is neither llk nor llk:NAME", arg);
        return;
    }
    for (size_t i = 0; i < HARNESSES; i++)
        if (strcmp(given, harnesses[i].name) == 0)
            *name = given;
    if (!**name)
        option_error(state, "--harness: no harness '%s' was measured", given);
}

/* ---- The harness of a run ---- */

/* Returns the names of an arch's harnesses, "unary, binary", which the caller frees. NULL without memory. */
static char *list_harness_names(int arch)
{
    char *names = NULL;
    size_t size;
    FILE *stream = open_memstream(&names, &size);
    const char *before = "";

    if (!stream)
        return NULL;
    for (size_t i = 0; i < HARNESSES; i++) {
        if (harnesses[i].arch != arch)
            continue;
        fprintf(stream, "%s%s", before, harnesses[i].name);
        before = ", ";
    }
    if (fclose(stream) == 0)
        return names;
    free(names);
    return NULL;
}

/* Returns the first harness with this name, or with any name for "", and with this setting, or with any for NULL. */
static const struct harness *find_harness(int arch, const char *name, const char *gathering)
{
    for (size_t i = 0; i < HARNESSES; i++) {
        const struct harness *h = &harnesses[i];
        const char *own = gathered_names[h->gathered];

        if (h->arch == arch && (!*name || strcmp(name, h->name) == 0)
            && (!gathering || (own && strcmp(own, gathering) == 0)))
            return h;
    }
    return NULL;
}

int harness_choose(sfpu_machine *m, const char *name, const char *gathering, const struct harness **harness)
{
    const int arch = sfpu_machine_arch(m);
    char *known;
    int status;

    *harness = name ? find_harness(arch, name, gathering) : NULL;
    if (*harness || !name)
        return 0;
    if (find_harness(arch, name, NULL))
        return complain("--harness=llk%s%s: nothing was published that was measured with --gathering=%s",
                        *name ? ":" : "", name, gathering);
    known = list_harness_names(arch);
    status = complain("--harness=llk:%s: %s has no such harness; it has %s", name, sfpu_arch_name(arch),
                      known ? known : sfpu_code_text(SFPU_NO_MEMORY));
    free(known);
    return status;
}

int harness_set_gathering(const struct harness *harness, sfpu_machine *m)
{
    const char *gathering = harness ? gathered_names[harness->gathered] : NULL;

    return !gathering || sfpu_set(m, "gathering", gathering) == SFPU_OK ? 0 : complain_for(m, NULL);
}

/* ---- What a figure would be ---- */

/* A kernel's figure in a harness. The thread executes the kernel's words and the harness's; beside it a compiled
 * kernel's core executes the kernel's code and that between two kernels. The longer of them binds. */
struct harness_figure {
    uint64_t words, core;  /* cycles of the kernel alone; core: 0 if it is not compiled */
    double beside, between; /* cycles of the harness, for words and core */
    bool core_binds, is_least; /* is_least: what the core does between kernels is not known, and may bind */
    double total;
};

static double compute_harness_cycles(unsigned hundredths, unsigned long passes)
{
    enum { HUNDREDTHS = 100 };

    return (double)hundredths * (double)passes / HUNDREDTHS;
}

static struct harness_figure compute_figure(const struct harness *harness, sfpu_machine *m, unsigned long passes)
{
    struct sfpu_result result = {.size = sizeof result};
    struct sfpu_core core = {.size = sizeof core};
    struct harness_figure f = {.beside = compute_harness_cycles(harness->hundredths, passes),
                               .between = compute_harness_cycles(harness->between, passes)};
    double core_total;

    sfpu_get_result(m, &result);
    f.words = result.cycles;
    if (sfpu_is_compiled(m) && sfpu_get_core(m, &core) == SFPU_OK) {
        f.words = core.words_cycles;
        f.core = core.core_cycles;
    }
    core_total = (double)f.core + f.between;
    f.total = (double)f.words + f.beside;
    f.core_binds = core_total > f.total;
    f.is_least = f.core && harness->between == UNKNOWN;
    if (f.core_binds)
        f.total = core_total;
    return f;
}

static void print_source(const struct harness *harness)
{
    const char *gathering = gathered_names[harness->gathered];

    fprintf(voice_out(), ": %s, %s%s%s (measured: %s)\n", harness->name, harness->text,
            gathering ? ", gathering " : "", gathering ? gathering : "", harness->source);
}

void harness_print(const struct harness *harness, sfpu_machine *m, unsigned long passes)
{
    const struct harness_figure f = compute_figure(harness, m, passes);

    if (!f.core)
        fprintf(voice_out(), "  kernel %" PRIu64 ", harness %.2f, both %.2f cycles", f.words, f.beside, f.total);
    else if (f.is_least)
        fprintf(voice_out(), "  words %" PRIu64 " + %.2f, core %" PRIu64 " + what is not known: at least %.2f cycles",
                f.words, f.beside, f.core, f.total);
    else
        fprintf(voice_out(), "  words %" PRIu64 " + %.2f, core %" PRIu64 " + %.2f: the %s, %.2f cycles", f.words,
                f.beside, f.core, f.between, f.core_binds ? "core binds" : "words bind", f.total);
    print_source(harness);
}

void harness_json(struct sfp_json *j, const struct harness *harness, sfpu_machine *m, unsigned long passes)
{
    struct harness_figure f;

    if (!harness) {
        json_nothing(j, "harness");
        return;
    }
    f = compute_figure(harness, m, passes);
    json_begin(j, "harness");
    json_text(j, "name", harness->name);
    json_double(j, "cycles", f.core_binds ? f.between : f.beside);
    json_double(j, "total", f.total);
    json_bool(j, "least", f.is_least);
    json_text_or_null(j, "binds", !f.core ? NULL : f.core_binds ? "core" : "words");
    json_text_or_null(j, "gathering", gathered_names[harness->gathered]);
    json_text(j, "source", harness->source);
    json_end(j);
}
