/* Finds the registers of the kernel's own words: first, forward, what each word reads and writes; then, backward,
 * what must stay in place. */
#include "own_words.h"

#include "isa/vector_unit.h"

#include <stdlib.h>

enum { ALLOCATED = 0xFF /* L0..L7 */, LREGS = 0xFFFF };

/* The effect of a node on LRegs. `sure` are the LRegs written in every lane that a later word can read. `reads` and
 * `sure` count halves, because SFPLOADI may write a single half: bit n is the lower half of Ln, bit UPPER + n the
 * upper half. */
struct effect {
    uint32_t reads, writes, sure;
    bool unknown; /* the node may play back recorded code that works on values, and may read every LReg written
                   * earlier */
};

enum { UPPER = 16 };

static uint32_t both_halves(uint32_t lregs)
{
    return (lregs & ALLOCATED) | (lregs & ALLOCATED) << UPPER;
}

struct finding {
    const struct selecting *s;
    struct effect *effects; /* by node */
    struct own_track track; /* state after the nodes passed so far */
};

static const struct effect anything = {.writes = LREGS, .unknown = true};

/* Returns the LRegs with at least one half in the set. */
static uint32_t merge_halves(uint32_t halves)
{
    return (halves | halves >> UPPER) & ALLOCATED;
}

/* ---- One word ---- */

/* Does the word write its LReg in all lanes that a later word can read? `all`: the enabled lanes are the kernel's
 * entry lanes, or all lanes. */
static bool writes_all(const struct finding *finding, bool all, const struct sfp_issued *issued)
{
    if (__builtin_popcount(issued->writes & LREGS) != 1 || finding->track.lane_config & SFP_LC_ROW_MASK ||
        (issued->insn->id == SFP_I_SFPLOAD && finding->track.lane_config & SFP_LC_BLOCK_DEST_RD))
        return false;
    return all || (issued->insn->id == SFP_I_SFPMOV && issued->mode == SFP_MODE_SFPMOV_ALL_LANES_ENABLED);
}

/* Returns the halves, as a set over all LRegs, that an SFPLOADI of one half writes; 0 for a word that writes whole
 * LRegs. */
static uint32_t half_written(const struct sfp_issued *issued)
{
    if (!issued->insn || issued->insn->id != SFP_I_SFPLOADI)
        return 0;
    return issued->mode == SFP_MODE_SFPLOADI_UPPER   ? (uint32_t)ALLOCATED << UPPER
           : issued->mode == SFP_MODE_SFPLOADI_LOWER ? ALLOCATED : 0;
}

/* Returns the effect of an executed word. A MOP, or a REPLAY that reaches this function, may do anything. */
static struct effect effect_of_plain(const struct finding *finding, uint32_t word, bool all)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&finding->s->index, word);
    const struct sfp_issued issued = sfp_issued_of(&finding->s->index, word);
    const uint32_t indices = sfp_index_lregs(insn, word, finding->track.lane_config);
    uint32_t sure, half;

    if (!insn)
        return (struct effect){0};
    if (insn->id == SFP_I_MOP || insn->id == SFP_I_REPLAY)
        return anything;
    sure = writes_all(finding, all, &issued) ? both_halves(issued.writes) : 0;
    if (insn->id == SFP_I_SFPLOADMACRO) /* the macro's load precedes the scheduled instructions */
        return (struct effect){.writes = LREGS, .sure = sure, .unknown = true};
    half = half_written(&issued);
    return (struct effect){.reads = half ? 0 : both_halves(issued.reads | indices),
                           .writes = (issued.writes & LREGS) | indices, .sure = half ? sure & half : sure};
}

/* ---- REPLAY ---- */

/* Returns the LRegs that the words recorded by the REPLAY of node `i` overwrite. The recorded words are executed
 * too, and nothing may come between them, so values must leave these LRegs before the first. Returns 0 if the words
 * are only recorded. */
static uint32_t overwritten_while_recorded(const struct finding *finding, size_t i, const struct sfp_replay *replay)
{
    uint32_t writes = 0;

    for (size_t n = i + 1; replay->executes && n <= i + replay->length && n < finding->s->nodes.count; n++)
        if (finding->s->nodes.nodes[n].kind == NODE_WORD)
            writes |= effect_of_plain(finding, finding->s->nodes.nodes[n].imm, false).writes;
    return writes;
}

/* Returns the combined effect of the words played. `all`: all lanes may be enabled at the start. After a word with
 * unknown reads, later writes are not sure. */
static struct effect effect_of_replay(struct finding *finding, const struct sfp_replay *replay, bool all)
{
    struct effect played = {0};

    for (unsigned n = 0; n < replay->length; n++) {
        struct effect effect;
        uint32_t word;

        if (!own_track_played(&finding->track, replay, n, &word))
            return anything;
        effect = effect_of_plain(finding, word, all);
        played.reads |= effect.reads & ~played.sure;
        played.writes |= effect.writes;
        played.unknown |= effect.unknown;
        played.sure |= played.unknown ? 0 : effect.sure;
        all &= !(sfp_issued_of(&finding->s->index, word).writes & (SFP_USES_FLAGS | SFP_USES_STACK));
    }
    return played;
}

