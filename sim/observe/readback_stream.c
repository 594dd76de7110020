/* Makes words in order from events, with phrases for executed instructions. */
#include "readback_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "base/array.h"

enum {
    KEY_SIZE = 64 + STREAM_UNITS * 32,
    MISC_TARGET = SFP_TEMPLATES + SFP_SEQUENCES, /* SFPCONFIG target after the templates and sequences */
};

void stream_init(struct stream *s, enum sfp_arch arch)
{
    *s = (struct stream){.text_count = NO_PHRASE + 1};
    sfp_index_init(&s->index, arch);
}

/* ---- Phrases ---- */

/* Returns the index of `text` among the stream's texts, and adds it if it is new. Returns NO_PHRASE and sets s->lost
 * if memory runs out. */
static uint32_t intern_text(struct stream *s, const char *text)
{
    const size_t length = strlen(text);
    const char *copy;
    size_t place;

    if (names_find(&s->names, text, length, &place))
        return (uint32_t)place;
    copy = pool_copy(&s->pool, text, length);
    if (copy && array_room(&s->texts, s->text_count, &s->text_capacity, sizeof *s->texts)
        && names_add(&s->names, copy, length, s->text_count)) {
        s->texts[s->text_count] = copy;
        return (uint32_t)s->text_count++;
    }
    s->lost = true;
    return NO_PHRASE;
}

/* Returns whether an LReg's name begins at `at`. */
static bool begins_register(const char *text, const char *at)
{
    return *at == 'L' && isdigit((unsigned char)at[1]) && at > text && strchr(" ,=", at[-1]);
}

/* Replaces LReg names in `text` by placeholders, and notes the registers in the phrase. */
static void replace_registers(char *text, struct phrase *phrase)
{
    char *to = text;

    for (char *from = text; *from;) {
        char last = *from;

        if (!begins_register(text, from) || phrase->count == PHRASE_REGISTERS) {
            *to++ = *from++;
            continue;
        }
        phrase->registers[phrase->count++] = (uint8_t)strtoul(from + 1, &from, 10);
        *to++ = last == 'L' ? PHRASE_REGISTER : last;
    }
    *to = '\0';
}

/* Writes the text of a load or store. The format is part of the text; the address has a placeholder. */
static void transfer_text(const struct sfp_op *op, char text[SFP_OP_TEXT_SIZE])
{
    const bool stores = op->insn->unit == SFP_UNIT_STORE;

    snprintf(text, SFP_OP_TEXT_SIZE, op->scheduled ? "%s L%u,%c,%u" : "%s L%u,%c,%u,%c",
             stores ? "sfpstore" : "sfpload",
             op->vd, PHRASE_ADDRESS, op->mod, PHRASE_ADDRMOD);
}

static bool reads_resource(const struct sfp_op *op, enum sfp_resource resource)
{
    return sfp_resources_read(op->insn, op->mod, op->vd) >> resource & 1;
}

/* Writes the text of an SFPSHFT2 that shifts by VC. VB lies in its immediate field, of which nothing else is read. */
static void shift_text(struct stream *s, const struct sfp_op *op, char text[SFP_OP_TEXT_SIZE])
{
    struct sfp_op bare = *op;

    bare.word &= ~sfp_operand_mask(sfp_operand_of(op->insn, SFP_F_IMM));
    sfp_op_text(&s->index, &bare, text);
    if (!op->scheduled) /* a scheduled one has it already */
        snprintf(text + strlen(text), SFP_OP_TEXT_SIZE - strlen(text), " b=L%u", op->vb);
}

/* Returns the executed instruction. If L7 names the same LReg in all lanes, it replaces VD, and *named is its mask;
 * otherwise *named is 0. */
static struct sfp_op resolve_l7_destination(const struct sfp_event *event, uint32_t *named)
{
    struct sfp_op op = *event->op;
    const struct sfp_operand *vd = sfp_operand_of(op.insn, SFP_F_VD);

    *named = event->kind == SFP_EVENT_EXEC ? sfp_event_named(event) : 0;
    if (!vd || *named & (*named - 1))
        *named = 0;
    if (*named == 0)
        return op;
    op.vd = (uint8_t)__builtin_ctz(*named);
    op.word = (op.word & ~sfp_operand_mask(vd)) | sfp_operand_put(vd, op.vd);
    return op;
}

