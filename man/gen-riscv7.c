/* Copies sfpu-riscv(7) from its text, man/sfpu-riscv.7.in, and inserts the tables of include/tile.def and
 * include/riscv.def. */
#include <stdio.h>
#include <string.h>

#include "insert.h"
#include "table_rows.h"
#include "isa/arch.h"
#include "dis/riscv.h"

/* A row's values by architecture, Wormhole's first. */
struct pair {
    unsigned of[SFP_ARCHES];
};

static void print_pair(struct pair p, const char *unit)
{
    if (p.of[0] == p.of[1])
        printf("%u%s", p.of[0], unit);
    else
        printf("%u%s on Wormhole, %u%s on Blackhole", p.of[0], unit, p.of[1], unit);
}

static void print_source(const char *provenance, const char *source)
{
    printf("\n.Pq %s: %s\n", provenance_name(provenance), source);
}

static void print_regions(void)
{
    static const struct {
        const char *text, *provenance, *source;
        uint32_t base;
        struct pair bytes, latency;
    } rows[] = {
#define REGION(id, base, bytes, latency, provenance, text, source) {text, #provenance, source, base, {bytes}, {latency}},
#include "tile.def"
#undef REGION
    };

    puts(".Bl -tag -width Ds");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        printf(".It 0x%08X : %s\n", rows[i].base, rows[i].text);
        if (!rows[i].bytes.of[0])
            fputs("Blackhole only: ", stdout);
        if (rows[i].bytes.of[0])
            print_pair(rows[i].bytes, " bytes");
        else
            printf("%u bytes", rows[i].bytes.of[1]);
        fputs("; a loaded value can be used after ", stdout);
        print_pair(rows[i].latency, " cycles");
        print_source(rows[i].provenance, rows[i].source);
    }
    puts(".El");
}

static void print_times(void)
{
    static const struct {
        const char *text, *provenance, *source;
        struct pair is;
    } rows[] = {
#define CORE_TIME(id, archs, provenance, text, source) {text, #provenance, source, {archs}},
#include "tile.def"
#undef CORE_TIME
    };

    puts(".Bl -tag -width Ds");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fputs(".It ", stdout);
        print_pair(rows[i].is, "");
        printf("\n%c%s", rows[i].text[0] & ~' ', rows[i].text + 1);
        print_source(rows[i].provenance, rows[i].source);
    }
    puts(".El");
}

static void print_stalls(void)
{
    puts(".Bl -tag -width \"operand\" -compact");
#define CORE_STALL(id, name, text) puts(".It Cm " name "\n" text ".");
#include "tile.def"
#undef CORE_STALL
    puts(".El");
}

static void print_pushers(void)
{
    puts(".Bl -tag -width \"hoisted\"");
#define PUSHER(id, name, makes, keeps, provenance, text, source)                                                       \
    fputs(".It Cm " name "\n" text ".", stdout); \
    print_source(#provenance, source);
#include "tile.def"
#undef PUSHER
    puts(".El");
}

static void print_givens(void)
{
    puts(".Bl -tag -width \"mailbox-t0\" -compact");
#define GIVEN(id, name, archs, bits, many, text)                                                                       \
    puts(".It Cm " name "\n" text "."); \
    if ((archs) == SFP_BH) \
        puts("Blackhole only.");
#include "tile.def"
#undef GIVEN
    puts(".El");
}

/* ---- Instructions ---- */

static const struct {
    const char *name, *source;
    unsigned archs;
} extensions[] = {
#define RISCV_EXTENSION(id, name, arches, source) {name, source, arches},
#include "riscv.def"
#undef RISCV_EXTENSION
};

enum extension {
#define RISCV_EXTENSION(id, ...) EXTENSION_##id,
#include "riscv.def"
#undef RISCV_EXTENSION
};

static const struct {
    const char *name;
    enum extension extension;
    unsigned class;
} instructions[] = {
#define RISCV(id, mnemonic, match, mask, format, extension, class) {mnemonic, EXTENSION_##extension, RV_CLASS_##class},
#include "riscv.def"
#undef RISCV
};

static const char *const classes[] = {
#define RISCV_CLASS(id, name) name,
#include "riscv.def"
#undef RISCV_CLASS
};

/* Prints the instructions of an extension that take time in the same way. */
static void print_class(size_t extension, unsigned class)
{
    const char *before = "";

    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++) {
        if (instructions[i].extension != extension || instructions[i].class != class)
            continue;
        if (!*before)
            printf(".br\n.Em %s :\n", classes[class]);
        printf("%s.Ic %s", before, instructions[i].name);
        before = " ,\n";
    }
    if (*before)
        puts("");
}

static void print_extension(size_t i)
{
    static const char *const archs[] = {[0] = "on neither: an error", [SFP_WH] = "on Wormhole", [SFP_BH] = "on Blackhole",
                                        [SFP_BOTH] = "on both"};

    printf(".It Cm %s : %s\n.Pq %s\n", extensions[i].name, archs[extensions[i].archs], extensions[i].source);
    for (unsigned class = 0; class < sizeof classes / sizeof classes[0]; class++)
        print_class(i, class);
}

static void print_instructions(void)
{
    puts(".Bl -tag -width Ds");
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++)
        print_extension(i);
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {
        {"@REGIONS@", print_regions}, {"@TIMES@", print_times}, {"@STALLS@", print_stalls}, {"@GIVENS@", print_givens},
        {"@PUSHERS@", print_pushers}, {"@INSTRUCTIONS@", print_instructions}};

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]);
}
