/* Published measurements of sequences that contain an instruction: silicon.def. */
#include "facts.h"

#include <string.h>

#include "../table_rows.h"

/* Does a sequence, such as "LOAD x 6, MUL", contain `word` as a whole word? */
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

/* Returns the instruction's name in sequences: vector instructions lose their SFP. */
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

    for (size_t i = 0; i < figure_row_count; i++) {
        const struct figure_row *f = &figure_rows[i];
        const bool vector = insn->unit != SFP_UNIT_NONE || insn->id == SFP_I_INCRWC;

        if (vector && f->arch == arch && has_word(f->sequence, short_name(insn)))
            json_array_append_new(list, json_pack("{s:s, s:i, s:f, s:f, s:s}", "sequence", f->sequence, "rows", f->rows,
                                                  "published", figure_published(f), "ours", figure_ours(f), "source",
                                                  f->source));
    }
    return list;
}
