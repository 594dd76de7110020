/* Finds the loop in the words that a program executes. */
#include "loop_body.h"

#include <stdlib.h>

#include "isa/modes.h"
#include "isa/timing.h"
#include "isa/vector_unit.h"
#include "base/fail.h"

enum { NO_ADDRESS = INT32_MIN };

/* An executed word, prepared for comparing iterations. */
struct seen {
    uint32_t word;   /* word without the address of a load or store */
    int32_t address; /* address of a load or store, or NO_ADDRESS */
    bool counts;     /* the word may be in the loop */
    bool loads, stores;
};

struct search {
    struct loop_body *body;
    struct sfp_index index;
    struct seen *seen;
    size_t count;
};

/* A run of words each equal to the word a period earlier, over at least a period. */
struct stretch {
    size_t begin, end;
    int32_t step;    /* growth of the addresses in one period; 0 without addresses */
};

const char *loop_body_place(const struct loop_body *body, size_t index, char text[static LOOP_PLACE_SIZE])
{
    if (sfpu_place(body->machine, index, text, LOOP_PLACE_SIZE) != SFPU_OK)
        snprintf(text, LOOP_PLACE_SIZE, "word %zu", index);
    return text;
}

static struct seen prepare_word(const struct sfp_index *index, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);
    struct seen seen = {.word = word, .address = NO_ADDRESS};

    if (!insn || insn->unit == SFP_UNIT_NONE || !sfp_has_field(insn, SFP_F_ADDR))
        return seen;
    seen.address = (int32_t)sfp_field(insn, word, SFP_F_ADDR);
    seen.word = sfp_word_with(insn, word, SFP_F_ADDR, 0);
    seen.stores = insn->id == SFP_I_SFPSTORE || insn->id == SFP_I_SFPLOADMACRO;
    seen.loads = insn->id != SFP_I_SFPSTORE;
    return seen;
}

/* ---- Stretches of a period ---- */

static int32_t find_address_step(const struct seen *before, const struct seen *after)
{
    const int32_t step = (after->address - before->address) & SFP_COUNTER_MASK;

    return step <= SFP_COUNTER_MASK / 2 ? step : step - SFP_COUNTER_MASK - 1;
}

static bool is_repeated(const struct seen *before, const struct seen *after)
{
    return before->counts && after->counts && before->word == after->word &&
           (before->address == NO_ADDRESS) == (after->address == NO_ADDRESS);
}

/* Finds the next stretch from *from on, and moves *from to where the search can continue. False: no further stretch. */
static bool next_stretch(const struct search *s, size_t period, size_t *from, struct stretch *stretch)
{
    size_t i, begin = *from, behind_address = *from;
    bool stepped = false;
    int32_t step = 0;

    for (i = *from; i + period < s->count; i++) {
        const struct seen *before = &s->seen[i], *after = &s->seen[i + period];
        const bool addressed = before->address != NO_ADDRESS, repeated = is_repeated(before, after);

        if (repeated && (!addressed || !stepped || find_address_step(before, after) == step)) {
            step = addressed ? find_address_step(before, after) : step;
            stepped |= addressed;
            behind_address = addressed ? i + 1 : behind_address;
            continue;
        }
        if (i - begin >= period)
            break;
        begin = repeated ? behind_address : i + 1;
        stepped = repeated;
        step = repeated ? find_address_step(before, after) : 0;
        behind_address = i + 1;
    }
    *from = i - begin >= period ? i + 1 : s->count;
    *stretch = (struct stretch){begin, i + period, step};
    return i - begin >= period;
}

enum wanted { WANTS_ANYTHING, WANTS_STORE, WANTS_LOAD_AND_STORE, WANTS_LOAD_ALONE };

static bool stretch_has(const struct search *s, const struct stretch *stretch, size_t period, enum wanted wanted)
{
    bool loads = false, stores = false;

    for (size_t i = stretch->begin; i < stretch->begin + period; i++) {
        loads |= s->seen[i].loads;
        stores |= s->seen[i].stores;
    }
    switch (wanted) {
    case WANTS_STORE: return stores;
    case WANTS_LOAD_AND_STORE: return loads && stores;
    case WANTS_LOAD_ALONE: return loads && !stores;
    case WANTS_ANYTHING: break;
    }
    return true;
}

/* Returns how many words the stretches of this period have, in whole iterations. Stretches with growing addresses
 * count only with at least `least` iterations. */
static size_t count_covered_words(const struct search *s, size_t period, enum wanted wanted, size_t least)
{
    struct stretch stretch;
    size_t from = 0, words = 0;

    while (next_stretch(s, period, &from, &stretch))
        if ((stretch.step == 0 || (stretch.end - stretch.begin) / period >= least) &&
            stretch_has(s, &stretch, period, wanted))
            words += (stretch.end - stretch.begin) / period * period;
    return words;
}

