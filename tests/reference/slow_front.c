/* sfpu-timing(7), REPLAY and MOP, and sfpu-timing(7), Front end, read literally. */
#include "slow_front.h"

#include <stdlib.h>
#include <string.h>

#include "slow_words.h"

enum { ITEMS_SIZE = 8, GATE_SIZE = 2 };

/* ---- Queues ---- */

static bool has_room(const struct slow_queue *q, unsigned size)
{
    return q->count_before < size;
}

static void put(struct slow_queue *q, struct slow_word word)
{
    if (q->count == SLOW_FIRST_QUEUE)
        abort();
    q->word[q->count++] = word;
}

static struct slow_word take(struct slow_queue *q)
{
    struct slow_word first = q->word[0];

    memmove(q->word, q->word + 1, --q->count * sizeof first);
    return first;
}

/* ---- Blackhole: a word counts until all of it is through ---- */

static unsigned *left_of(struct slow_front *f, uint64_t serial)
{
    return &f->left[serial % SLOW_SERIALS];
}

static void leave(struct slow_front *f, uint64_t serial)
{
    --*left_of(f, serial);
    while (f->first_left < f->pushed && *left_of(f, f->first_left) == 0)
        f->first_left++;
}

static bool first_queue_is_full(const struct slow_front *f, uint64_t first_left)
{
    if (f->arch == SFP_BH)
        return f->pushed - first_left >= f->words_size;
    return !has_room(&f->words, f->words_size);
}

/* ---- The pusher ---- */

static bool all_pushed(const struct slow_front *f)
{
    return f->pass >= f->program->repeat || f->program->count == 0;
}

static uint32_t gap_before(const struct slow_front *f)
{
    const uint32_t *gaps = f->pass && f->program->later_gaps ? f->program->later_gaps : f->program->gaps;

    return gaps && !all_pushed(f) ? gaps[f->next] : 0;
}

static uint32_t delay_before(const struct slow_front *f)
{
    return f->program->delays && !all_pushed(f) ? f->program->delays[f->next] : 0;
}

static bool is_through(const struct slow_front *f)
{
    return !f->words.count && f->expanded == f->expanding && !f->items.count && !f->playing && !f->gate.count;
}

/* The word is not to be pushed yet. Where it would not get further than the MOP expander, it is not late. */
static bool is_delayed(struct slow_front *f)
{
    const bool turns_round = f->turning && f->acted && opcode(f->program->words[f->next]) != OP_MOP;

    if (!f->delay)
        return false;
    if (is_through(f) && !turns_round)
        f->delay--;
    return true;
}

static void push(struct slow_front *f)
{
    const uint32_t at = (uint32_t)f->next;

    if (all_pushed(f))
        return;
    if (f->gap) {
        f->gap--;
        return;
    }
    if (first_queue_is_full(f, f->first_left)) {
        f->held++;
        return;
    }
    if (is_delayed(f))
        return;
    *left_of(f, f->pushed) = 1;
    put(&f->words, (struct slow_word){f->program->words[at], at, at, f->pushed++});
    if (++f->next == f->program->count) {
        f->next = 0;
        f->pass++;
    }
    f->gap = gap_before(f);
    f->delay = delay_before(f);
}

/* ---- The MOP expander: sfpu-frontend(7), MOP ---- */

static void expand(struct slow_front *f, uint32_t word, const struct slow_word *mop)
{
    if (f->expanding == SLOW_EXPANSION)
        abort();
    ++*left_of(f, mop->serial);
    f->expansion[f->expanding++] = (struct slow_word){word, mop->from, mop->from, mop->serial};
}