/* ---- Effects ---- */

static struct effect effect_of_word(struct finding *finding, size_t i)
{
    const uint32_t word = finding->s->nodes.nodes[i].imm;
    const struct sfp_replay replay = sfp_replay_of(sfp_insn_of_word(&finding->s->index, word), word);
    const bool all = finding->s->state[i] < STATES_AT_FIRST;

    if (!own_track_take(&finding->track, word))
        return (struct effect){0};
    if (replay.records)
        return (struct effect){.writes = overwritten_while_recorded(finding, i, &replay)};
    return replay.length > 0 ? effect_of_replay(finding, &replay, all) : effect_of_plain(finding, word, all);
}

static struct effect effect_of(struct finding *finding, size_t i)
{
    const struct node *node = &finding->s->nodes.nodes[i];

    switch (node->kind) {
    case NODE_WORD: return effect_of_word(finding, i);
    case NODE_CONFIG: return (struct effect){.writes = select_issued(finding->s, node).writes & LREGS};
    case NODE_READ: return (struct effect){.reads = both_halves(1u << node->imm)};
    case NODE_WRITE: return (struct effect){.writes = 1u << node->imm, .sure = both_halves(1u << node->imm)};
    default: return (struct effect){0};
    }
}

/* Follows a node whose words come between the kernel's own words. */
static void pass_node(struct finding *finding, const struct node *node)
{
    struct sfp_issued issued;

    if (node->kind == NODE_BARRIER)
        own_track_barrier(&finding->track);
    if (node->kind == NODE_WORD || node_gives_no_word(node))
        return;
    issued = node->kind == NODE_CONFIG ? select_issued(finding->s, node) : (struct sfp_issued){0};
    own_track_selected(&finding->track, &issued);
}

static void find_effects(struct finding *finding)
{
    finding->track.index = &finding->s->index;
    for (size_t i = 0; i < finding->s->nodes.count; i++) {
        pass_node(finding, &finding->s->nodes.nodes[i]);
        finding->effects[i] = effect_of(finding, i);
    }
}

/* Fills in own->uses[].kept, from the last node to the first. A node with unknown reads keeps everything that an
 * earlier node may have written. Recorded code that works on values avoids every register whose contents must
 * outlive the playback. */
static void find_kept(const struct finding *finding, struct own_words *own)
{
    uint32_t kept = 0, guessed = 0, outlive = 0;
    bool recorded = false;

    for (size_t i = finding->s->nodes.count; i-- > 0;) {
        const struct effect *effect = &finding->effects[i];

        own->uses[i].kept = merge_halves(kept) | (merge_halves(guessed) & own->uses[i].kept);
        if (effect->unknown)
            outlive |= own->uses[i].kept;
        if (recorded)
            own->uses[i].kept |= outlive;
        recorded ^= finding->s->nodes.nodes[i].kind == NODE_BARRIER;
        kept = (kept & ~effect->sure) | effect->reads;
        guessed = (effect->unknown ? both_halves(ALLOCATED) : guessed) & ~effect->sure;
    }
    own->at_entry = merge_halves(kept);
}

/* Sets own->uses[].kept to the LRegs that this node and earlier nodes may have written. */
static void add_written(const struct finding *finding, struct own_words *own)
{
    uint32_t written = 0;

    for (size_t i = 0; i < finding->s->nodes.count; i++)
        own->uses[i].kept = written |= finding->effects[i].writes & ALLOCATED;
}

/* Fills in the other members of own->uses[]. Nothing may come between consecutive own words, so all registers that
 * the group writes must be free of values before its first word. */
static void add_overwritten(const struct finding *finding, struct own_words *own)
{
    uint32_t later = 0;

    for (size_t i = finding->s->nodes.count; i-- > 0;) {
        const struct node *node = &finding->s->nodes.nodes[i];

        own->uses[i].writes = finding->effects[i].writes;
        own->uses[i].reads = merge_halves(finding->effects[i].reads);
        own->uses[i].unknown = finding->effects[i].unknown;
        if (node->kind == NODE_WORD)
            later = own->uses[i].writes |= later;
        else if (!node_gives_no_word(node))
            later = 0;
    }
}

bool own_words_find(struct own_words *own, const struct selecting *s)
{
    struct finding finding = {.s = s, .effects = calloc(s->nodes.count + 1, sizeof *finding.effects)};

    *own = (struct own_words){.uses = calloc(s->nodes.count + 1, sizeof *own->uses)};
    if (finding.effects && own->uses) {
        find_effects(&finding);
        add_overwritten(&finding, own);
        add_written(&finding, own);
        find_kept(&finding, own);
    }
    free(finding.effects);
    return finding.effects && own->uses;
}

void own_words_free(struct own_words *own)
{
    free(own->uses);
    *own = (struct own_words){0};
}