/* Returns the smallest period that covers nearly as many words as the best period, or 0 for none. So an inner loop
 * repeated by an outer loop, with little in between, is the loop; a short repetition within an iteration is not. */
static size_t choose_period_of(const struct search *s, enum wanted wanted, size_t least)
{
    enum { NEARLY = 3, OF = 4 };
    size_t words[LOOP_MOST_WORDS + 1] = {0}, most = 0, period = 1;

    for (size_t p = 1; p <= LOOP_MOST_WORDS; p++) {
        words[p] = count_covered_words(s, p, wanted, least);
        most = words[p] > most ? words[p] : most;
    }
    if (most == 0)
        return 0;
    while (words[period] * OF < most * NEARLY)
        period++;
    return period;
}

/* Prefers loops of at least four iterations. Two or three parts of one iteration can be equal except for their
 * addresses; they are the loop only if nothing else is. */
static size_t choose_period(const struct search *s, enum wanted wanted)
{
    enum { SOME = 4, ANY = 2 };
    const size_t period = choose_period_of(s, wanted, SOME);

    return period ? period : choose_period_of(s, wanted, ANY);
}

/* ---- Where an iteration begins ---- */

enum { LREGS = 0xFF };

/* Returns the LRegs read before they are written, and written later, in an iteration that begins here. */
static uint32_t find_carried(const struct search *s, size_t begin, size_t period)
{
    uint32_t written = 0, early = 0;

    for (size_t i = begin; i < begin + period; i++) {
        const struct sfp_issued issued = sfp_issued_of(&s->index, s->body->executed[i].word);

        early |= issued.reads & ~written & LREGS;
        written |= issued.writes;
    }
    return early & written;
}

static struct sfp_issued read_executed(const struct search *s, size_t i)
{
    return sfp_issued_of(&s->index, s->body->executed[i].word);
}

static bool is_insn(const struct sfp_issued *issued, enum sfp_id id)
{
    return issued->insn && issued->insn->id == id;
}

/* Returns whether the iteration enables lanes before it disables any, as one that begins within a flag region does. */
static bool enables_lanes_first(const struct search *s, size_t begin, size_t period)
{
    for (size_t i = begin; i < begin + period; i++) {
        const struct sfp_issued issued = read_executed(s, i);

        if (is_insn(&issued, SFP_I_SFPPUSHC) || issued.writes & SFP_USES_FLAGS)
            return is_insn(&issued, SFP_I_SFPENCC) || is_insn(&issued, SFP_I_SFPPOPC) ||
                   is_insn(&issued, SFP_I_SFPCOMPC);
    }
    return false;
}

/* Returns whether flags can turn lanes off, or are on the stack, at the end of these words, which follow an SFPENCC. */
static bool leave_flags(const struct search *s, size_t first, size_t end)
{
    unsigned depth = 0;
    uint32_t pushed = 0;
    bool set = false;

    for (size_t i = first; i < end; i++) {
        const struct sfp_issued issued = read_executed(s, i);

        if (is_insn(&issued, SFP_I_SFPPUSHC)) {
            pushed = pushed << 1 | set;
            depth++;
        } else if (is_insn(&issued, SFP_I_SFPPOPC)) {
            set = pushed & 1;
            pushed >>= 1;
            depth -= depth > 0;
        } else if (issued.writes & SFP_USES_FLAGS) {
            set = !is_insn(&issued, SFP_I_SFPENCC);
        }
    }
    return set || depth > 0;
}

/* Returns whether an iteration that begins here begins within a flag region: after the last SFPENCC of the iteration
 * before, which has the words of this one, flags are set. */
static bool begins_in_flags(const struct search *s, size_t begin, size_t period)
{
    for (size_t i = begin + period; i-- > begin;) {
        const struct sfp_issued issued = read_executed(s, i);

        if (is_insn(&issued, SFP_I_SFPENCC))
            return leave_flags(s, i + 1, begin + period);
    }
    return enables_lanes_first(s, begin, period);
}

/* Returns a number that is smaller for a better first word. A beginning within a flag region is refused, whatever LRegs
 * are carried. */
static unsigned rate_begin(const struct search *s, size_t begin, size_t period)
{
    enum { IN_FLAGS = LREGS };

    return begins_in_flags(s, begin, period) * IN_FLAGS + (unsigned)__builtin_popcount(find_carried(s, begin, period));
}

/* Returns the best first word of an iteration: not within a flag region, fewest carried LRegs. The stretch's first
 * word may be wrong, because words before or after the loop can match by chance, and the first iteration can differ. */
