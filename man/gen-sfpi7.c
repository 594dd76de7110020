/* Copies sfpu-sfpi(7) from its text, and inserts the functions of the vendor's library from their table. */
#include <stdio.h>
#include <string.h>

#include "insert.h"

enum { HUNDREDTHS = 100, CELL = 64 };

enum library {
#define LIBRARY(id, name, version) id,
#include "sfpi_functions.def"
#undef LIBRARY
};

static const struct {
    const char *name, *version;
} libraries[] = {
#define LIBRARY(id, name_, version_) {name_, version_},
#include "sfpi_functions.def"
#undef LIBRARY
};

/* A function and its measured values; an array of two has Wormhole's and Blackhole's. */
static const struct function {
    enum library origin;
    const char *name, *headers, *calls, *dst, *reference, *published[2];
    unsigned words[2], cycles[2];
    const char *wide[2], *bf16[2];
} functions[] = {
#define FUNCTION(library_, name_, headers_, calls_, dst_, reference_, published_wide, published_bf16, words_w, \
                 words_b, cycles_w, cycles_b, wide_w, wide_b, bf16_w, bf16_b) \
    {library_, name_, headers_, calls_, dst_, reference_, {published_wide, published_bf16}, {words_w, words_b}, \
     {cycles_w, cycles_b}, {wide_w, wide_b}, {bf16_w, bf16_b}},
#include "sfpi_functions.def"
#undef FUNCTION
};

static const struct refused {
    enum library origin;
    const char *name, *headers, *calls, *reason;
} refused[] = {
#define REFUSED(library_, name_, headers_, calls_, reason_) {library_, name_, headers_, calls_, reason_},
#include "sfpi_functions.def"
#undef REFUSED
};

/* What sfpsched makes of a function's loop; an array of two has Wormhole's and Blackhole's. */
enum schedule_proof { NONE, COUNTED, MODEL, UNPROVEN };
enum schedule_inputs { NO_INPUTS, ALL, DRAWN };

static const struct scheduled {
    enum library origin;
    const char *name;
    unsigned before[2], after[2]; /* hundredths of a cycle for each row */
    enum schedule_proof proof[2];
    enum schedule_inputs inputs[2];
    const char *refusal[2]; /* of a table; NULL: there is one */
} scheduled[] = {
#define SCHEDULE(library_, name_, before_w, before_b, after_w, after_b, proof_w, proof_b, inputs_w, inputs_b, refusal_w, \
                 refusal_b) \
    {library_, name_, {before_w, before_b}, {after_w, after_b}, {proof_w, proof_b}, {inputs_w, inputs_b}, \
     {refusal_w, refusal_b}},
#include "sfpi_schedules.def"
#undef SCHEDULE
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Formats both architectures' values into `cell`, or a single value if they agree. Returns `cell`. */
static const char *both(char cell[CELL], const char *wormhole, const char *blackhole)
{
    snprintf(cell, CELL, strcmp(wormhole, blackhole) == 0 ? "%s" : "%s/%s", wormhole, blackhole);
    return cell;
}

static const char *words_of(char cell[CELL], const struct function *f)
{
    char one[2][CELL];

    for (unsigned i = 0; i < 2; i++)
        snprintf(one[i], CELL, "%u", f->words[i]);
    return both(cell, one[0], one[1]);
}

static const char *cycles_of(char cell[CELL], const struct function *f)
{
    char one[2][CELL];

    for (unsigned i = 0; i < 2; i++)
        snprintf(one[i], CELL, "%.1f", (double)f->cycles[i] / HUNDREDTHS);
    return both(cell, one[0], one[1]);
}

static const char *error_of(char cell[CELL], const char *const error[2])
{
    return error[0] && error[1] ? both(cell, error[0], error[1]) : "";
}

static void print_line(const char *const cells[5])
{
    char line[CELL * 5];
    int length = snprintf(line, sizeof line, "%-22s %-9s %-11s %-16s %s", cells[0], cells[1], cells[2], cells[3],
                          cells[4]);

    while (length > 0 && line[length - 1] == ' ')
        line[--length] = '\0';
    puts(line);
}

static void print_function(const struct function *f)
{
    char cell[4][CELL];
    const char *const cells[] = {f->name, words_of(cell[0], f), cycles_of(cell[1], f), error_of(cell[2], f->wide),
                                 error_of(cell[3], f->bf16)};
    const char *const wide = f->published[0], *const bf16 = f->published[1];

    print_line(cells);
    if (wide || bf16)
        print_line((const char *const[]){"", "", "published", wide ? wide : "", bf16 ? bf16 : ""});
}

static void print_table(enum library library)
{
    static const char *const heading[] = {"function", "words", "cycles", "32 bits in Dst", "bf16 in Dst"};

    puts(".Bd -literal");
    print_line(heading);
    for (size_t i = 0; i < COUNT(functions); i++)
        if (functions[i].origin == library)
            print_function(&functions[i]);
    puts(".Ed");
}

