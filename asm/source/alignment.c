/* The directives .org, .align and .fill. They count words, as labels do; under GNU as's rules they count bytes. */
#include "directive.h"

#include "assembly/suggest.h"
#include "base/word_bytes.h"

#include <inttypes.h>

size_t optional_keep(struct assembler *as, const struct value *value, struct place place)
{
    size_t number = as->statement->last_optional % (OPTIONALS - 1) + 1;

    as->statement->optionals[number] = (struct optional){true, *value, place};
    as->statement->last_optional = number;
    return number;
}

const struct optional *optional_kept(const struct assembler *as, size_t number)
{
    return &as->statement->optionals[number];
}

/* Reads an operand's value, or `otherwise` if the operand is absent. Returns false after an error. */
static bool take_optional_number(struct assembler *as, const struct optional *operand, int64_t otherwise,
                                 int64_t *number)
{
    *number = operand->given ? operand->value.number : otherwise;
    return !as->stopped && (!operand->given || value_check(as, &operand->value));
}

/* Reads an operand as a 32-bit word, or `otherwise` if the operand is absent. Returns false after an error. */
static bool take_optional_word(struct assembler *as, const struct optional *operand, uint32_t otherwise, uint32_t *word)
{
    int64_t number;

    if (!take_optional_number(as, operand, otherwise, &number))
        return false;
    if (number < INT32_MIN || number > UINT32_MAX) {
        report_error(as, operand->place, "%" PRId64 " does not fit in a word of 32 bits", number);
        return false;
    }
    *word = (uint32_t)number;
    return true;
}

/* Appends `count` equal words. */
static void append_equal_words(struct assembler *as, uint64_t count, uint32_t word, struct place place)
{
    if (count == 0 || emit_too_many(as, count, place))
        return;
    emit_word(as, word, place);
    if (!as->stopped)
        emit_further(as, count - 1, place);
}

/* The words that a directive adds: `count` times `word`. */
struct gap {
    uint64_t count;
    uint32_t word;
};

/* Repeats the lowest byte in a word, since GNU as fills with a byte. */
static uint32_t of_byte(int64_t value)
{
    enum { EACH_BYTE = 0x01010101 };

    return (uint32_t)(value & UINT8_MAX) * EACH_BYTE;
}

/* Warns if GNU as, which counts bytes, would add another gap than `gap`. A NULL `gnu` says that GNU as would refuse
 * the directive. */
static void warn_layout(struct assembler *as, struct place directive, struct gap gap, const struct gap *gnu)
{
    if (!gnu)
        report_warning(as, SFP_W_GNU_LAYOUT, directive, "'%.*s' counts words, and adds %" PRIu64 "; GNU as counts bytes, and "
                       "would refuse this", place_precision(directive), place_text(directive), gap.count);
    else if (gap.count != gnu->count)
        report_warning(as, SFP_W_GNU_LAYOUT, directive, "'%.*s' counts words, and adds %" PRIu64 "; GNU as counts bytes, and "
                       "would add %" PRIu64, place_precision(directive), place_text(directive),
                       gap.count, gnu->count);
    else if (gap.count > 0 && gap.word != gnu->word)
        report_warning(as, SFP_W_GNU_LAYOUT, directive, "'%.*s' fills with words; GNU as fills with bytes",
                       place_precision(directive), place_text(directive));
}

/* Computes GNU as's gap up to byte `to`. Returns false if GNU as would refuse; reports that as an error if GNU as's
 * rules hold. */
static bool gnu_org_gap(struct assembler *as, const struct optional *to, const struct optional *fill, struct gap *gap)
{
    const int64_t there = to->value.number;
    const size_t now = as->program->count;
    const bool good = there >= 0 && there % SFP_WORD_BYTES == 0 && (uint64_t)there / SFP_WORD_BYTES >= now;

    gap->count = good ? (uint64_t)there / SFP_WORD_BYTES - now : 0;
    gap->word = fill->given ? sfp_unrotated(of_byte(fill->value.number)) : 0;
    if (!good && gnu_rules(as) && there % SFP_WORD_BYTES != 0)
        report_error(as, to->place, "byte %" PRId64 " is not the start of a word of %d bytes", there, SFP_WORD_BYTES);
    else if (!good && gnu_rules(as))
        report_error(as, to->place, "'.org' goes forward only, and this is byte %zu", now * SFP_WORD_BYTES);
    return good;
}