static size_t find_best_begin(const struct search *s, const struct stretch *stretch, size_t period)
{
    size_t best = stretch->begin;

    for (size_t i = stretch->begin; i < stretch->begin + period && i + period <= stretch->end; i++)
        if (rate_begin(s, i, period) < rate_begin(s, best, period))
            best = i;
    return best;
}

/* Does this stretch have the loop's body too? */
static bool is_same_loop(const struct search *s, const struct stretch *stretch, size_t period, int32_t step)
{
    const size_t body = (size_t)(s->body->words - s->body->executed);

    for (size_t offset = 0; offset < period; offset++) {
        size_t i = 0;

        while (i < period && s->seen[stretch->begin + (offset + i) % period].word == s->seen[body + i].word)
            i++;
        if (i == period)
            return stretch->step == step;
    }
    return false;
}

static void take_loop(struct loop_body *body, const struct stretch *stretch, size_t begin, size_t period)
{
    body->words = &body->executed[begin];
    body->count = period;
    body->iterations = (stretch->end - begin) / period;
    body->rows = stretch->step;
    body->before = body->executed;
    body->before_count = begin;
    body->after = &body->words[body->iterations * period];
    body->after_count = (size_t)(&body->executed[body->executed_count] - body->after);
}

static size_t count_counting_words(const struct search *s)
{
    size_t words = 0;

    for (size_t i = 0; i < s->count; i++)
        words += s->seen[i].counts;
    return words;
}

/* ---- Errors ---- */

static bool report_two_loops(const struct search *s, const struct stretch *other, char **error)
{
    const struct loop_word *one = s->body->words, *two = &s->body->executed[other->begin];
    char first[LOOP_PLACE_SIZE], second[LOOP_PLACE_SIZE];

    loop_body_place(s->body, one < two ? one->index : two->index, first);
    loop_body_place(s->body, one < two ? two->index : one->index, second);
    return fail_with(error, "%s: two loops, here and at %s: name one by --region", first, second);
}

/* Returns the length of an iteration with more words than LOOP_MOST_WORDS, or 0. The search is limited to a short
 * time. */
static size_t find_long_period(const struct search *s)
{
    const size_t middle = s->count / 3;
    uint64_t left = UINT64_C(1) << 27;

    for (size_t period = LOOP_MOST_WORDS + 1; middle + 2 * period <= s->count; period++) {
        size_t i = 0;

        while (i < period && left > 0 && is_repeated(&s->seen[middle + i], &s->seen[middle + i + period])) {
            left--;
            i++;
        }
        if (i == period)
            return period;
    }
    return 0;
}

/* Reports that the loop stores nothing, and names a register carried between iterations, if any. */
static bool report_storing_nothing(const struct search *s, const struct stretch *stretch, size_t period, char **error)
{
    const size_t begin = find_best_begin(s, stretch, period);
    const uint32_t carried = find_carried(s, begin, period);
    char place[LOOP_PLACE_SIZE];

    loop_body_place(s->body, s->body->executed[begin].index, place);
    if (carried)
        return fail_with(error, "%s: the loop stores nothing, and no code after it stores what it carries in L%d: store "
                         "the result after the loop", place, __builtin_ctz(carried));
    return fail_with(error, "%s: the loop stores nothing: store the result of each iteration", place);
}

/* Reports a repetition that loads, stores nothing, and covers too few words to be the loop. Returns false with the
 * message in *error, or true if the program has no such repetition. */
static bool report_short_reduction(const struct search *s, char **error)
{
    const size_t period = choose_period(s, WANTS_LOAD_ALONE);
    struct stretch stretch;
    size_t from = 0;
    char place[LOOP_PLACE_SIZE];

    while (period && next_stretch(s, period, &from, &stretch))
        if (stretch_has(s, &stretch, period, WANTS_LOAD_ALONE))
            return fail_with(error, "%s: no loop: the words repeated from here on, without a store, are %zu of %zu "
                             "that are executed: a reduction's loop must be most of them, or of the words of a "
                             "--region",
                             loop_body_place(s->body, s->body->executed[stretch.begin].index, place),
                             count_covered_words(s, period, WANTS_LOAD_ALONE, 0), count_counting_words(s));
    return true;
}

static bool report_no_loop(const struct search *s, char **error)
{
    const size_t empty = choose_period(s, WANTS_ANYTHING), words = find_long_period(s);
    struct stretch stretch;
    size_t from = 0;
    char place[LOOP_PLACE_SIZE];

    if (words > 0)
        return fail_with(error, "%s: an iteration has %zu words: at most %d can be scheduled",
                         loop_body_place(s->body, s->body->executed[s->count / 3].index,
                                         place), words, LOOP_MOST_WORDS);
    if (empty && 2 * count_covered_words(s, empty, WANTS_ANYTHING, 0) > s->count &&
        next_stretch(s, empty, &from, &stretch))
        return report_storing_nothing(s, &stretch, empty, error);
    return report_short_reduction(s, error) &&
           fail_with(error, "no loop: no words that load or store are executed twice in succession, in the same "
                            "registers and at addresses a constant apart: repeat the body, as with .rept 32, and step "
                            "Dst in it; of a reduction, repeat the load and what adds it to one register, and store "
                            "after that");
}