static struct phrase make_phrase(struct stream *s, const struct sfp_event *event)
{
    const uint32_t known = ~(1u << SFP_R_ANY);
    uint32_t named;
    const struct sfp_op shown = resolve_l7_destination(event, &named), *op = &shown;
    struct phrase phrase = {
        .reads = op->reads, .writes = op->writes, .latency = op->latency,
        .reads_named = sfp_uses(sfp_resources_read(op->insn, op->mod, op->vd) & known, op) & op->reads,
        .writes_named = (sfp_uses(sfp_resources_written(op->insn, op->mod, op->vd) & known, op) | named) & op->writes,
    };
    char text[SFP_OP_TEXT_SIZE];

    if (named)
        phrase.writes = phrase.writes_named;
    if (sfp_operand_of(op->insn, SFP_F_ADDR))
        transfer_text(op, text);
    else if (op->insn->id == SFP_I_SFPSHFT2 && reads_resource(op, SFP_R_VB) && reads_resource(op, SFP_R_VC))
        shift_text(s, op, text);
    else
        sfp_op_text(&s->index, op, text);
    if (op->insn->unit != SFP_UNIT_NONE)
        replace_registers(text, &phrase);
    phrase.text = intern_text(s, text);
    return phrase;
}

/* ---- Events ---- */

/* Returns whether the instruction is an INCRWC that only adds to Dst's counter. */
static bool only_steps(const struct sfp_op *op)
{
    return op->insn->id == SFP_I_INCRWC && !(sfp_field(op->insn, op->word, SFP_F_RWC_CR) & SFP_RWC_CR_DST);
}

static enum stream_kind classify_word(const struct sfp_event *event)
{
    const struct sfp_op *op = event->op;

    if (event->kind == SFP_EVENT_DISCARD)
        return STREAM_NOP;
    if (event->is_template || (op->insn->id == SFP_I_SFPCONFIG && op->vd <= MISC_TARGET))
        return STREAM_CONFIGURE;
    if (op->insn->id == SFP_I_SFPNOP || op->insn->id == SFP_I_NOP)
        return STREAM_NOP;
    if (op->insn->id == SFP_I_SFPLOADMACRO)
        return STREAM_MACRO;
    if (op->insn->unit != SFP_UNIT_NONE)
        return STREAM_VECTOR;
    return only_steps(op) ? STREAM_STEP : STREAM_OTHER;
}

static int16_t get_word_step(const struct sfp_event *event)
{
    if (only_steps(event->op))
        return (int16_t)sfp_field(event->op->insn, event->op->word, SFP_F_RWC_D);
    return event->transfer.steps ? event->transfer.step : 0;
}

/* Adds empty items for an SFPLOADMACRO. Returns false if memory runs out. */
static bool add_macro_items(struct stream *s, struct stream_word *word)
{
    word->items = (long)s->item_count;
    for (unsigned u = 0; u < STREAM_UNITS; u++) {
        if (!array_room(&s->items, s->item_count, &s->item_capacity, sizeof *s->items))
            return false;
        s->items[s->item_count++] = (struct stream_item){.phrase = {.text = NO_PHRASE}};
    }
    return true;
}

static void add_stream_word(struct stream *s, const struct sfp_event *event)
{
    const struct sfp_op *op = event->op;
    struct stream_word *word;

    if (s->count == STREAM_MOST || !array_room(&s->words, s->count, &s->capacity, sizeof *s->words)) {
        s->too_long |= s->count == STREAM_MOST;
        s->lost |= s->count != STREAM_MOST;
        return;
    }
    word = &s->words[s->count++];
    *word = (struct stream_word){.cycle = event->cycle, .id = event->id, .word = op->word, .kind = classify_word(event),
                                 .unit = (uint8_t)event->unit, .addr_mode = (uint8_t)op->addr_mode,
                                 .address = (uint16_t)op->imm, .step = get_word_step(event),
                                 .all_lanes = event->machine->s.derived.enabled == UINT32_MAX,
                                 .immediate = op->insn->id == SFP_I_SFPLOADI, .mod = op->mod, .items = NO_ITEMS};
    if (word->kind != STREAM_NOP)
        word->phrase = make_phrase(s, event);
    if (word->kind != STREAM_MACRO)
        return;
    s->macros++;
    s->diverges |= event->machine->s.derived.macros_differ != 0;
    word->macro = op->macro;
    word->misc = (uint16_t)event->machine->s.macro_misc[0];
    s->lost |= !add_macro_items(s, word);
}

/* Returns the word with this id, or NULL. Usually the word is among the last. */
static struct stream_word *find_stream_word(struct stream *s, uint64_t id)
{
    for (size_t i = s->count; i-- > 0;)
        if (s->words[i].id <= id)
            return s->words[i].id == id ? &s->words[i] : NULL;
    return NULL;
}

