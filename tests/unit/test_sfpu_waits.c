/*
 * .hazards auto by the public header alone: what sfpu-findings(7) has about results that are not there yet is never
 * found, on either arch, and without any one of the waits that were put in it is.
 */
#include "sfpu_test.h"

enum { PROGRAMS = 1000, FEWEST_WAITS = 100, STATEMENTS = 24, MOST_TEXT = STATEMENTS * 64, WAIT = 0x8F000000 };

/* What waits are for. */
static const char *const about_waits[] = {"mad-raw", "mad-waw", "shft2-raw", "shft2-port", "swap-compare", "stall-miss"};

/* Statements of both arches, and of one; each %u is one of L0 to L7. */
static const char *const both[] = {
    "sfpmad L%u, L%u, L%u, L%u, 0", "sfpadd L%u, L%u, L%u, 0", "sfpmul L%u, L%u, L%u, 0", "sfpmuli L%u, 0x3f80, 0",
    "sfpaddi L%u, 0x3f80, 0", "sfplut L%u, 0", "sfplutfp32 L%u, 0", "sfplutfp32 L%u, 2", "sfpswap L%u, L%u, 0",
    "sfpswap L%u, L%u, 1", "sfpshft2 L%u, L%u, 0, 0", "sfpshft2 L%u, L%u, 0, 1", "sfpshft2 L%u, L%u, 0, 2",
    "sfpshft2 L%u, L%u, 0, 3", "sfpshft2 L%u, L%u, 0, 4", "sfpshft2 L%u, L%u, L%u, 5", "sfpshft2 L%u, L%u, 3, 6",
    "sfpload L%u, 0, 4, 3", "sfpstore L%u, 0, 4, 3", "sfploadi L%u, 1, 2", "sfploadi L%u, 1, 8", "sfpmov L%u, L%u, 0",
    "sfpmov L%u, L%u, 2", "sfpabs L%u, L%u, 0", "sfpnot L%u, L%u", "sfpxor L%u, L%u", "sfpiadd L%u, L%u, 1, 5",
    "sfpiadd L%u, L%u, 0, 4", "sfpiadd L%u, L%u, 0, 6", "sfpshft L%u, L%u, 1, 1", "sfpshft L%u, L%u, 0, 0",
    "sfpsetexp L%u, L%u, 1, 1", "sfpsetexp L%u, L%u, 0, 0", "sfpsetman L%u, L%u, 0, 0", "sfpsetsgn L%u, L%u, 0, 0",
    "sfpdivp2 L%u, L%u, 1, 1", "sfpexexp L%u, L%u, 0", "sfpexman L%u, L%u, 0", "sfplz L%u, L%u, 0",
    "sfpcast L%u, L%u, 0", "sfpstochrnd L%u, L%u, L%u, 0, 1, 0", "sfpstochrnd L%u, L%u, L%u, 0, 4, 0", "sfptransp",
    "sfpconfig 11, 0, 0", "sfpmad T1, L%u, L%u, L%u, 0", "sfpabs T0, L%u, 0", "sfpnop", "ttnop",
    "ttincrwc 0, 0, 0, 0", "ttsetrwc 0, 0, 0, 0, 0, 0",
};
static const char *const wormhole[] = {"sfpand L%u, L%u", "sfpor L%u, L%u"};
static const char *const blackhole[] = {
    "sfpand L%u, L%u, L%u, 0", "sfpand L%u, L%u, L%u, 1", "sfpor L%u, L%u, L%u, 1", "sfpshft L%u, L%u, 1, 5",
    "sfpgt L%u, L%u, 0, 8", "sfple L%u, L%u, 0, 8", "sfpmul24 L%u, L%u, L%u, 0", "sfparecip L%u, L%u, 0",
    "sfpmad L%u, L%u, L%u, L%u, 3",
};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static unsigned below(uint64_t *random, size_t n)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((*random >> 33) % n);
}

static const char *any_statement(int arch, uint64_t *random)
{
    const size_t more = arch == SFPU_WORMHOLE ? COUNT(wormhole) : COUNT(blackhole);
    const unsigned i = below(random, COUNT(both) + more);

    if (i < COUNT(both))
        return both[i];
    return arch == SFPU_WORMHOLE ? wormhole[i - COUNT(both)] : blackhole[i - COUNT(both)];
}

static size_t add_statement(char *text, size_t size, int arch, uint64_t *random)
{
    unsigned regs[4];

    for (unsigned i = 0; i < 4; i++)
        regs[i] = below(random, 4 + 4 * below(random, 2)); /* half of them meet more often */
    return (size_t)snprintf(text, size, any_statement(arch, random), regs[0], regs[1], regs[2], regs[3]) +
           (size_t)snprintf(text + strlen(text), size - strlen(text), "\n");
}