/* ---- The search ---- */

/* Is no other loop left? Words of the first loop no longer count. False with the message in *error. */
static bool check_only_loop(const struct search *s, char **error)
{
    const size_t other = choose_period(s, WANTS_LOAD_AND_STORE);
    struct stretch stretch;
    size_t from = 0;

    while (other && next_stretch(s, other, &from, &stretch))
        if (stretch_has(s, &stretch, other, WANTS_LOAD_AND_STORE))
            return report_two_loops(s, &stretch, error);
    return true;
}

static void pass_over_words(struct search *s, size_t begin, size_t count)
{
    for (size_t i = begin; i < begin + count; i++)
        s->seen[i].counts = false;
}

/* Takes the first wanted stretch of the period as the loop, and passes over the other stretches with its body. False
 * with a message in *error if another loop exists. */
static bool take_stretches(struct search *s, size_t period, enum wanted wanted, char **error)
{
    struct stretch stretch;
    size_t from = 0;

    while (next_stretch(s, period, &from, &stretch)) {
        if (!stretch_has(s, &stretch, period, wanted))
            continue;
        if (!s->body->words)
            take_loop(s->body, &stretch, stretch.begin = find_best_begin(s, &stretch, period), period);
        else if (!is_same_loop(s, &stretch, period, s->body->rows))
            return report_two_loops(s, &stretch, error);
        for (size_t i = stretch.begin; i + period <= stretch.end; i += period)
            pass_over_words(s, i, period);
    }
    return check_only_loop(s, error);
}

/* Returns whether the word at `begin`, or a later word, stores to Dst. */
static bool stores_from(const struct search *s, size_t begin)
{
    for (size_t i = begin; i < s->count; i++)
        if (s->seen[i].stores)
            return true;
    return false;
}

/* Returns the period of a loop that stores nothing, and carries a register, before code that stores, if the loop makes
 * up most of the pass, and more of it than the loop of period `storing`. Otherwise returns 0. */
static size_t choose_reduction(const struct search *s, size_t storing)
{
    const size_t period = choose_period(s, WANTS_LOAD_ALONE);
    const size_t words = period ? count_covered_words(s, period, WANTS_LOAD_ALONE, 0) : 0;
    struct stretch stretch;
    size_t from = 0;

    if (2 * words <= count_counting_words(s) ||
        (storing && count_covered_words(s, storing, WANTS_STORE, 0) >= words))
        return 0;
    while (next_stretch(s, period, &from, &stretch))
        if (stretch_has(s, &stretch, period, WANTS_LOAD_ALONE))
            return find_carried(s, find_best_begin(s, &stretch, period), period) && stores_from(s, stretch.end)
                       ? period
                       : 0;
    return 0;
}

static bool check_plain_loop(const struct search *s, char **error)
{
    char place[LOOP_PLACE_SIZE];

    for (size_t i = 0; i < s->body->count; i++) {
        const struct sfp_insn *insn = sfp_insn_of_word(&s->index, s->body->words[i].word);

        if (insn && insn->id == SFP_I_SFPLOADMACRO)
            return fail_with(error, "%s: the loop already uses SFPLOADMACRO: give the plain kernel",
                             loop_body_place(s->body, s->body->words[i].index, place));
    }
    return true;
}

static bool search_loop(struct search *s, const bool *counts, char **error)
{
    size_t period, reduction;

    for (size_t i = 0; i < s->count; i++) {
        s->seen[i] = prepare_word(&s->index, s->body->executed[i].word);
        s->seen[i].counts = counts[i];
    }
    period = choose_period(s, WANTS_STORE);
    reduction = choose_reduction(s, period);
    if (period == 0 && reduction == 0)
        return report_no_loop(s, error);
    return (reduction ? take_stretches(s, reduction, WANTS_LOAD_ALONE, error)
                      : take_stretches(s, period, WANTS_STORE, error)) && check_plain_loop(s, error);
}

bool loop_body_find(struct loop_body *body, const bool *counts, char **error)
{
    struct search s = {.body = body, .count = body->executed_count};
    bool found;

    *error = NULL;
    sfp_index_init(&s.index, body->arch);
    s.seen = calloc(s.count + 1, sizeof *s.seen);
    found = s.seen && search_loop(&s, counts, error);
    free(s.seen);
    return found;
}
