/* The REPLAY expander (sfpu-frontend(7), REPLAY). */
#include "stages.h"

#include "model/control.h"

enum {
    INDEX_BITS = 5,
    EXEC_BITS = 1,
};

static uint32_t slot_bit(unsigned slot)
{
    return UINT32_C(1) << slot;
}

static unsigned slot_after(unsigned slot, unsigned count)
{
    return (slot + count) % SFP_REPLAY_SLOTS;
}

static void mark_slot(uint32_t *set, unsigned slot, bool member)
{
    *set = member ? *set | slot_bit(slot) : *set & ~slot_bit(slot);
}

static void hold_in_slot(struct sfp_replay_stage *r, unsigned slot, const struct sfp_op *op)
{
    r->op[slot] = *op;
    mark_slot(&r->plain, slot, sfp_op_is_plain(op));
    mark_slot(&r->vector, slot, sfp_op_is_vector(op));
}

void sfp_replay_init(struct sfp_frontend *f)
{
    const struct sfp_expander_state *x = f->expanders;
    struct sfp_op op;

    for (unsigned i = 0; i < SFP_REPLAY_SLOTS; i++) {
        if (!(x->replay_recorded & slot_bit(i)))
            continue;
        sfp_decode(f->m, x->replay[i], 0, &op);
        hold_in_slot(&f->replay, i, &op);
        f->replay.foreign |= slot_bit(i);
    }
}

void sfp_replay_abort(struct sfp_frontend *f)
{
    f->replay.playing = 0;
}

/* Returns OP if the back end can execute `op`, and ERROR otherwise. */
static enum sfp_fetch issue_or_refuse(const struct sfp_op *op)
{
    return op->exec ? SFP_FETCH_OP : SFP_FETCH_ERROR;
}

/* Reports the first word of a recording, or of the REPLAY that records, that a gathering core pushed. */
static void check_gathering(struct sfp_frontend *f, const struct sfp_op *word)
{
    if (word->gathered && !f->replay.gathered)
        sfp_report(f->m, SFP_FIND_REPLAY_GATHERED, word);
    f->replay.gathered |= word->gathered;
}

/* Records one word. A REPLAY in a recording is stored, but not obeyed. */
static enum sfp_fetch record_word(struct sfp_frontend *f, const struct sfp_op *word)
{
    struct sfp_replay_stage *r = &f->replay;
    struct sfp_expander_state *x = f->expanders;

    hold_in_slot(r, r->slot, word);
    x->replay[r->slot] = word->word;
    x->replay_recorded |= slot_bit(r->slot);
    r->foreign &= ~slot_bit(r->slot);
    r->slot = slot_after(r->slot, 1);
    r->recording--;
    check_gathering(f, word);
    if (sfp_op_is(word, SFP_I_REPLAY)) {
        sfp_report(f->m, SFP_FIND_REPLAY_NESTED, word);
        return SFP_FETCH_BUBBLE;
    }
    return r->exec ? issue_or_refuse(word) : SFP_FETCH_BUBBLE;
}

/* Plays one slot. A REPLAY in a slot does nothing, since it comes after the stage that would obey it. */
enum sfp_fetch sfp_replay_play(struct sfp_frontend *f, const struct sfp_op **op)
{
    struct sfp_replay_stage *r = &f->replay;
    const unsigned slot = r->slot;

    *op = &r->op[slot];
    r->slot = slot_after(slot, 1);
    r->playing--;
    r->played = true;
    if (!(f->expanders->replay_recorded & slot_bit(slot)))
        return SFP_FETCH_BUBBLE;
    if (sfp_op_is(*op, SFP_I_REPLAY)) {
        sfp_report(f->m, SFP_FIND_REPLAY_NESTED, *op);
        return SFP_FETCH_BUBBLE;
    }
    return issue_or_refuse(*op);
}

/* Makes findings about slots of another program name the REPLAY that plays them. */
static void name_foreign(struct sfp_replay_stage *r, uint32_t index)
{
    for (uint32_t left = r->foreign; left; left &= left - 1)
        r->op[__builtin_ctz(left)].index = index;
}

/* Returns the slots, as a set, that a playback of `count` slots from `first` on visits. */
static uint32_t slots_visited(unsigned first, unsigned count)
{
    const uint64_t run = ((UINT64_C(1) << count) - 1) << first;

    return (uint32_t)(run | run >> SFP_REPLAY_SLOTS);
}

/* Returns whether a playback mixes recordings: `played` has slots of a recording of which a later recording has
 * overwritten another slot in `played`. */
static bool plays_overwritten(const struct sfp_expander_state *x, uint32_t played)
{
    for (uint32_t left = played; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left);
        const uint32_t number = x->replay_origin[slot].number;

        for (uint32_t of = x->replay_origin[slot].slots & played; number && of; of &= of - 1)
            if (x->replay_origin[__builtin_ctz(of)].number != number)
                return true;
    }
    return false;
}

static void start_playback(struct sfp_frontend *f, const struct sfp_op *word, unsigned count)
{
    struct sfp_replay_stage *r = &f->replay;

    if (slots_visited(r->slot, count) & ~f->expanders->replay_recorded)
        sfp_report(f->m, SFP_FIND_REPLAY_EMPTY, word);
    if (plays_overwritten(f->expanders, slots_visited(r->slot, count)))
        sfp_report(f->m, SFP_FIND_REPLAY_OVERLAP, word);
    name_foreign(r, word->index);
    r->playing = count;
    r->playbacks++;
    r->first = r->slot;
    r->count = count;
}