static void print_llk(void)
{
    print_table(LLK);
}

static void print_metal(void)
{
    print_table(METAL);
}

/* The texts, C++ and expressions, never begin with a dot, so that mandoc takes no line for a macro. */
static void print_call(const char *name, const char *headers, const char *calls)
{
    printf("%s: %s\n    %s\n", name, headers, calls);
}

static void print_calls(void)
{
    for (enum library l = LLK; l < COUNT(libraries); l++) {
        printf(".Ss %s\n.Bd -literal\n", libraries[l].name);
        for (size_t i = 0; i < COUNT(functions); i++) {
            const struct function *f = &functions[i];

            if (f->origin != l)
                continue;
            print_call(f->name, f->headers, f->calls);
            if (*f->reference)
                printf("    %s: %s\n", f->dst, f->reference);
        }
        puts(".Ed");
    }
}

/* Formats cycles of both architectures. An asterisk marks an order without SFPLOADMACRO; `starred` may be NULL. */
static const char *hundredths_of(char cell[CELL], const unsigned hundredths[2], const char *const starred[2])
{
    char one[2][CELL];

    for (unsigned i = 0; i < 2; i++)
        if (hundredths[i] == 0)
            snprintf(one[i], CELL, "-");
        else
            snprintf(one[i], CELL, "%.4g%s", (double)hundredths[i] / HUNDREDTHS, starred && starred[i] ? "*" : "");
    return both(cell, one[0], one[1]);
}

/* Different refusals, in the order in which they were first met. */
struct refusals {
    const char *text[2 * COUNT(scheduled)];
    unsigned count;
};

/* Returns the refusal's number in the list, from 1; adds it to the list if it is new. */
static unsigned number_refusal(struct refusals *list, const char *refusal)
{
    unsigned i = 0;

    while (i < list->count && strcmp(list->text[i], refusal) != 0)
        i++;
    if (i == list->count)
        list->text[list->count++] = refusal;
    return i + 1;
}

static void print_schedule(const struct scheduled *s, struct refusals *refusals)
{
    static const char *const proofs[] = {"-", "counted", "model", "no"}, *const inputs[] = {"-", "all", "drawn"};
    char cell[4][CELL], why[2][CELL];

    for (unsigned arch = 0; arch < 2; arch++)
        if (s->after[arch] == 0)
            snprintf(why[arch], CELL, "(%u)", number_refusal(refusals, s->refusal[arch]));
        else
            snprintf(why[arch], CELL, "%s", inputs[s->inputs[arch]]);
    print_line((const char *const[]){s->name, hundredths_of(cell[0], s->before, NULL),
                                     hundredths_of(cell[1], s->after, s->refusal),
                                     both(cell[2], proofs[s->proof[0]], proofs[s->proof[1]]),
                                     both(cell[3], why[0], why[1])});
}

static void print_schedules(void)
{
    static struct refusals refusals;

    for (enum library l = LLK; l < COUNT(libraries); l++) {
        printf(".Ss Loops of %s\n.Bd -literal\n", libraries[l].name);
        print_line((const char *const[]){"function", "before", "after", "proven", "equal on"});
        for (size_t i = 0; i < COUNT(scheduled); i++)
            if (scheduled[i].origin == l)
                print_schedule(&scheduled[i], &refusals);
        puts(".Ed");
    }
    puts(".Ss Loops without a table\nWhat sfpsched says of them, or sfpasm if it selects no words:\n"
         ".Bl -tag -width \"(99)\" -compact");
    for (unsigned i = 0; i < refusals.count; i++)
        printf(".It (%u)\n%s\n", i + 1, refusals.text[i]);
    puts(".El");
}

static void print_refused(void)
{
    puts(".Bl -tag -width Ds");
    for (size_t i = 0; i < COUNT(refused); i++)
        printf(".It %s , %s\n.Ql %s :\n%s.\n", refused[i].name, libraries[refused[i].origin].name, refused[i].calls,
               refused[i].reason);
    puts(".El");
}

static void print_counts(void)
{
    for (enum library l = LLK; l < COUNT(libraries); l++) {
        size_t in = 0, out = 0;

        for (size_t i = 0; i < COUNT(functions); i++)
            in += functions[i].origin == l;
        for (size_t i = 0; i < COUNT(refused); i++)
            out += refused[i].origin == l;
        printf("In %s, %s, %zu of %zu functions give words on both architectures.\n", libraries[l].name,
               libraries[l].version, in, in + out);
    }
}

int main(void)
{
    static const struct insertion insertions[] = {{"@counts@", print_counts}, {"@llk@", print_llk},
                                                  {"@metal@", print_metal}, {"@refused@", print_refused},
                                                  {"@schedules@", print_schedules}, {"@calls@", print_calls}};

    return insert_at_marks(insertions, COUNT(insertions));
}
