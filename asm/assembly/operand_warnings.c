/* Warnings about an instruction's operands, after encoding. */
#include "encode.h"

#include "isa/modes.h"
#include "operands.h"
#include "program/origins.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *modes_text(char text[static MODES_TEXT], unsigned modes)
{
    size_t length = 0;

    text[0] = '\0';
    for (unsigned first = 0; first < SFP_MODES; first++) {
        unsigned last = first;

        if (!(modes >> first & 1))
            continue;
        while (last + 1 < SFP_MODES && (modes >> (last + 1) & 1))
            last++;
        length += (size_t)snprintf(text + length, MODES_TEXT - length, last > first ? "%s%u-%u" : "%s%u",
                                   length ? ", " : "", first, last);
        first = last;
    }
    return text;
}

/* Returns the place of the operand whose field contains bit `lsb`, for a warning; else the instruction's name. */
static struct place find_operand_place(const struct written *w, unsigned lsb)
{
    for (size_t i = 0; i < w->count; i++)
        if (lsb >= w->slots[i]->lsb && lsb < (unsigned)w->slots[i]->lsb + w->slots[i]->width)
            return w->operands[i].place;
    return w->name;
}

enum { NOWHERE = 32 }; /* a bit number where words have only zeros */

static uint8_t lsb_of(const struct sfp_operand *slot)
{
    return slot ? slot->lsb : NOWHERE;
}

static bool may_wrap(const struct sfp_insn *insn)
{
    const struct sfp_operand *immediate = sfp_operand_of(insn, SFP_F_IMM);

    for (unsigned mode = 0; mode < SFP_MODES; mode++)
        if (sfp_mode_of(insn, mode)->imm == SFP_IMM_SHORT)
            return true;
    return insn->taken_bits || (immediate && immediate->kind == SFP_K_BY_MODE);
}

static void find_facts(struct insn_facts *facts, const struct sfp_insn *insn)
{
    const struct sfp_operand *mode = sfp_operand_of(insn, SFP_F_MOD);
    const struct sfp_operand *vd = sfp_operand_of(insn, SFP_F_VD);

    *facts = (struct insn_facts){
        .ready = true,
        .mode_lsb = lsb_of(mode),
        .vd_lsb = lsb_of(vd && vd->kind == SFP_K_REG ? vd : NULL),
        .vd_selects = !insn->no_backdoor,
        .wraps = insn->unit != SFP_UNIT_NONE && may_wrap(insn),
        .documented = mode ? (uint16_t)sfp_documented_modes(insn, mode) : UINT16_MAX,
        .zero = sfp_zero_bits(insn),
    };
    for (unsigned i = 0; i < SFP_MODES; i++) {
        facts->ignored[i] = sfp_ignored_bits(insn, i);
        facts->only_vd |= (uint16_t)(sfp_only_writes_vd(insn, i) << i);
    }
}

static const struct insn_facts *facts_of(struct assembler *as, const struct sfp_insn *insn)
{
    struct insn_facts *facts = &as->facts[insn->opcode];

    if (!facts->ready)
        find_facts(facts, insn);
    return facts;
}

/* Returns the four bits from `lsb` on. */
static unsigned four_bits(uint32_t word, unsigned lsb)
{
    return (unsigned)((uint64_t)word >> lsb) & 0xF;
}

/* Warns of undocumented modes, and of reserved bits other than 0. */
static void warn_reserved(struct assembler *as, const struct written *w)
{
    const char *arch = sfp_arch_name(as->program->arch);
    const uint32_t reserved = w->word & facts_of(as, w->insn)->zero;
    char text[MODES_TEXT];

    for (const struct sfp_operand *slot = w->insn->ops; !sfp_operand_end(slot); slot++) {
        const uint32_t value = sfp_operand_get(slot, w->word);

        if (slot->kind == SFP_K_MOD && !(sfp_documented_modes(w->insn, slot) >> value & 1))
            report_warning(as, SFP_W_RESERVED, find_operand_place(w, slot->lsb),
                           "%s %u of %s is reserved on %s, which documents %s",
                           sfp_field_name((enum sfp_field)slot->field), value, w->spelling, arch,
                           modes_text(text, sfp_documented_modes(w->insn, slot)));
    }
    if (reserved)
        report_warning(as, SFP_W_RESERVED, find_operand_place(w, (unsigned)__builtin_ctz(reserved)),
                       "bits 0x%06x of %s are reserved on %s and must be 0", reserved, w->spelling, arch);
}