static void add_program(char text[static MOST_TEXT], int arch, uint64_t *random)
{
    size_t length = (size_t)snprintf(text, MOST_TEXT, ".hazards auto\n");

    for (unsigned i = 1; i < STATEMENTS; i++)
        length += add_statement(text + length, MOST_TEXT - length, arch, random);
}

struct seen {
    size_t count;
    const char *first;
};

static void see(void *context, const struct sfpu_finding *finding)
{
    struct seen *seen = context;

    for (size_t i = 0; i < COUNT(about_waits); i++)
        if (strcmp(finding->name, about_waits[i]) == 0 && seen->count++ == 0)
            seen->first = finding->name;
}

/* What is found of these in a run of the words, from a fresh machine with all lanes enabled. */
static struct seen findings_of(int arch, const uint32_t *words, size_t count)
{
    sfpu_machine *m = machine_of(arch);
    struct seen seen = {0};

    assert_int_equal(sfpu_load_words(m, words, count), SFPU_OK);
    assert_int_equal(sfpu_set(m, "init", "llk"), SFPU_OK);
    assert_int_equal(sfpu_run(m, 1), SFPU_OK);
    assert_int_equal(sfpu_visit_findings(m, see, &seen), SFPU_OK);
    sfpu_close(m);
    return seen;
}

/* The words without the one at `left_out`. */
static struct seen findings_without(int arch, const uint32_t *words, size_t count, size_t left_out)
{
    uint32_t fewer[2 * STATEMENTS];

    memcpy(fewer, words, left_out * sizeof *words);
    memcpy(fewer + left_out, words + left_out + 1, (count - left_out - 1) * sizeof *words);
    return findings_of(arch, fewer, count - 1);
}

static sfpu_program *assemble(int arch, const char *text, int fix)
{
    const struct sfpu_assembly how = {.size = sizeof how, .arch = arch, .fix_hazards = fix};
    sfpu_program *p;

    if (sfpu_assemble_text(&how, "k.s", text, strlen(text), &p) != SFPU_OK)
        fail_msg("%s", text);
    return p;
}

/* Is every wait but those that the source has by itself needed? Returns how many were put in. */
static size_t check_waits(int arch, const char *text, const sfpu_program *with, const sfpu_program *without)
{
    const uint32_t *words = sfpu_program_words(with), *plain = sfpu_program_words(without);
    const size_t count = sfpu_program_word_count(with);
    size_t own = 0;

    for (size_t i = 0; i < count; i++) {
        if (words[i] == plain[own] && own < sfpu_program_word_count(without)) {
            own++;
            continue;
        }
        assert_int_equal(words[i], WAIT);
        if (findings_without(arch, words, count, i).count == 0)
            fail_msg("the wait in word %zu is superfluous:\n%s", i, text);
    }
    assert_int_equal(own, sfpu_program_word_count(without));
    return count - own;
}

static size_t check_program(int arch, const char *text)
{
    sfpu_program *with = assemble(arch, text, 0), *fixed = assemble(arch, strchr(text, '\n') + 1, 1);
    sfpu_program *without = assemble(arch, strchr(text, '\n') + 1, 0);
    const size_t count = sfpu_program_word_count(with);
    const struct seen seen = findings_of(arch, sfpu_program_words(with), count);
    size_t waits;

    if (seen.count > 0)
        fail_msg("%s is found in\n%s", seen.first, text);
    assert_int_equal(sfpu_program_word_count(fixed), count);
    assert_memory_equal(sfpu_program_words(fixed), sfpu_program_words(with), count * sizeof(uint32_t));
    waits = check_waits(arch, text, with, without);
    sfpu_program_free(with);
    sfpu_program_free(fixed);
    sfpu_program_free(without);
    return waits;
}

/* Programs by chance: nothing is found with the waits, and something without any one of them. */
static void check_arch(int arch)
{
    uint64_t random = 29;
    size_t waits = 0;
    char text[MOST_TEXT];

    for (unsigned i = 0; i < PROGRAMS; i++) {
        add_program(text, arch, &random);
        waits += check_program(arch, text);
    }
    assert_true(waits >= FEWEST_WAITS);
}

static void test_wormhole(void **state)
{
    (void)state;
    check_arch(SFPU_WORMHOLE);
}

static void test_blackhole(void **state)
{
    (void)state;
    check_arch(SFPU_BLACKHOLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wormhole),
        cmocka_unit_test(test_blackhole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