static void expand_template_0(struct slow_front *f, const struct slow_word *mop)
{
    const uint32_t *cfg = f->expanders->mop_cfg, flags = cfg[1], count = field(mop->word, 16, 7);
    uint64_t mask = f->mask_hi << 16 | field(mop->word, 0, 16);

    for (uint32_t i = 0; i <= count; i++, mask >>= 1) {
        if (mask & 1) {
            expand(f, cfg[7], mop);
            if (flags & 1)
                expand(f, cfg[8], mop);
            continue;
        }
        expand(f, cfg[3], mop);
        for (unsigned a = 4; a <= 6 && flags & 2; a++)
            expand(f, cfg[a], mop);
        if (flags & 1)
            expand(f, cfg[2], mop);
    }
}

static bool is_nop(uint32_t word)
{
    return opcode(word) == OP_NOP;
}

static void expand_template_1(struct slow_front *f, const struct slow_word *mop)
{
    const uint32_t *cfg = f->expanders->mop_cfg;
    uint32_t outer = cfg[0] & 0x7F, inner = cfg[1] & 0x7F, op = cfg[5], flip = 0;

    if (!is_nop(cfg[6])) {
        flip = cfg[5] ^ cfg[6];
        inner *= 2;
    }
    if (outer == 1 && is_nop(cfg[2]) && inner == 0 && !is_nop(cfg[3]))
        outer += 128;
    for (uint32_t j = 1; j <= outer; j++) {
        if (!is_nop(cfg[2]))
            expand(f, cfg[2], mop);
        for (uint32_t i = 1; i <= inner; i++, op ^= flip)
            expand(f, i < inner ? op : j < outer ? cfg[8] : cfg[7], mop);
        if (is_nop(cfg[3]))
            continue;
        expand(f, cfg[3], mop);
        if (!is_nop(cfg[4]))
            expand(f, cfg[4], mop);
    }
}

static void start_mop(struct slow_front *f)
{
    const struct slow_word mop = take(&f->words);

    f->expanding = f->expanded = 0;
    if (field(mop.word, 23, 1))
        expand_template_1(f, &mop);
    else
        expand_template_0(f, &mop);
    f->turning = true;
    f->turned = mop.from;
    f->acted = true;
    leave(f, mop.serial);
}

static void emit_item(struct slow_front *f)
{
    if (!has_room(&f->items, ITEMS_SIZE))
        return;
    put(&f->items, f->expansion[f->expanded++]);
    f->acted = true;
}

static void blame(struct slow_front *f, enum slow_lack lack, uint32_t at)
{
    f->lack = lack;
    f->lack_at = at;
}

static void take_mask(struct slow_front *f)
{
    const struct slow_word word = take(&f->words);

    f->mask_hi = field(word.word, 0, 16);
    f->turning = false;
    f->acted = true;
    blame(f, SLOW_MOP, word.from);
    leave(f, word.serial);
}

static void pass_word(struct slow_front *f)
{
    if (!has_room(&f->items, ITEMS_SIZE))
        return;
    put(&f->items, take(&f->words));
    f->turning = false;
    f->acted = true;
}

static void act_mop(struct slow_front *f)
{
    const uint32_t op = f->words.count ? opcode(f->words.word[0].word) : 0;

    f->acted_before = f->acted;
    f->acted = false;
    if (f->expanded < f->expanding) {
        emit_item(f);
    } else if (!f->words.count) {
        blame(f, SLOW_GAP, (uint32_t)f->next);
    } else if (op == OP_MOP) {
        blame(f, SLOW_MOP, f->words.word[0].from); /* should it become nothing */
        start_mop(f);
        if (f->expanding)
            emit_item(f);
    } else if (f->turning && f->acted_before) {
        blame(f, SLOW_MOP, f->turned);
    } else if (op == OP_MOP_CFG) {
        take_mask(f);
    } else {
        pass_word(f);
    }
}

/* ---- The REPLAY expander: sfpu-frontend(7), REPLAY ---- */

static void to_gate(struct slow_front *f, uint32_t word, uint32_t index, const struct slow_word *from)
{
    ++*left_of(f, from->serial);
    put(&f->gate, (struct slow_word){word, index, from->from, from->serial});
}