/* Warns of VD written as a register from the range that makes the instruction load a template. A template is meant
 * if VD is written as T0..T3 or a number (sfpu-semantics(7), Template loads). */
static void warn_template(struct assembler *as, const struct written *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const struct operand *operand = &w->operands[i];
        const bool as_register =
            operand->kind == OPERAND_REGISTER || (operand->kind == OPERAND_VALUE && operand->value.named);

        if (w->slots[i]->field == SFP_F_VD && as_register &&
            sfp_names_template(w->insn, (unsigned)operand->value.number))
            report_warning(as, SFP_W_TEMPLATE, operand->place,
                           "with VD %d %s is not executed but loads instruction template %d, unless "
                           "DISABLE_BACKDOOR_LOAD is set", (int)operand->value.number, w->spelling,
                           (int)operand->value.number - SFP_FIRST_TEMPLATE_VD);
    }
}

/* Returns the first arch with a narrower address-mode field, or NULL. */
static const struct sfp_arch_facts *find_narrower_arch(unsigned addr_mod_bits)
{
    for (unsigned i = 0; i < SFP_ARCHES; i++)
        if (sfp_arches[i].addr_mod_bits < addr_mod_bits)
            return &sfp_arches[i];
    return NULL;
}

/* Warns of address modes 0..3 in Wormhole's style: they mean 4..7 by the base bit, which Blackhole lacks
 * (sfpu-dst(7), Address modifiers). */
static void warn_addr_mode(struct assembler *as, const struct written *w)
{
    const bool accesses = w->insn->unit == SFP_UNIT_LOAD || w->insn->unit == SFP_UNIT_STORE;
    const struct sfp_operand *mode = accesses ? sfp_operand_of(w->insn, SFP_F_ADDR_MODE) : NULL;
    const struct sfp_arch_facts *arch = sfp_arch_facts(as->program->arch);
    const struct sfp_arch_facts *other = find_narrower_arch(arch->addr_mod_bits);
    const uint32_t number = mode ? sfp_operand_get(mode, w->word) : 0;

    if (!mode || !other || number >> other->addr_mod_bits)
        return;
    report_warning(as, SFP_W_ADDR_MODE, find_operand_place(w, mode->lsb),
                   "ADDR_MOD %u: kernels for %s write this for %u with the base bit set, a bit that %s does not have",
                   number, other->name, number + (1u << other->addr_mod_bits), arch->name);
}

/* Returns " with mod 3", or "" for an instruction without modes. */
static const char *with_mode(char text[static MODES_TEXT], const struct written *w)
{
    text[0] = '\0';
    if (sfp_operand_of(w->insn, SFP_F_MOD))
        snprintf(text, MODES_TEXT, " with mod %u", sfp_mode(w->insn, w->word));
    return text;
}

/* May the slot be written without a warning although it is ignored? True for a register equal to VD. (L0 has no bits that
 * count as ignored.) */
static bool says_nothing(const struct sfp_operand *slot, const struct written *w, unsigned vd)
{
    const bool is_register =
        slot->field == SFP_F_VA || slot->field == SFP_F_VB || slot->field == SFP_F_VC;

    return is_register && sfp_operand_get(slot, w->word) == vd;
}

/* In a schedule, VD says which LReg L7 is to name. */
static bool says_what_l7_names(const struct assembler *as, const struct sfp_operand *slot, const struct written *w,
                               unsigned vd)
{
    return as->scan.table > 0 && slot->field == SFP_F_VD &&
           sfp_resources_written(w->insn, sfp_mode(w->insn, w->word), vd) >> SFP_R_ANY & 1;
}

