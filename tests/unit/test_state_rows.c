/* Rows of include/state.def: in the state JSON and back, in comparisons of two states, in gdb's registers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gdb/register_table.h"
#include "model/image.h"
#include "model/state_table.h"
#include "observe/perturbation.h"
#include "run/print.h"
#include "sfpu.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { STACKED = 3 /* entries of the flag stack */, PATH = 96 };

static uint32_t random_state = 1;

static uint32_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static struct sfp_state *new_state(enum sfp_arch arch)
{
    struct sfp_state *s = aligned_alloc(_Alignof(struct sfp_state), sizeof *s);

    assert_non_null(s);
    sfp_state_reset(s, arch);
    s->stack_size = STACKED;
    return s;
}

static const struct sfp_member *object_of(const struct sfp_member *m)
{
    return &sfp_state_members[m->object];
}

static bool is_of_state(const struct sfp_member *m)
{
    return m->kind == SFP_MEMBER_VALUE || m->kind == SFP_MEMBER_WORDS;
}

/* In how many objects of an array the row is. */
static unsigned count_entries(const struct sfp_member *m)
{
    switch (object_of(m)->kind) {
    case SFP_MEMBER_STACK:
        return STACKED;
    case SFP_MEMBER_FAMILY:
        return object_of(m)->entries;
    default:
        return 1;
    }
}

static unsigned count_arrays(const struct sfp_member *m)
{
    return m->words.rows ? m->words.rows : 1;
}

static uint32_t *words_of(struct sfp_state *s, const struct sfp_member *m, unsigned array)
{
    return (uint32_t *)sfp_words_at(s, &m->words, array);
}

/* L8 to L10 and L15. */
static bool is_constant(const struct sfp_member *m, unsigned array)
{
    return m == &sfp_state_members[SFP_STATE_LREG] && ((array >= SFP_LREG_0_8373 && array <= SFP_LREG_ONE)
                                                       || array == SFP_LREG_LANE_ID);
}

/* Changes each value of the row. False: the arch does not have it. */
static bool change_row(struct sfp_state *s, const struct sfp_member *m)
{
    for (unsigned entry = 0; m->kind == SFP_MEMBER_VALUE && entry < count_entries(m); entry++) {
        const uint32_t all = sfp_bits(UINT32_MAX, 0, m->value.width), was = sfp_value_get(s, &m->value, entry);
        uint32_t bits;

        do
            bits = next_random() & all;
        while (bits == was);
        if (!sfp_value_set(s, &m->value, entry, bits))
            return false;
    }
    for (unsigned array = 0; m->kind == SFP_MEMBER_WORDS && array < count_arrays(m); array++)
        for (unsigned i = 0; !is_constant(m, array) && i < m->words.count; i++)
            words_of(s, m, array)[i] = next_random() & m->words.max;
    sfp_state_refresh(s);
    return true;
}

/* ---- The state JSON ---- */

/* Fails unless the path begins as `context` says. */
static void check_path(void *context, const char *path, const char *a, const char *b)
{
    const char *begin = context;

    if (strncmp(path, begin, strlen(begin)) != 0)
        fail_msg("%s: %s and %s, but %s was changed", path, a, b, begin);
}

static void fail_at(void *context, const char *path, const char *a, const char *b)
{
    fail_msg("%s: %s came back as %s (%s)", path, a, b, (const char *)context);
}

/* The beginning of the row's paths, up to the first number in them. */
static void put_path(const struct sfp_member *m, char path[PATH])
{
    if (m->object == SFP_STATE_TOP)
        snprintf(path, PATH, "%s", m->name);
    else if (object_of(m)->kind == SFP_MEMBER_OBJECT)
        snprintf(path, PATH, "%s.%s", object_of(m)->name, m->name);
    else
        snprintf(path, PATH, "%s[", object_of(m)->name);
}

static struct sfp_state *copy_through_json(const struct sfp_state *s)
{
    struct sfp_state *back = new_state(s->arch);
    char *error = NULL, *text;
    size_t size;

    text = sfp_statefile_write(s, NULL, &size);
    assert_non_null(text);
    if (!sfp_statefile_read(text, size, back, &error))
        fail_msg("%s", error);
    free(text);
    return back;
}