static bool slot_is_idle(const struct slow_front *f, unsigned slot)
{
    return !(f->expanders->replay_recorded >> slot & 1) || opcode(f->expanders->replay[slot]) == OP_REPLAY;
}

static void play(struct slow_front *f)
{
    const unsigned slot = f->play_at;

    f->play_at = (slot + 1) % SFP_REPLAY_SLOTS;
    f->playing--;
    if (slot_is_idle(f, slot))
        blame(f, SLOW_REPLAY, f->playback.from);
    else
        to_gate(f, f->expanders->replay[slot], f->recorded_index[slot], &f->playback);
    if (!f->playing)
        leave(f, f->playback.serial);
}

static void record(struct slow_front *f, struct slow_word item)
{
    const unsigned slot = f->record_at;

    f->expanders->replay[slot] = item.word;
    f->expanders->replay_recorded |= 1u << slot;
    f->recorded_index[slot] = item.index;
    f->record_at = (slot + 1) % SFP_REPLAY_SLOTS;
    f->recording--;
    if (f->executes && opcode(item.word) != OP_REPLAY)
        to_gate(f, item.word, item.index, &item);
    else
        blame(f, SLOW_REPLAY, item.from);
    leave(f, item.serial);
}

static unsigned length_of(uint32_t word)
{
    return (field(word, 4, 6) + 31) % 32 + 1;
}

static void start_recording(struct slow_front *f, struct slow_word item)
{
    f->recording = length_of(item.word);
    f->record_at = field(item.word, 14, 5);
    f->executes = field(item.word, 1, 1);
    blame(f, SLOW_REPLAY, item.from);
    leave(f, item.serial);
}

static void start_playback(struct slow_front *f, struct slow_word item)
{
    f->playing = length_of(item.word);
    f->play_at = field(item.word, 14, 5);
    f->playback = item;
    play(f);
}

static void act_replay(struct slow_front *f)
{
    const bool room = has_room(&f->gate, GATE_SIZE);
    uint32_t word;

    if (f->playing) {
        if (room || slot_is_idle(f, f->play_at))
            play(f);
        return;
    }
    if (!f->items.count)
        return;
    word = f->items.word[0].word;
    if (f->recording) {
        if (room || !f->executes || opcode(word) == OP_REPLAY)
            record(f, take(&f->items));
    } else if (opcode(word) == OP_REPLAY && field(word, 0, 1)) {
        start_recording(f, take(&f->items));
    } else if (opcode(word) == OP_REPLAY) {
        if (room || slot_is_idle(f, field(word, 14, 5)))
            start_playback(f, take(&f->items));
    } else if (room) {
        struct slow_word item = take(&f->items);

        to_gate(f, item.word, item.index, &item);
        leave(f, item.serial);
    }
}

/* ---- All of it ---- */

void slow_front_start(struct slow_front *f, enum sfp_arch arch, struct sfp_expander_state *expanders,
                      const struct slow_program *program)
{
    memset(f, 0, sizeof *f);
    f->arch = arch;
    f->expanders = expanders;
    f->program = program;
    f->words_size = arch == SFP_BH ? 29 : 16;
    f->mask_hi = expanders->mop_mask_hi;
    f->gap = program->start + gap_before(f);
    f->delay = delay_before(f);
}

static bool is_over(const struct slow_front *f)
{
    return all_pushed(f) && is_through(f);
}

bool slow_front_cycle(struct slow_front *f)
{
    if (is_over(f))
        return false;
    f->words.count_before = f->words.count;
    f->items.count_before = f->items.count;
    f->gate.count_before = f->gate.count;
    f->lack = SLOW_NO_LACK;
    push(f);
    act_mop(f);
    act_replay(f);
    return true;
}

void slow_front_issue(struct slow_front *f)
{
    leave(f, take(&f->gate).serial);
}
