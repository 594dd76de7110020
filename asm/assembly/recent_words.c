/* The words of each thread, as far as later words depend on them. */
#include "assembler.h"

#include "program/streams.h"

size_t recent_count(const struct assembler *as)
{
    return as->threads.recent[as->threads.thread].count;
}

const uint32_t *recent_word(const struct assembler *as, enum sfp_thread_id thread, size_t back)
{
    const struct recent_words *recent = &as->threads.recent[thread];

    return back <= recent->count && back <= RECENT_WORDS ? &recent->words[(recent->count - back) % RECENT_WORDS] : NULL;
}

bool recent_take(struct assembler *as, uint32_t word)
{
    struct recent_words *recent = &as->threads.recent[as->threads.thread];

    recent->words[recent->count++ % RECENT_WORDS] = word;
    return sfp_streams_add(as->program, &as->threads.stream_capacity, as->threads.thread, 1);
}
