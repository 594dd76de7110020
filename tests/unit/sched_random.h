/* Plain loops made at random, for tests of sfpsched: one or two loads, of whole registers or of halves, a few operations
 * of all kinds, a store; or values carried from one iteration to the next, and stored after the loop. */
#ifndef SCHED_RANDOM_H
#define SCHED_RANDOM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { RANDOM_TEXT = 2000, RANDOM_AROUND = 200, RANDOM_ITERATIONS = 8 };

struct random_kernel {
    uint64_t state; /* of the generator */
    bool blackhole;
    bool orders;    /* there may be comparisons by SFPGT and SFPLE */
    unsigned live;  /* LRegs that hold a value */
    unsigned last;  /* that was written last */
    unsigned carried; /* LRegs that iterations hand on: set before the loop, and stored after it */
    char text[RANDOM_TEXT], before[RANDOM_AROUND], after[RANDOM_AROUND];
};

static inline unsigned random_below(struct random_kernel *k, unsigned bound)
{
    k->state = k->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(k->state >> 33) % bound;
}

/* Operations: D is a register that gets a value, X one that has one and gets another, A one that has one, C a constant
 * or one that has a value, Z L0 if it has a value and otherwise an A, # a small number. Some are Blackhole's alone. A
 * second result comes in a line of its own. */
static const struct {
    const char *text;
    bool slow;                 /* two cycles */
    bool blackhole, wormhole;  /* of this arch alone */
} random_operations[] = {
    {"sfpmad D, A, C, C, 0", true, false}, {"sfpmad D, C, A, L11, 0", true, false},
    {"sfpmad D, A, L10, A, 0", true, false},
    {"sfpmul D, A, C, L9, 0", true, false}, {"sfpadd D, L10, A, C, 0", true, false},
    {"sfpaddi X, 16256, 0", true, false},
    {"sfpmuli X, 16384, 0", true, false}, {"sfpiadd X, A, 0, 4", false, false}, {"sfpiadd D, A, #, 5", false, false},
    {"sfpiadd X, A, 0, 6", false, false}, {"sfpxor X, A", false, false}, {"sfpand X, A", false, false, true},
    {"sfpand D, A, C, 1", false, true}, {"sfpor X, C", false, false, true}, {"sfpor D, A, C, 1", false, true},
    {"sfpnot D, A", false, false}, {"sfpabs D, A, 0", false, false}, {"sfpabs D, A, 1", false, false},
    {"sfplz D, A, 0", false, false}, {"sfpexexp D, A, 0", false, false}, {"sfpexman D, A, 0", false, false},
    {"sfpsetexp D, A, 12#, 1", false, false},
    {"sfpsetexp X, A, 0, 0", false, false},
    {"sfpsetsgn D, A, 1, 1", false, false}, {"sfpsetsgn X, A, 0, 0", false, false},
    {"sfpsetman X, C, 0, 0", false, false},
    {"sfpdivp2 D, A, #, 1", false, false}, {"sfpshft X, L0, #, 1", false, false},
    {"sfpshft X, A, 0, 0", false, false}, {"sfpcast D, A, 0", false, false},
    {"sfpstochrnd D, L0, A, 0, 1, 0", false, false}, {"sfpstochrnd D, L0, A, 0, 6, 0", false, false},
    {"sfpmov D, A, 0", false, false}, {"sfpmov D, A, 1", false, false}, {"sfpswap X, X, 1", true, false},
    {"sfploadi D, 16#, 2", false, false}, {"sfpshft2 D, A, 0, 6", false, false}, {"sfparecip D, A, 0", false, true},
    {"sfpmov X, C, 0", false, false}, {"sfpswap L9, X, 1", true, false}, {"sfpswap X, L10, 1", true, false},
    {"sfpmul24 D, A, C, 0", true, true}, {"sfpgt X, A, 0, 8", false, true},
    {"sfparecip D, Z, A, 1", false, true}, {"sfploadi X, 16256, 0", false, false}, {"sfpcast X, X, 0", false, false},
};

static inline unsigned random_live(struct random_kernel *k)
{
    unsigned lreg;

    if (random_below(k, 2))
        return k->last;
    do
        lreg = random_below(k, 8);
    while (!(k->live >> lreg & 1));
    return lreg;
}

static inline unsigned random_lreg(struct random_kernel *k, char what)
{
    static const unsigned constants[] = {9, 10, 11, 15};
    unsigned lreg;

    if (what == 'C' && random_below(k, 2))
        return constants[random_below(k, 4)];
    if (what == 'Z' && k->live & 1)
        return 0;
    if (what != 'D')
        return random_live(k);
    do
        lreg = random_below(k, 8);
    while (k->live >> lreg & 1 && (k->live != 0xFF));
    return lreg;
}