void layout_org(struct assembler *as, struct place directive, const struct optional *to, const struct optional *fill)
{
    const size_t now = as->program->count;
    struct gap gap;
    struct gap gnu;
    bool gnu_good;
    int64_t there;

    as->changes++; /* the same text would add another number of words at another position */
    if (!take_optional_number(as, to, 0, &there) || !take_optional_word(as, fill, 0, &gap.word))
        return;
    gnu_good = gnu_org_gap(as, to, fill, &gnu);
    if (gnu_rules(as)) {
        if (gnu_good)
            append_equal_words(as, gnu.count, gnu.word, directive);
        return;
    }
    if (there < 0 || (uint64_t)there < now) {
        report_error(as, to->place, "'.org' goes forward only, and this is word %zu", now);
        return;
    }
    gap.count = (uint64_t)there - now;
    warn_layout(as, directive, gap, gnu_good ? &gnu : NULL);
    append_equal_words(as, gap.count, gap.word, directive);
}

/* Reads the number of words (under GNU as's rules, bytes) to align to. Returns false after an error. */
static bool take_unit(struct assembler *as, struct place directive, const struct optional *operand, uint64_t *unit)
{
    const bool power = directive_kind(directive) == ALIGN_POWER;
    int64_t number;

    if (!take_optional_number(as, operand, 0, &number))
        return false;
    *unit = (uint64_t)number;
    if (power && number >= 0 && number < 32) {
        *unit = UINT64_C(1) << number;
    } else if (power) {
        report_error(as, operand->place, "'%.*s' takes the exponent of two, 0..31", place_precision(directive),
                     place_text(directive));
        return false;
    } else if (number < 0 || (*unit & (*unit - 1)) != 0) {
        report_error(as, operand->place, "'%.*s' takes a power of two: 1, 2, 4, ...", place_precision(directive),
                     place_text(directive));
        return false;
    }
    return true;
}

/* Returns the word with which GNU as fills gaps between instructions. */
static uint32_t nop_word(const struct assembler *as)
{
    static const char name[] = "ttnop";

    return (uint32_t)sfp_insn_by_gnu(&as->index, name, sizeof name - 1)->opcode << SFP_OPCODE_LSB;
}

/* Returns the number of words up to a multiple of `multiple` words, or 0 if that exceeds `most`. As in GNU as, a
 * `most` of 0 or less sets no limit. */
static uint64_t align_count(const struct assembler *as, uint64_t multiple, int64_t most)
{
    const uint64_t count = multiple > 1 ? -(uint64_t)as->program->count & (multiple - 1) : 0;

    return most <= 0 || count <= (uint64_t)most ? count : 0;
}

void layout_align(struct assembler *as, struct place directive, const struct optional *unit,
                  const struct optional *fill, const struct optional *most)
{
    struct gap gap;
    struct gap gnu;
    uint64_t multiple;
    int64_t limit;

    as->changes++;
    if (!take_unit(as, directive, unit, &multiple) || !take_optional_word(as, fill, nop_word(as), &gap.word) ||
        !take_optional_number(as, most, INT64_MAX, &limit))
        return;
    gap.count = align_count(as, multiple, limit);
    /* A limit below a word's size leaves no room for a word. */
    gnu.count = limit > 0 && limit < SFP_WORD_BYTES
                    ? 0 : align_count(as, multiple / SFP_WORD_BYTES, limit / SFP_WORD_BYTES);
    gnu.word = fill->given ? sfp_unrotated(of_byte(fill->value.number)) : gap.word;
    if (gnu_rules(as))
        gap = gnu;
    else
        warn_layout(as, directive, gap, &gnu);
    append_equal_words(as, gap.count, gap.word, directive);
}

void layout_fill(struct assembler *as, struct place directive, const struct optional *count,
                 const struct optional *size, const struct optional *fill)
{
    int64_t number;
    int64_t bytes;
    uint32_t word;

    if (!take_optional_number(as, count, 0, &number) || !take_optional_number(as, size, 1, &bytes) ||
        !take_optional_word(as, fill, 0, &word))
        return;
    if (bytes != SFP_WORD_BYTES)
        report_error(as, size->given ? size->place : directive,
                     "the size of a '.fill' is 4 here, a whole word%s", size->given ? "" : "; by default it is 1");
    else if (number < 0)
        report_error(as, count->place, "%" PRId64 " is not a number of times", number);
    else if (number > 0)
        append_equal_words(as, (uint64_t)number, directive_data_word(as, word, directive), directive);
}
