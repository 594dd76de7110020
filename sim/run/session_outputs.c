/* Outputs of a run: views, the final Dst and state, and the words that a compiled kernel pushed. */
#include "session_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "action/voice.h"

int session_outputs_open(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    const struct sfp_target dst = {o->dst_out, "--dst-out", "--dst"}, state = {o->state_out, "--state-out", NULL};
    char *error;

    s->outputs = view_outputs_open(&o->output, !o->untimed, s->m, &error);
    if (!s->outputs)
        return complain_of(error);
    view_outputs_put_beside(s->outputs, s->beside);
    if ((o->dst_out && !writer_open(&s->dst_writer, &dst, o->output.files, &error)) ||
        (o->state_out && !writer_open(&s->state_writer, &state, o->output.files, &error)) ||
        !compiled_open(&o->compiled, o->output.files, &s->recording, &error))
        return complain_of(error);
    return 0;
}

static int write_output_bytes(struct sfp_writer *writer, const void *bytes, size_t size)
{
    char *error = NULL;

    if (fwrite(bytes, 1, size, writer->stream) != size)
        return complain("cannot write '%s': %s", writer->path ? writer->path : "<stdout>", strerror(errno));
    return writer_finish(writer, &error) ? 0 : complain_of(error);
}

static int write_final_dst(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    const int format = o->dst_out_format == SFPU_ANY_FORMAT && !s->inputs.count
                           ? o->machine.dst_format : o->dst_out_format;
    const sfpu_image *like;
    sfpu_image *image;
    void *bytes;
    char *lost;
    size_t size;
    int status;

    if (!images_like(s->m, &s->inputs, o->layout, &s->reached, &like))
        return complain_for(s->m, NULL);
    if (sfpu_image_from_dst(s->m, format, o->layout, like, &image, &lost) != SFPU_OK)
        return complain_for(s->m, o->dst_out);
    image_warn(o->dst_out, lost);
    status = sfpu_image_bytes(image, sfpu_container_of(o->dst_out), &bytes, &size);
    sfpu_image_free(image);
    if (status != SFPU_OK)
        return complain_no_memory();
    status = write_output_bytes(&s->dst_writer, bytes, size);
    sfpu_free(bytes);
    return status;
}

static int write_final_state(struct session *s)
{
    size_t size;
    char *text;
    int status;

    if (sfpu_get_state(s->m, &text, &size) != SFPU_OK)
        return complain_for(s->m, NULL);
    status = write_output_bytes(&s->state_writer, text, size);
    sfpu_free(text);
    return status;
}

int session_outputs_write(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    char *error;
    int status;

    if (s->outputs && !view_outputs_finish(s->outputs, s->m, &error))
        return complain_of(error);
    if (o->dst_out && (status = write_final_dst(s)))
        return status;
    if ((status = compiled_write(&o->compiled, s->m, &s->recording)))
        return status;
    return o->state_out ? write_final_state(s) : 0;
}

int session_outputs_commit(struct session *s)
{
    const struct sfp_session_options *o = s->o;
    char *error;

    if ((s->outputs && !view_outputs_commit(s->outputs, &error)) ||
        (o->dst_out && !writer_commit(&s->dst_writer, &error)) ||
        (o->state_out && !writer_commit(&s->state_writer, &error)) ||
        !compiled_commit(&o->compiled, &s->recording, &error))
        return complain_of(error);
    return 0;
}

void session_outputs_free(struct session *s)
{
    view_outputs_free(s->outputs);
    writer_abort(&s->dst_writer);
    writer_abort(&s->state_writer);
    compiled_abort(&s->recording);
    sfpu_image_free(s->reached);
}