/* A row that is changed alone is told apart from the state before, by its own paths; and comes back from the JSON. */
static void comes_back(enum sfp_arch arch, const struct sfp_member *m)
{
    struct sfp_state *before = new_state(arch), *s = new_state(arch), *back;
    char path[PATH];

    put_path(m, path);
    if (change_row(s, m)) {
        if (!sfp_statefile_compare(before, s, check_path, path))
            fail_msg("%s: nobody sees that it has changed", path);
        back = copy_through_json(s);
        sfp_statefile_compare(s, back, fail_at, path);
        free(back);
    }
    free(s);
    free(before);
}

static void test_json(void **state)
{
    (void)state;
    for (unsigned row = SFP_STATE_TOP + 1; row < SFP_STATE_ROWS; row++)
        if (is_of_state(&sfp_state_members[row])) {
            comes_back(SFP_WH, &sfp_state_members[row]);
            comes_back(SFP_BH, &sfp_state_members[row]);
        }
}

/* ---- What perturbations compare ---- */

/* Members that sfp_state_difference leaves out, and why. */
#define MEMBER(name) {offsetof(struct sfp_state, name), sizeof ((struct sfp_state *)0)->name}
static const struct {
    size_t offset, size;
} left_out[] = {
    MEMBER(prng),                                        /* its numbers show where they are used */
    MEMBER(stack),                                       /* what is above its top */
    MEMBER(arch), MEMBER(kernels),                       /* the machine, as options have it */
    MEMBER(dst_16bit_view), MEMBER(dst_is_input), MEMBER(skips),
    MEMBER(gathering),
    MEMBER(shft2_latched), MEMBER(srcb_written),         /* for findings */
    MEMBER(own.addr_mods_known), MEMBER(expanders.replay_recorded), MEMBER(expanders.mop_cfg_set),
    MEMBER(expanders.replay_origin), MEMBER(expanders.replay_base),
    MEMBER(copied), MEMBER(skipped), MEMBER(sum),        /* notes to be printed */
};

static bool is_left_out(size_t word)
{
    for (size_t i = 0; i < COUNT(left_out); i++)
        if (word + sizeof(uint32_t) > left_out[i].offset && word < left_out[i].offset + left_out[i].size)
            return true;
    return false;
}

/* Each word of the state is compared or left out above, up to `derived`, the last member. What this does not see is a new
 * byte in a word that has others. */
static void test_difference(void **state)
{
    struct sfp_state *a = new_state(SFP_WH), *b = new_state(SFP_WH);
    uint32_t *words = (uint32_t *)(void *)b;

    (void)state;
    for (size_t i = 0; i < offsetof(struct sfp_state, derived) / sizeof *words; i++) {
        words[i] = ~words[i];
        if (!is_left_out(i * sizeof *words) && !sfp_state_difference(a, b).any)
            fail_msg("byte %zu of a state: perturb does not see that it differs", i * sizeof *words);
        words[i] = ~words[i];
    }
    assert_true(sizeof *b - offsetof(struct sfp_state, derived) - sizeof b->derived < _Alignof(struct sfp_state));
    free(a);
    free(b);
}

/* ---- gdb's registers ---- */

