/* Words that do nothing anybody would miss: what kernels issue where an iteration before the first, or behind the last,
 * would have its own. */
#include "model/model.h"
#include "schedule_stream.h"

enum {
    PENDING_WORDS = 64, /* so many words before it may have work that comes later */
    READERS_DEEP = 3,   /* readers of readers that are looked at */
};

/* How long what a word wrote to a register stays there. */
struct holding {
    const struct stream *stream;
    unsigned reg, deep;
    uint64_t from, last; /* its first and last write can be read */
    uint64_t until;      /* another's can be */
    bool read;           /* by something that matters */
};

/* A word, and one of the things it did: itself or an item. */
typedef void look(struct holding *h, size_t word, const struct phrase *p, uint64_t cycle);

static bool harmless(const struct stream *s, size_t i, unsigned deep);

static void look_at(struct holding *h, size_t i, look *at)
{
    const struct stream_word *w = &h->stream->words[i];

    at(h, i, &w->phrase, w->cycle);
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        const struct stream_item *item = stream_item(h->stream, w, u);

        if (item)
            at(h, i, &item->phrase, item->cycle);
    }
}

static void begins(struct holding *h, size_t word, const struct phrase *p, uint64_t cycle)
{
    const uint64_t lands = cycle + p->latency;

    (void)word;
    if (!(p->writes >> h->reg & 1))
        return;
    h->from = lands < h->from ? lands : h->from;
    h->last = lands > h->last ? lands : h->last;
}

static void ends(struct holding *h, size_t word, const struct phrase *p, uint64_t cycle)
{
    const uint64_t lands = cycle + p->latency;

    if (h->stream->words[word].all_lanes && p->writes_named >> h->reg & 1 && lands > h->last && lands < h->until)
        h->until = lands;
}

static void is_read(struct holding *h, size_t word, const struct phrase *p, uint64_t cycle)
{
    if (!h->read && p->reads >> h->reg & 1 && cycle >= h->from && cycle < h->until)
        h->read = h->deep == 0 || !harmless(h->stream, word, h->deep - 1);
}

/* Does nothing that matters read what word `i` leaves in `reg`? */
static bool unread(const struct stream *s, size_t i, unsigned reg, unsigned deep)
{
    struct holding h = {.stream = s, .reg = reg, .deep = deep, .from = UINT64_MAX, .until = UINT64_MAX};
    const size_t first = i > PENDING_WORDS ? i - PENDING_WORDS : 0;

    look_at(&h, i, begins);
    for (size_t w = first; w < s->count && s->words[w].cycle < h.until; w++)
        if (w != i)
            look_at(&h, w, ends);
    for (size_t w = first; w < s->count && s->words[w].cycle < h.until && !h.read; w++)
        if (w != i)
            look_at(&h, w, is_read);
    return !h.read;
}

static bool harmless(const struct stream *s, size_t i, unsigned deep)
{
    const struct stream_word *w = &s->words[i];
    uint32_t writes = w->phrase.writes;

    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++)
        if (stream_item(s, w, u))
            writes |= stream_item(s, w, u)->phrase.writes;
    if (w->unit == SFP_UNIT_NONE || writes & ~(uint32_t)(SFP_USES_LREGS | SFP_USES_RWC))
        return false;
    for (uint32_t left = writes & SFP_USES_LREGS; left; left &= left - 1)
        if (!unread(s, i, (unsigned)__builtin_ctz(left), deep))
            return false;
    return true;
}

bool stream_harmless(const struct stream *s, size_t i)
{
    return harmless(s, i, READERS_DEEP);
}