/* Warns of operands that this mode ignores; `ignored` has their bits. */
static void warn_ignored(struct assembler *as, const struct written *w, uint32_t ignored)
{
    const unsigned vd = sfp_field(w->insn, w->word, SFP_F_VD);
    char text[MODES_TEXT];

    for (size_t i = 0; i < w->count; i++) {
        const struct sfp_operand *slot = w->slots[i];

        if ((sfp_operand_mask(slot) & ignored) && !says_nothing(slot, w, vd) && !says_what_l7_names(as, slot, w, vd))
            report_warning(as, SFP_W_IGNORED, w->operands[i].place, "%s of %s is ignored%s",
                           sfp_field_name((enum sfp_field)slot->field), w->spelling, with_mode(text, w));
    }
}

/* Is the number written in hexadecimal or binary, as bits? */
static bool is_bits(struct place place)
{
    const char *text = place_text(place);

    return place_length(place) > 2 && text[0] == '0' && strchr("xXbB", text[1]);
}

/* Is the immediate or address in this field signed? GNU as's ranges of modes say so, unless they make it unsigned. */
static bool is_signed_immediate(const struct written *w, const struct sfp_operand *slot)
{
    const unsigned mode = sfp_mode(w->insn, w->word);
    const struct sfp_operand *immediate = sfp_operand_of(w->insn, SFP_F_IMM);

    if (slot->field == SFP_F_ADDR || sfp_mode_of(w->insn, mode)->imm == SFP_IMM_SHORT)
        return true;
    return immediate && immediate->kind == SFP_K_BY_MODE && sfp_gnu_range(w->insn, mode) != SFP_RANGE_UNSIGNED;
}

/* Returns the number that the hardware uses for an immediate written as `number`. */
static int64_t what_counts(const struct written *w, const struct sfp_operand *slot, int64_t number)
{
    const int64_t bound = INT64_C(1) << slot->width;

    if (is_signed_immediate(w, slot) && number >= bound / 2)
        number -= bound;
    else if (!is_signed_immediate(w, slot) && number < 0 &&
             sfp_gnu_range(w->insn, sfp_mode(w->insn, w->word)) == SFP_RANGE_UNSIGNED)
        number += bound;
    return w->insn->taken_bits ? number % (INT64_C(1) << w->insn->taken_bits) : number;
}

/* May the field's bits be written as an unsigned number that means a negative one? True for the macro form,
 * addresses, numbers written as bits, and numbers that sfpdis prints where GNU as takes only 0. */
static bool may_be_bits(const struct written *w, const struct sfp_operand *slot, struct place place)
{
    const unsigned mode = sfp_mode(w->insn, w->word);
    const enum sfp_range range = sfp_gnu_range(w->insn, mode);

    return !w->gnu || slot->field == SFP_F_ADDR || is_bits(place) ||
           !(range == SFP_RANGE_SIGNED || range == SFP_RANGE_UNSIGNED ||
             sfp_mode_of(w->insn, mode)->imm == SFP_IMM_SHORT);
}

/* Warns of immediates that fit in their field but that the hardware uses as another number (sfpu-semantics(7)). */
static void warn_wrap(struct assembler *as, const struct written *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const struct sfp_operand *slot = w->slots[i];
        const int64_t bound = INT64_C(1) << slot->width;
        const int64_t number = w->operands[i].value.number;
        int64_t counts;

        if ((slot->field != SFP_F_IMM && slot->field != SFP_F_ADDR) || w->operands[i].kind != OPERAND_VALUE ||
            facts_of(as, w->insn)->ignored[sfp_mode(w->insn, w->word)] & sfp_operand_mask(slot))
            continue;
        counts = what_counts(w, slot, number);
        if (counts != number && (counts != number - bound || !may_be_bits(w, slot, w->operands[i].place)))
            report_warning(as, SFP_W_WRAP, w->operands[i].place, "%s %" PRId64 " of %s counts as %" PRId64,
                           sfp_field_name((enum sfp_field)slot->field), number, w->spelling, counts);
    }
}

/* Warns of VD L8..L11 in an instruction that only writes VD. */
static void warn_unwritten(struct assembler *as, const struct written *w, unsigned vd)
{
    report_warning(as, SFP_W_UNWRITTEN, find_operand_place(w, facts_of(as, w->insn)->vd_lsb),
                   "%s with VD L%u does nothing: it writes L0..L7 only", w->spelling, vd);
}

