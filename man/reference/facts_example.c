/* The example kernel of an instruction: examples.def. */
#include "facts.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_OPTIONS = 1000 };

static const struct example {
    enum sfp_id id;
    unsigned archs;
    const char *format, *input, *settings, *source;
} examples[] = {
#define EXAMPLE(id_, archs_, format_, input_, settings_, source_) \
    {SFP_I_##id_, archs_, format_, input_, settings_, source_},
#include "examples.def"
#undef EXAMPLE
};

/* Returns settings, "init=llk addr-mod=3:2", as options of sfpsim. */
static json_t *as_options(const char *settings)
{
    char options[LONGEST_OPTIONS] = "--";
    size_t used = strlen(options);

    for (; *settings && used < sizeof options - strlen(" --"); settings++) {
        options[used++] = *settings;
        if (*settings == ' ')
            used += (size_t)sprintf(options + used, "--");
    }
    options[used] = '\0';
    return json_string(options);
}

json_t *example_of(const struct sfp_insn *insn, enum sfp_arch arch)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const struct example *example = &examples[i];

        if (example->id == insn->id && sfp_row_is_of(example->archs, arch))
            return json_pack("{s:o, s:s, s:s, s:s, s:o}", "source",
                             json_sprintf("    .arch %s\n%s", sfp_arch_name(arch), example->source), "format",
                             example->format, "input", example->input, "settings", example->settings, "options",
                             as_options(example->settings));
    }
    return json_null();
}
