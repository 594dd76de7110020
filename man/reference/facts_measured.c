/* What others measured on silicon of sequences in which an instruction is: silicon.def. */
#include "facts.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { HUNDREDTHS = 100 };

static const struct harness {
    const char *id;
    unsigned hundredths;
} harnesses[] = {
#define HARNESS(id_, arch, name, hundredths_, ...) {#id_, hundredths_},
#include "harness.def"
#undef HARNESS
};

static const struct figure {
    unsigned arch;
    const char *harness;
    unsigned rows, published, ours;
    const char *sequence, *source;
} figures[] = {
#define WORMHOLE SFP_WH
#define BLACKHOLE SFP_BH
#define FIGURE(kernel, arch_, pushed, harness_, rows_, published_, ours_, kind, sequence_, source_, reason) \
    {arch_, #harness_, rows_, published_, ours_, sequence_, source_},
#include "silicon.def"
#undef FIGURE
#undef WORMHOLE
#undef BLACKHOLE
};

/* Hundredths of a cycle that are the harness's. */
static unsigned own_of(const struct figure *figure)
{
    for (size_t i = 0; i < COUNT(harnesses); i++)
        if (strcmp(harnesses[i].id, figure->harness) == 0)
            return harnesses[i].hundredths;
    return 0;
}

/* Does a sequence, "LOAD x 6, MUL", have a word as a word? */
static bool has_word(const char *sequence, const char *word)
{
    const size_t length = strlen(word);

    while (*sequence) {
        const size_t next = strspn(sequence, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

        if (next == length && strncmp(sequence, word, length) == 0)
            return true;
        sequence += next ? next : 1;
    }
    return false;
}

/* The name that sequences have for it: that of a vector instruction without SFP. */
static const char *short_name(const struct sfp_insn *insn)
{
    const char *name = insn->macro;

    if (strncmp(name, "SFP", strlen("SFP")) == 0)
        name += strlen("SFP");
    return *name == '_' ? "STOCHRND" : name;
}

json_t *figures_of(const struct sfp_insn *insn, enum sfp_arch arch)
{
    json_t *list = json_array();

    for (size_t i = 0; i < COUNT(figures); i++) {
        const struct figure *f = &figures[i];
        const bool vector = insn->unit != SFP_UNIT_NONE || insn->id == SFP_I_INCRWC;

        if (vector && f->arch == arch && has_word(f->sequence, short_name(insn)))
            json_array_append_new(list, json_pack("{s:s, s:i, s:f, s:f, s:s}", "sequence", f->sequence, "rows", f->rows,
                                                  "published", (double)f->published / HUNDREDTHS, "ours",
                                                  f->ours + (double)own_of(f) / HUNDREDTHS, "source", f->source));
    }
    return list;
}