void warn_operands(struct assembler *as, const struct written *written)
{
    const bool *on = as->options->warnings.on;
    const struct insn_facts *facts = facts_of(as, written->insn);
    const unsigned mode = four_bits(written->word, facts->mode_lsb);
    const unsigned vd = four_bits(written->word, facts->vd_lsb);
    const uint32_t ignored = written->word & facts->ignored[mode];

    if (on[SFP_W_RESERVED] && ((written->word & facts->zero) || !(facts->documented >> mode & 1) ||
                               facts->vd_lsb == NOWHERE /* SFPCONFIG's VD is a mode */))
        warn_reserved(as, written);
    if (on[SFP_W_TEMPLATE] && (vd >= SFP_FIRST_TEMPLATE_VD || facts->vd_lsb == NOWHERE))
        warn_template(as, written);
    if (on[SFP_W_ADDR_MODE])
        warn_addr_mode(as, written);
    /* The meaning of a template's operands depends on its schedule (sfpu-timing(7), Field overrides). */
    if (on[SFP_W_IGNORED] && ignored && !(facts->vd_selects && vd >= SFP_FIRST_TEMPLATE_VD))
        warn_ignored(as, written, ignored);
    if (on[SFP_W_WRAP] && facts->wraps)
        warn_wrap(as, written);
    if (on[SFP_W_UNWRITTEN] && vd >= SFP_FIRST_CONSTANT_LREG && vd < SFP_FIRST_TEMPLATE_VD &&
        (facts->only_vd >> mode & 1))
        warn_unwritten(as, written, vd);
}

/* ---- Words that were recorded instead of assembled here ----
 * Warns as if each word were written as its macro. */

/* A word at a place, warned about once. */
struct subject {
    uint32_t source, offset, word;
};

/* Adds the subject to the seen ones. Returns false if it was seen before, or after an error for lack of memory. */
static bool is_new(struct assembler *as, struct names *seen, struct pool *keys, const struct subject *subject)
{
    const char *key;
    size_t index;

    if (names_find(seen, (const char *)subject, sizeof *subject, &index))
        return false;
    key = pool_copy(keys, (const char *)subject, sizeof *subject);
    if (key && names_add(seen, key, sizeof *subject, 0))
        return true;
    report_no_memory(as);
    return false;
}

static void warn_word(struct assembler *as, const struct sfp_insn *insn, uint32_t word, struct place place)
{
    const struct sfp_operand *slots[SFP_MAX_OPERANDS];
    struct operand operands[SFP_MAX_OPERANDS];
    size_t count = 0;

    for (; !sfp_operand_end(&insn->args[count]); count++) {
        slots[count] = &insn->args[count];
        operands[count] = (struct operand){
            .kind = OPERAND_VALUE, .value = value_of(sfp_operand_get(slots[count], word)), .place = place};
    }
    warn_operands(as, &(struct written){insn, insn->macro, place, slots, operands, count, word, false});
}

static void warn_all(struct assembler *as)
{
    const struct sfp_program *program = as->program;
    struct origin_walk walk = sfp_origins_from(&program->origins, 0);
    struct names seen = {0};
    struct pool keys = {0};

    for (size_t i = 0; i < program->count && !as->stopped; i++) {
        const struct sfp_origin origin = sfp_origins_next(&walk);
        const struct subject subject = {origin.source, origin.offset, program->words[i]};
        const struct sfp_insn *insn = sfp_insn_of_word(&as->index, subject.word);

        if (insn && is_new(as, &seen, &keys, &subject))
            warn_word(as, insn, subject.word,
                      (struct place){program->sources[origin.source], origin.offset, origin.offset});
    }
    names_free(&seen);
    pool_free(&keys);
}

bool operand_warn_words(const struct sfp_asm_options *options, struct sfp_program *program)
{
    struct insn_facts facts[OPCODES] = {0};
    struct assembler as = {.options = options, .program = program, .facts = facts};

    sfp_index_init(&as.index, program->arch);
    warn_all(&as);
    return as.errors == 0;
}