/* The rows that are registers. */
static const struct row {
    enum sfp_state_row row;
    unsigned number;
    const char *name;
    bool settable;
} registers[] = {
#define STATE(...)
#define REGISTER(id, object, json_name, place, text, number, name, access, about) \
    {SFP_STATE_##id, number, name, access},
#define SET true
#define GET false
#include "state.def"
};

static uint32_t get_word(const uint8_t *bytes, size_t i)
{
    uint32_t word;

    memcpy(&word, bytes + sizeof word * i, sizeof word);
    return word;
}

/* Fills `words` with what gdb should see of register `i` of the row, and returns how many there are. */
static size_t expect_words(struct sfp_state *s, const struct sfp_member *m, unsigned i, uint32_t words[SFP_LANES])
{
    if (m->kind == SFP_MEMBER_STACK) {
        words[0] = s->stack_size;
        return 1;
    }
    if (m->kind == SFP_MEMBER_WORDS) {
        memcpy(words, words_of(s, m, i), sizeof *words * m->words.count);
        return m->words.count;
    }
    for (unsigned entry = 0; entry < count_entries(m); entry++)
        words[entry] = sfp_value_get(s, &m->value, entry);
    return count_entries(m);
}

static void check_register(struct debuggee *d, struct sfp_state *s, const struct row *r, unsigned i)
{
    const struct register_bank *bank = register_bank(r->number);
    uint8_t bytes[REGISTER_MOST_BYTES];
    uint32_t words[SFP_LANES];
    const size_t count = expect_words(s, &sfp_state_members[r->row], i, words);

    assert_true(bank->read(d, bank, i, bytes));
    assert_true(bank->bytes >= sizeof *words * count);
    for (size_t word = 0; word < count; word++)
        if (get_word(bytes, word) != words[word])
            fail_msg("%s%u, word %zu: 0x%08x, but the state has 0x%08x", r->name, i, word,
                     (unsigned)get_word(bytes, word), (unsigned)words[word]);
}

/* gdb sets the registers of the row: the machine's state is `s` with that change. */
static void set_register(struct debuggee *d, struct sfp_state *s, const struct row *r)
{
    const struct register_bank *bank = register_bank(r->number);
    struct sfp_state *back = new_state(s->arch);
    uint8_t bytes[REGISTER_MOST_BYTES];
    uint32_t words[SFP_LANES];
    char *error = NULL, *text;
    size_t size;

    assert_non_null(bank->write);
    assert_true(change_row(s, &sfp_state_members[r->row]));
    for (unsigned i = 0; i < bank->count; i++) {
        const size_t count = expect_words(s, &sfp_state_members[r->row], i, words);

        memcpy(bytes, words, sizeof *words * count);
        debuggee_change(d);
        if (!is_constant(&sfp_state_members[r->row], i) && !bank->write(d, bank, i, bytes))
            fail_msg("%s%u cannot be set", r->name, i);
    }
    assert_int_equal(sfpu_get_state(d->m, &text, &size), SFPU_OK);
    assert_true(sfp_statefile_read(text, size, back, &error));
    sfp_statefile_compare(s, back, fail_at, (void *)(uintptr_t)r->name);
    sfpu_free(text);
    free(back);
}

static void check_registers(enum sfp_arch arch, int number)
{
    const struct sfpu_options options = {.size = sizeof options, .arch = number};
    struct debuggee d = {0};
    struct sfp_state *s = new_state(arch);
    char *text;
    size_t size;

    assert_int_equal(sfpu_open(&options, &d.m), SFPU_OK);
    for (unsigned row = SFP_STATE_TOP + 1; row < SFP_STATE_ROWS; row++)
        change_row(s, &sfp_state_members[row]);
    text = sfp_statefile_write(s, NULL, &size);
    assert_non_null(text);
    assert_int_equal(sfpu_set_state(d.m, text, size), SFPU_OK);
    for (size_t r = 0; r < COUNT(registers); r++) {
        assert_string_equal(register_bank(registers[r].number)->name, registers[r].name);
        assert_int_equal(register_bank(registers[r].number)->settable, registers[r].settable);
        for (unsigned i = 0; i < register_bank(registers[r].number)->count; i++)
            check_register(&d, s, &registers[r], i);
        if (registers[r].settable)
            set_register(&d, s, &registers[r]);
    }
    debuggee_end(&d);
    sfpu_close(d.m);
    free(text);
    free(s);
}

static void test_registers(void **state)
{
    (void)state;
    check_registers(SFP_WH, SFPU_WORMHOLE);
    check_registers(SFP_BH, SFPU_BLACKHOLE);
}

/* No number is left out, and registers that gdb has to ask for come last. */
static void test_numbers(void **state)
{
    const struct register_bank *bank;
    bool asked = false;

    (void)state;
    for (size_t row = 0; (bank = register_bank(row)); row++) {
        assert_non_null(bank->name);
        assert_true(bank->asked >= asked);
        asked = bank->asked;
    }
}

/* --print=rwc has the counters of the rows, all of them. */
static void test_counters(void **state)
{
    (void)state;
    for (unsigned i = 0; i < PRINT_COUNTERS; i++)
        assert_string_equal(sfpu_counter_name(i), sfp_state_members[SFP_STATE_COUNTER_DST + i].name);
    assert_null(sfpu_counter_name(PRINT_COUNTERS));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_difference),
        cmocka_unit_test(test_registers),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_counters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
