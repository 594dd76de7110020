/* Writes an input as a source, from which sfpasm makes the same words for the same arch. */
#include "dis.h"

#include <stdlib.h>

#include "isa/init_state.h"

/* Appends the instructions of the input. Returns false as dis_source(). */
static bool add_instructions(const struct dis_settings *settings, struct dis_input *input, struct text *source,
                             char **error)
{
    char *listing = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&listing, &size);
    bool done = false;

    if (stream) {
        done = dis_print(settings, input, stream, error);
        done = fclose(stream) == 0 && listing && done; /* fclose() leaves NULL if memory runs out */
    }
    if (done)
        text_add(source, listing, size);
    free(listing);
    return done && !source->failed;
}

bool dis_source(const struct dis_settings *settings, const struct dis_origin *origin, struct text *source, char **error)
{
    const struct dis_settings raw = {.arch = settings->arch, .syntax = SFP_SYNTAX_GNU, .raw = true,
                                     .range = settings->range, .sink = settings->sink, .context = settings->context};
    struct dis_input input;
    bool done;

    if (!dis_input_read(&raw, origin, &input, error))
        return false;
    *error = NULL;
    text_print(source, ".arch %s\n", sfp_arch_name(input.arch));
    if (input.program.init)
        text_print(source, ".init %s\n", sfp_init_name(input.program.init));
    done = add_instructions(&raw, &input, source, error);
    dis_input_free(&input);
    return done;
}
