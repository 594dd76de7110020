/* Keeps the thread of each word, as ranges of words. */
#include "streams.h"

#include "base/array.h"

static bool append_stream(struct sfp_program *program, size_t *capacity, struct sfp_stream stream)
{
    if (!array_room(&program->streams, program->stream_count, capacity, sizeof *program->streams))
        return false;
    program->streams[program->stream_count++] = stream;
    return true;
}

bool sfp_streams_add(struct sfp_program *program, size_t *capacity, enum sfp_thread_id thread, size_t words)
{
    const size_t first = program->count - words;
    struct sfp_stream *last;

    if (words == 0 || (program->stream_count == 0 && thread == SFP_THREAD_MATH))
        return true;
    if (program->stream_count == 0 && first > 0
        && !append_stream(program, capacity, (struct sfp_stream){SFP_THREAD_MATH, 0, first}))
        return false;
    last = program->stream_count > 0 ? &program->streams[program->stream_count - 1] : NULL;
    if (!last || last->thread != thread)
        return append_stream(program, capacity, (struct sfp_stream){thread, first, program->count});
    last->end = program->count;
    return true;
}

static bool stream_ends_before(const void *stream, const void *index)
{
    return ((const struct sfp_stream *)stream)->end <= *(const size_t *)index;
}

enum sfp_thread_id sfp_thread_of_word(const struct sfp_program *program, size_t index)
{
    const struct sfp_stream *streams = program->streams;
    const size_t i = array_before(streams, program->stream_count, sizeof *streams, stream_ends_before, &index);

    return i < program->stream_count ? streams[i].thread : SFP_THREAD_MATH;
}

size_t sfp_index_in_thread(const struct sfp_program *program, size_t index)
{
    const enum sfp_thread_id thread = sfp_thread_of_word(program, index);
    size_t before = 0;

    for (size_t i = 0; i < program->stream_count && program->streams[i].first <= index; i++) {
        const struct sfp_stream *s = &program->streams[i];

        if (s->thread == thread)
            before += (s->end < index ? s->end : index) - s->first;
    }
    return program->stream_count > 0 ? before : index;
}

void sfp_streams_count(const struct sfp_program *program, size_t counts[SFP_THREADS])
{
    for (unsigned thread = 0; thread < SFP_THREADS; thread++)
        counts[thread] = 0;
    if (program->stream_count == 0)
        counts[SFP_THREAD_MATH] = program->count;
    for (size_t i = 0; i < program->stream_count; i++)
        counts[program->streams[i].thread] += program->streams[i].end - program->streams[i].first;
}

bool sfp_has_several_threads(const struct sfp_program *program)
{
    for (size_t i = 1; i < program->stream_count; i++)
        if (program->streams[i].thread != program->streams[0].thread)
            return true;
    return false;
}