static void add_stream_item(struct stream *s, const struct sfp_event *event)
{
    struct stream_word *word = find_stream_word(s, event->macro_id);
    struct stream_item *item;

    if (!word || word->items == NO_ITEMS || s->lost)
        return;
    item = &s->items[(size_t)word->items + event->unit];
    item->cycle = event->cycle;
    item->phrase = make_phrase(s, event);
}

void stream_event(struct stream *s, const struct sfp_event *event)
{
    if (event->kind != SFP_EVENT_EXEC && event->kind != SFP_EVENT_DISCARD)
        return;
    if (event->scheduled)
        add_stream_item(s, event);
    else
        add_stream_word(s, event);
}

/* ---- Keys ---- */

const struct stream_item *stream_item(const struct stream *s, const struct stream_word *word, unsigned unit)
{
    const struct stream_item *item;

    if (word->items == NO_ITEMS)
        return NULL;
    item = &s->items[(size_t)word->items + unit];
    return item->phrase.text == NO_PHRASE ? NULL : item;
}

/* Returns a word's key. Words with equal keys have the same text and, if SFPLOADMACROs, the same schedule. */
static uint32_t make_word_key(struct stream *s, const struct stream_word *word)
{
    char text[KEY_SIZE];
    int length;

    if (word->kind == STREAM_NOP || word->kind == STREAM_CONFIGURE)
        return 0;
    if (word->kind != STREAM_MACRO)
        return word->phrase.text;
    length = snprintf(text, sizeof text, "%u", word->phrase.text);
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        const struct stream_item *item = stream_item(s, word, u);

        if (item)
            length += snprintf(text + length, sizeof text - (size_t)length, " %u+%u:%u", u,
                               (unsigned)(item->cycle - word->cycle), item->phrase.text);
    }
    return intern_text(s, text);
}

void stream_finish(struct stream *s)
{
    uint16_t counter = 0;

    for (size_t i = 0; i < s->count && !s->lost; i++) {
        struct stream_word *word = &s->words[i];

        word->key = make_word_key(s, word);
        word->counter = counter;
        counter = (uint16_t)((counter + word->step) & SFP_COUNTER_MASK);
    }
}

/* Returns whether all delays count instructions, so that an idle cycle delays everything after it. */
static bool counts_instructions(const struct stream *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->words[i].kind == STREAM_MACRO && (s->words[i].misc & SFP_MISC_DELAY_KINDS) != SFP_MISC_DELAY_KINDS)
            return false;
    return true;
}

/* Moves the items of word `i` with the words: an item gets the new time of a word in its cycle, or of the next word. */
static void move_items(struct stream *s, size_t i, const uint64_t *times)
{
    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        struct stream_item *item = &s->items[(size_t)s->words[i].items + u];
        size_t k = i;

        while (k + 1 < s->count && s->words[k].cycle < item->cycle)
            k++;
        item->cycle = times[k] + (item->cycle > s->words[k].cycle ? item->cycle - s->words[k].cycle : 0);
    }
}

bool stream_close_gaps(struct stream *s, unsigned longest)
{
    uint64_t *times = calloc(s->count + 1, sizeof *times);
    bool moved = false;

    s->lost |= !times;
    if (!times || s->count == 0 || !counts_instructions(s)) {
        free(times);
        return false;
    }
    times[0] = s->words[0].cycle;
    for (size_t i = 1; i < s->count; i++) {
        const uint64_t apart = s->words[i].cycle - s->words[i - 1].cycle;
        const bool gap = apart > 1 && apart - 1 <= longest;

        times[i] = times[i - 1] + (gap ? 1 : apart);
        moved |= gap;
    }
    for (size_t i = 0; i < s->count; i++)
        if (s->words[i].items != NO_ITEMS)
            move_items(s, i, times);
    for (size_t i = 0; i < s->count; i++)
        s->words[i].cycle = times[i];
    free(times);
    stream_finish(s);
    return moved;
}

uint64_t stream_last_cycle(const struct stream *s, const struct stream_word *word)
{
    uint64_t last = word->cycle;

    for (unsigned u = SFP_UNIT_SIMPLE; u <= SFP_UNIT_STORE; u++) {
        const struct stream_item *item = stream_item(s, word, u);

        if (item && item->cycle > last)
            last = item->cycle;
    }
    return last;
}

void stream_free(struct stream *s)
{
    free(s->words);
    free(s->items);
    free(s->texts);
    names_free(&s->names);
    pool_free(&s->pool);
}