static unsigned checked_count(const struct sfp_frontend *f, const struct sfp_op *word)
{
    const unsigned count = sfp_field(word->insn, word->word, SFP_F_LEN);

    if (count == 0 || count > SFP_REPLAY_SLOTS)
        sfp_report(f->m, SFP_FIND_REPLAY_COUNT, word);
    return sfp_replay_length(count);
}

/* Returns the number of words that `op` records without execution; 0 if `op` is not such a REPLAY. */
static unsigned words_only_recorded(const struct sfp_machine *m, const struct sfp_op *op)
{
    if (!sfp_op_is(op, SFP_I_REPLAY) || !sfp_field(op->insn, op->word, SFP_F_LOAD_MODE)
        || sfp_narrow_field(m, op, SFP_F_EXEC, EXEC_BITS))
        return 0;
    return sfp_replay_length(sfp_field(op->insn, op->word, SFP_F_LEN));
}

bool sfp_pushes_macros(const struct sfp_machine *machine, const uint32_t *words, size_t count)
{
    struct sfp_op op;

    for (size_t i = 0; i < count; i++) {
        sfp_decode(machine, words[i], (uint32_t)i, &op);
        if (sfp_op_is(&op, SFP_I_SFPLOADMACRO))
            return true;
        i += words_only_recorded(machine, &op);
    }
    return false;
}

/*
 * Marks the slots of a new recording with its number at once, since nothing is played before the last word is recorded.
 * A word of the program always has the same number, however often it records.
 */
static void mark_recording(struct sfp_expander_state *x, unsigned first, unsigned count, uint32_t index)
{
    const uint32_t slots = slots_visited(first, count);

    for (uint32_t left = slots; left; left &= left - 1) {
        x->replay_origin[__builtin_ctz(left)].number = x->replay_base + 1 + index;
        x->replay_origin[__builtin_ctz(left)].slots = slots;
    }
}

/* Obeys a REPLAY. Returns true if it plays back, from this very cycle on. */
static bool obey_replay(struct sfp_frontend *f, const struct sfp_op *word)
{
    struct sfp_replay_stage *r = &f->replay;
    const bool exec = sfp_narrow_field(f->m, word, SFP_F_EXEC, EXEC_BITS);
    const bool load = sfp_field(word->insn, word->word, SFP_F_LOAD_MODE);
    const unsigned count = checked_count(f, word);

    r->slot = sfp_narrow_field(f->m, word, SFP_F_START_IDX, INDEX_BITS);
    if (load) {
        mark_recording(f->expanders, r->slot, count, word->index);
        r->recording = count;
        r->exec = exec;
        r->gathered = false;
        check_gathering(f, word);
        return false;
    }
    if (exec)
        sfp_report(f->m, SFP_FIND_REPLAY_EXEC, word);
    start_playback(f, word, count);
    return true;
}

enum sfp_fetch sfp_replay_take(struct sfp_frontend *f, const struct sfp_op **op)
{
    struct sfp_replay_stage *r = &f->replay;

    r->played = false;
    if (r->recording)
        return record_word(f, *op);
    if (!sfp_op_is(*op, SFP_I_REPLAY))
        return issue_or_refuse(*op);
    return obey_replay(f, *op) ? sfp_replay_play(f, op) : SFP_FETCH_BUBBLE;
}

static bool slot_yields(const struct sfp_frontend *f, unsigned slot)
{
    return f->expanders->replay_recorded & slot_bit(slot) && !sfp_op_is(&f->replay.op[slot], SFP_I_REPLAY);
}

bool sfp_replay_yields(const struct sfp_frontend *f, const struct sfp_op *item)
{
    const struct sfp_replay_stage *r = &f->replay;

    if (r->playing)
        return slot_yields(f, r->slot);
    if (!sfp_op_is(item, SFP_I_REPLAY))
        return !r->recording || r->exec;
    if (r->recording || sfp_field(item->insn, item->word, SFP_F_LOAD_MODE))
        return false;
    return slot_yields(f, sfp_bits(sfp_field(item->insn, item->word, SFP_F_START_IDX), 0, INDEX_BITS));
}

enum sfp_fetch sfp_replay_next(struct sfp_frontend *f, const struct sfp_op **op)
{
    enum sfp_fetch fetch;

    if (f->replay.playing) {
        f->did = 0;
        return sfp_replay_play(f, op);
    }
    fetch = sfp_mop_next(f, op);
    return fetch == SFP_FETCH_OP ? sfp_replay_take(f, op) : fetch;
}

bool sfp_replay_stretch(struct sfp_frontend *f, struct sfp_stretch *stretch)
{
    struct sfp_replay_stage *r = &f->replay;
    const uint32_t other = ~r->plain >> r->slot;
    unsigned count = other ? (unsigned)__builtin_ctz(other) : SFP_REPLAY_SLOTS - r->slot;

    if (count > r->playing)
        count = r->playing;
    if (count == 0)
        return false;
    stretch->ops = &r->op[r->slot];
    stretch->count = count;
    stretch->vector = (size_t)__builtin_popcount(sfp_bits(r->vector, r->slot, count));
    r->slot = slot_after(r->slot, count);
    r->playing -= count;
    return true;
}