static inline void random_append(struct random_kernel *k, const char *text)
{
    strncat(k->text, text, sizeof k->text - strlen(k->text) - 1);
}

static inline void random_operation(struct random_kernel *k)
{
    const unsigned count = sizeof random_operations / sizeof random_operations[0];
    unsigned n, written = k->last;

    do
        n = random_below(k, count);
    while (k->blackhole ? random_operations[n].wormhole : random_operations[n].blackhole);
    for (const char *c = random_operations[n].text; *c; c++) {
        char token[8] = {*c};
        const bool letter = strchr("DXACZ", *c) && (c[1] == ',' || c[1] == '\0');

        if (letter) {
            const unsigned lreg = random_lreg(k, *c);

            snprintf(token, sizeof token, "L%u", lreg);
            if (c == strchr(random_operations[n].text, ' ') + 1)
                written = lreg;
        } else if (*c == '#') {
            snprintf(token, sizeof token, "%u", 1 + random_below(k, 7));
        }
        random_append(k, token);
    }
    random_append(k, random_operations[n].slow ? "\nsfpnop\n" : "\n");
    k->live |= 1u << written;
    k->last = written;
}

/* Registers that are set in the lanes of a condition only: a constant by halves, and a copy of it in all lanes; and a
 * value that takes the copy in these lanes. */
static inline void random_partial(struct random_kernel *k)
{
    const unsigned constant = random_lreg(k, 'D'), copy = random_lreg(k, 'D'), value = random_live(k);
    char line[128];

    if (constant == copy || constant == value || copy == value)
        return;
    snprintf(line, sizeof line, "sfploadi L%u, %u, 10\nsfploadi L%u, %u, 8\n", constant, random_below(k, 65536), constant,
             random_below(k, 65536));
    random_append(k, line);
    snprintf(line, sizeof line, "sfpmov L%u, L%u, 2\nsfpxor L%u, L%u\n", copy, constant, value, copy);
    random_append(k, line);
    k->last = value;
}

/* An operation in the lanes of a condition. */
static inline void random_half(struct random_kernel *k)
{
    const unsigned live = k->live, last = k->last;

    if (random_below(k, 4) == 0) {
        random_partial(k);
        return;
    }
    random_operation(k);
    if (k->live != live) { /* a value in some lanes alone is not for those behind */
        k->live = live;
        k->last = last;
    }
}

static inline void random_condition(struct random_kernel *k)
{
    char line[64];

    snprintf(line, sizeof line, "sfpsetcc L%u, 0, %u\n", random_live(k), random_below(k, 4) * 2);
    random_append(k, line);
}

/* A register that each half of a condition sets. */
static inline void random_both_halves(struct random_kernel *k)
{
    const unsigned lreg = random_lreg(k, 'D'), first = random_lreg(k, 'C'), second = random_live(k);
    char line[64];

    random_condition(k);
    snprintf(line, sizeof line, "sfpmov L%u, L%u, 0\nsfpcompc\nsfpmov L%u, L%u, 0\n", lreg, first, lreg, second);
    random_append(k, line);
    k->live |= 1u << lreg;
    k->last = lreg;
}

/* A condition within another one, and its else. */
static inline void random_nested(struct random_kernel *k)
{
    random_append(k, "sfppushc 0\n");
    random_condition(k);
    random_half(k);
    if (random_below(k, 2)) {
        random_append(k, "sfpcompc\n");
        random_half(k);
    }
    random_append(k, "sfppopc 0\n");
    if (random_below(k, 2))
        random_half(k);
}

/* Appends SFPGT or SFPLE of a live register and another register or constant, and SFPMOV to the live register under the
 * flags of the comparison. */
static inline void random_order(struct random_kernel *k)
{
    const unsigned value = random_live(k), other = random_lreg(k, 'C');
    const bool swapped = other < 8 && random_below(k, 2); /* VD is an LReg that instructions write */
    char line[96];

    snprintf(line, sizeof line, "%s L%u, L%u, 0, 1\nsfpmov L%u, L%u, 0\n", random_below(k, 2) ? "sfpgt" : "sfple",
             swapped ? other : value, swapped ? value : other, value, other);
    if (value == other)
        return;
    random_append(k, line);
    random_append(k, "sfpencc 0, 0\n");
    k->last = value;
}

/* Appends the difference of a value and 1.0 or -1.0, a test of its sign, by one SFPSETCC or two, and SFPMOV of that limit
 * to the value, or of the other number of the two. */
static inline void random_limit(struct random_kernel *k, unsigned value, unsigned difference)
{
    const unsigned limit = 10 + random_below(k, 2), moved = random_below(k, 4) ? limit : 21 - limit;
    char line[128];

    if (random_below(k, 2))
        snprintf(line, sizeof line, "sfpmad L%u, L%u, L11, L%u, 0\nsfpnop\n", difference, value, limit);
    else
        snprintf(line, sizeof line, "sfpmad L%u, L%u, L11, L%u, 0\nsfpnop\n", difference, limit, value);
    random_append(k, line);
    snprintf(line, sizeof line, "sfpsetcc L%u, 0, %u\n", difference, random_below(k, 2) * 4);
    random_append(k, line);
    if (line[strlen(line) - 2] == '4' && random_below(k, 2)) {
        line[strlen(line) - 2] = '2';
        random_append(k, line);
    }
    snprintf(line, sizeof line, "sfpmov L%u, L%u, 0\n", value, moved);
    random_append(k, line);
}

/* Appends a limit of a value, or two limits, the second under SFPCOMPC, in the lanes outside the first condition. */
static inline void random_limits(struct random_kernel *k)
{
    const unsigned value = random_live(k), difference = random_lreg(k, 'D');

    if (value == difference)
        return;
    random_limit(k, value, difference);
    if (random_below(k, 2)) {
        random_append(k, "sfpcompc\n");
        random_limit(k, value, difference);
    }
    random_append(k, "sfpencc 0, 0\n");
    k->last = value;
}

/* Operations in some lanes, of what was made last; in the others, too; and in some of some. */
static inline void random_region(struct random_kernel *k)
{
    enum { KINDS = 4, BOTH_HALVES = 0, ELSE = 1, NESTED = 2 };
    const unsigned kind = random_below(k, KINDS + k->orders);

    if (kind == KINDS) {
        random_order(k);
        return;
    }

    if (kind == BOTH_HALVES) {
        random_both_halves(k);
    } else {
        random_condition(k);
        random_half(k);
        if (kind == NESTED)
            random_nested(k);
        if (kind == ELSE) {
            random_append(k, "sfpcompc\n");
            random_half(k);
        }
    }
    random_append(k, "sfpencc 0, 0\n");
}

/* if, else if, and else, with branches within: each pushes the flags, and pops them. */
static inline void random_branch(struct random_kernel *k, unsigned depth)
{
    enum { MOST_DEPTH = 3, ELSE_IF = 3, ELSE = 2 };
    unsigned parts = 1 + (random_below(k, ELSE_IF) == 0);

    random_append(k, "sfppushc 0\n");
    random_condition(k);
    for (unsigned part = 0; part < parts; part++) {
        if (part > 0) {
            random_append(k, "sfpcompc\n");
            random_condition(k);
        }
        random_half(k);
        if (depth < MOST_DEPTH && random_below(k, 3) == 0)
            random_branch(k, depth + 1);
    }
    if (random_below(k, ELSE)) {
        random_append(k, "sfpcompc\n");
        random_half(k);
    }
    random_append(k, "sfppopc 0\n");
}

/* Appends a load of a register's low or high half from Dst, and an SFPLOADI of the register's other half. */
static inline void random_halves(struct random_kernel *k, unsigned address, unsigned stay)
{
    enum { LO16_ONLY = 14, HI16_ONLY = 15, UPPER = 8, LOWER = 10 }; /* formats, and modes of SFPLOADI */
    const bool low = random_below(k, 2), load_first = random_below(k, 2);
    char load[64], immediate[64];

    snprintf(load, sizeof load, "sfpload L%u, %u, %u, %u\n", k->last, address, low ? LO16_ONLY : HI16_ONLY, stay);
    snprintf(immediate, sizeof immediate, "sfploadi L%u, %u, %u\n", k->last, random_below(k, 65536),
             low ? UPPER : LOWER);
    random_append(k, load_first ? load : immediate);
    random_append(k, load_first ? immediate : load);
}

static inline void random_loads(struct random_kernel *k, unsigned count, unsigned stay)
{
    enum { APART = 64, HALVES = 8 }; /* rows between the loads' cells; one in so many registers is set by halves */
    static const unsigned formats[] = {3, 4}; /* of 32 bits: those of 16 have other cells */
    char line[64];

    for (unsigned i = 0; i < count; i++) {
        k->last = random_lreg(k, 'D');
        k->live |= 1u << k->last;
        if (random_below(k, HALVES) == 0) {
            random_halves(k, APART * i, stay);
            continue;
        }
        snprintf(line, sizeof line, "sfpload L%u, %u, %u, %u\n", k->last, APART * i, formats[random_below(k, 2)], stay);
        random_append(k, line);
    }
}

/* One or two carried registers, and the code around the loop. */
static inline void random_choose_carried(struct random_kernel *k)
{
    enum { ROWS = 256, APART = 64 }; /* from the cells that the loop stores to */
    const unsigned stay = k->blackhole ? 7 : 3;
    char line[64];

    for (unsigned n = 1 + random_below(k, 2); n > 0; n--)
        k->carried |= 1u << random_below(k, 8);
    for (unsigned lreg = 0; lreg < 8; lreg++) {
        if (!(k->carried >> lreg & 1))
            continue;
        snprintf(line, sizeof line, "sfploadi L%u, %u, %u\n", lreg, random_below(k, 65536), random_below(k, 3));
        strncat(k->before, line, sizeof k->before - strlen(k->before) - 1);
        snprintf(line, sizeof line, "sfpstore L%u, %u, 4, %u\n", lreg, ROWS + APART * lreg, stay);
        strncat(k->after, line, sizeof k->after - strlen(k->after) - 1);
    }
}

/* Appends one of several updates of a carried register, C, by another register, A. */
static inline void random_accumulate(struct random_kernel *k, unsigned lreg)
{
    static const char *const ways[] = {
        "sfpadd C, L10, C, A, 0\nsfpnop\n", "sfpmad C, A, C, A, 0\nsfpnop\n", "sfpiadd C, A, 0, 4\n",
        "sfpswap A, C, 1\nsfpnop\n", "sfpswap C, A, 1\nsfpnop\n", "sfpswap C, A, 0\nsfpnop\n", "sfpmov C, A, 0\n",
        "sfpsetcc A, 0, 0\nsfpmov C, A, 0\nsfpencc 0, 0\n", "sfpaddi C, 16256, 0\nsfpnop\n", "sfpxor C, A\n",
        "sfpsetcc C, 0, 0\nsfpiadd C, A, 0, 4\nsfpencc 0, 0\n", "sfpshft2 C, A, 0, 6\n",
    };
    const unsigned way = random_below(k, sizeof ways / sizeof ways[0]), other = random_live(k);

    for (const char *c = ways[way]; *c; c++) {
        char token[8] = {*c};

        if ((*c == 'A' || *c == 'C') && (c[1] == ',' || c[1] == '\n'))
            snprintf(token, sizeof token, "L%u", *c == 'C' ? lreg : other);
        random_append(k, token);
    }
}

/* Appends the body of an iteration: loads, branches, and stores, with operations in all lanes before and after branches. */
static inline void random_branchy_body(struct random_kernel *k)
{
    const unsigned stay = k->blackhole ? 7 : 3, step = k->blackhole ? 6 : 2;
    char line[64];

    random_loads(k, 1 + random_below(k, 2), stay);
    for (unsigned branches = 1 + random_below(k, 2); branches > 0; branches--) {
        if (random_below(k, 2))
            random_operation(k);
        random_branch(k, 1);
    }
    snprintf(line, sizeof line, "sfpstore L%u, 0, %u, %u\n", k->last, 3 + random_below(k, 2), step);
    random_append(k, line);
}

/* Appends the body of an iteration: a load, limits of its value, and a store, with operations before and after limits. */
static inline void random_limits_body(struct random_kernel *k)
{
    const unsigned stay = k->blackhole ? 7 : 3, step = k->blackhole ? 6 : 2;
    char line[64];

    random_loads(k, 1, stay);
    if (random_below(k, 2))
        random_operation(k);
    random_limits(k);
    if (random_below(k, 2))
        random_operation(k);
    snprintf(line, sizeof line, "sfpstore L%u, 0, %u, %u\n", k->last, 3 + random_below(k, 2), step);
    random_append(k, line);
}

/* The iteration, with `least` to `most` operations. */
static inline void random_body(struct random_kernel *k, unsigned least, unsigned most)
{
    enum { REGION = 4 }; /* operations that a region stands for */
    const unsigned stay = k->blackhole ? 7 : 3, step = k->blackhole ? 6 : 2;
    char line[64];

    k->live = k->carried;
    k->text[0] = '\0';
    random_loads(k, 1 + random_below(k, 2), stay);
    for (unsigned left = least + random_below(k, most - least + 1); left > 0;)
        if (random_below(k, 8) == 0) {
            random_region(k);
            left -= left < REGION ? left : REGION;
        } else {
            random_operation(k);
            left--;
        }
    for (unsigned lreg = 0; lreg < 8; lreg++)
        if (k->carried >> lreg & 1)
            random_accumulate(k, lreg);
    if (k->carried && random_below(k, 2))
        snprintf(line, sizeof line, "sfpload L%u, 128, 4, %u\n", random_lreg(k, 'D'), step);
    else
        snprintf(line, sizeof line, "sfpstore L%u, 0, %u, %u\n", k->last, 3 + random_below(k, 2), step);
    random_append(k, line);
}

#endif
