/* Statistics: every number here was worked out by hand from sfpu-timing(7), as the comments show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <jansson.h>

#include "model/setup.h"
#include "time/pipeline.h"
#include "views/stats.h"

/* ---- Fixture: a program run from reset ---- */

struct run {
    struct sfp_kernel kernel;
    struct sfp_machine *machine;
    struct sfp_stats *stats;
    struct sfp_timing_result result;
    const struct sfp_stats_totals *totals;
};

static void no_diagnostics(void *context, const struct sfp_diagnostic *d)
{
    (void)context;
    if (d->error)
        fail_msg("line %lu: %s", d->line, d->text);
}

static void assemble(struct run *r, enum sfp_arch arch, const char *text)
{
    const struct sfp_asm_source source = {.path = "k.s", .text = text, .size = strlen(text)};
    struct sfp_asm_options options = {.arch = arch, .sink = no_diagnostics};

    memset(r, 0, sizeof *r);
    warnings_init(&options.warnings);
    assert_true(assembly_make(&options, &source, 1, &r->kernel.program));
    r->kernel.path = "k.s";
    r->kernel.has_source = true;
}

/* What adds up must do so, and what the engine counts itself must agree. */
static void check_sums(const struct run *r)
{
    uint64_t lost = 0;

    for (unsigned i = 0; i < SFP_STALLS; i++) {
        assert_int_equal(r->totals->lost[i], r->result.stalls[i]);
        lost += r->totals->lost[i];
    }
    for (unsigned u = SFP_UNIT_SIMPLE; u < SFP_UNITS; u++)
        assert_int_equal(r->totals->started[u], r->result.busy[u]);
    assert_int_equal(r->totals->cycles, r->result.cycles);
    assert_int_equal(r->totals->issued, r->result.run.executed);
    assert_int_equal(r->totals->vector, r->result.run.vector);
    assert_int_equal(r->totals->discarded, r->result.discarded);
    assert_int_equal(r->totals->issued + lost + r->totals->drain, r->totals->cycles);
    for (size_t i = 0; i < sfp_stats_blocks(r->stats); i++) {
        const struct sfp_stats_block *b = sfp_stats_block(r->stats, i);
        uint64_t sum = b->typical.issued;

        for (unsigned s = 0; s < SFP_STALLS; s++)
            sum += b->typical.lost[s];
        assert_int_equal(sum, b->typical.cycles);
    }
}

/* Address modifier 1 steps by a vector; `each`: so many vectors are in a pass, or as many as it stores. */
static void run_given(struct run *r, enum sfp_arch arch, const char *text, unsigned long passes, uint64_t each)
{
    const struct sfp_setup steps = {.addr_mods = 1 << 1, .addr_mod_incr = {[1] = 2}};
    char *error = NULL;
    struct sfp_timing_options options = {.run.repeat = passes};

    assemble(r, arch, text);
    r->machine = sfp_machine_new(arch, sfp_semantics_best());
    r->stats = sfp_stats_new(&r->kernel);
    assert_non_null(r->machine);
    assert_non_null(r->stats);
    assert_true(sfp_setup_apply(r->machine, &steps, &error));
    sfp_stats_set_vectors(r->stats, each);
    options.observers = sfp_stats_observer(r->stats);
    sfp_run_timed(r->machine, r->kernel.program.words, r->kernel.program.count, &options, &r->result);
    assert_int_equal(r->result.run.status, SFP_RUN_DONE);
    assert_true(sfp_stats_finish(r->stats));
    r->totals = sfp_stats_totals(r->stats);
    check_sums(r);
}

static void run_passes(struct run *r, enum sfp_arch arch, const char *text, unsigned long passes)
{
    run_given(r, arch, text, passes, 0);
}

static void run(struct run *r, enum sfp_arch arch, const char *text)
{
    run_passes(r, arch, text, 1);
}

static void end(struct run *r)
{
    sfp_stats_free(r->stats);
    sfp_machine_free(r->machine);
    sfp_kernel_free(&r->kernel);
}

static const enum sfp_arch arches[] = {SFP_WH, SFP_BH};
#define EACH_ARCH(a)                        \
    for (size_t a##_ = 0; a##_ < 2; a##_++) \
        for (enum sfp_arch a = arches[a##_], *once_ = &a; once_; once_ = NULL)

static const struct sfp_stats_block *region(const struct run *r, const char *name)
{
    for (size_t i = 0; i < sfp_stats_blocks(r->stats); i++) {
        const struct sfp_stats_block *b = sfp_stats_block(r->stats, i);

        if (b->kind == SFP_STATS_REGION && strcmp(b->name, name) == 0)
            return b;
    }
    fail_msg("no region %s", name);
    return NULL;
}

/* The only body. */
static const struct sfp_stats_block *body(const struct run *r)
{
    const struct sfp_stats_block *found = NULL;

    for (size_t i = 0; i < sfp_stats_blocks(r->stats); i++) {
        const struct sfp_stats_block *b = sfp_stats_block(r->stats, i);

        if (b->kind == SFP_STATS_REPLAY) {
            assert_null(found);
            found = b;
        }
    }
    assert_non_null(found);
    return found;
}

/* What binds, as text: "issue", "simple dependence", "stall:swap". */
static void assert_binds(const struct sfp_stats_block *b, const char *expected)
{
    struct sfp_stats_bind binds[SFP_STATS_BINDS];
    size_t count = sfp_stats_binds(b, binds);
    char text[200] = "";

    for (size_t i = 0; i < count; i++) {
        const char *name = binds[i].by == SFP_BINDS_ISSUE        ? "issue"
                           : binds[i].by == SFP_BINDS_DEPENDENCE ? "dependence"
                           : binds[i].by == SFP_BINDS_UNIT       ? sfp_unit_name(binds[i].unit)
                                                                 : sfp_stall_info(binds[i].stall)->name;
        size_t length = strlen(text);

        snprintf(text + length, sizeof text - length, "%s%s%s", i ? " " : "",
                 binds[i].by == SFP_BINDS_STALL ? "stall:" : "", name);
    }
    assert_string_equal(text, expected);
}

static void assert_floors(const struct sfp_stats_block *b, uint64_t issue, uint64_t chain, uint64_t latency,
                          uint64_t achieved)
{
    assert_int_equal(b->typical.issued, issue);
    assert_int_equal(b->typical.chain, chain);
    assert_int_equal(b->typical.latency, latency);
    assert_int_equal(b->median, achieved);
}

/* The instructions of the dependence floor, "word:cycles/latency" each, a scheduled one with m, behind its floor; what is
 * left out behind one. */
static void assert_links(const struct sfp_stats_block *b, const char *expected)
{
    char text[1000];
    uint64_t cycles = 0;

    snprintf(text, sizeof text, "%s", b->carries ? "carried" : "chain");
    for (size_t i = 0; i < b->link_count; i++) {
        const struct sfp_stats_link *link = &b->links[i];
        size_t length = strlen(text);

        snprintf(text + length, sizeof text - length, " %u%s:%u/%u", link->op.index, link->scheduled ? "m" : "",
                 (unsigned)link->cycles, link->latency);
        length = strlen(text);
        if (link->left_out)
            snprintf(text + length, sizeof text - length, " and %u", (unsigned)link->left_out);
        cycles += link->cycles;
    }
    assert_string_equal(text, expected);
    assert_int_equal(cycles, sfp_stats_dependence(b));
}

/* load, simple, mad, round, store */
static void assert_units(const struct sfp_stats_block *b, const unsigned expected[5])
{
    static const enum sfp_unit order[5] = {SFP_UNIT_LOAD, SFP_UNIT_SIMPLE, SFP_UNIT_MAD, SFP_UNIT_ROUND,
                                           SFP_UNIT_STORE};

    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(b->typical.units[order[i]], expected[i]);
}

/* ---- The whole run ---- */

/* A multiply-add alone: cycle 0, and its result lands at the end of cycle 1 (sfpu-timing(7), Sub-units and latency). */
static void test_lone_mad(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch, "sfpmad L0, L1, L2, L3, 0\n");
        assert_int_equal(r.totals->cycles, 2);
        assert_int_equal(r.totals->issued, 1);
        assert_int_equal(r.totals->vector, 1);
        assert_int_equal(r.totals->drain, 1);
        assert_int_equal(r.totals->stores, 0);
        assert_int_equal(r.totals->busy[SFP_UNIT_MAD], 1); /* pipelined: it takes another one in cycle 1 */
        end(&r);
    }
}

/* Other units' instructions take a slot and no sub-unit; SFPNOP is issued to load and keeps it free. */
static void test_slots_without_work(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch, "ttnop\nsfpnop\nsfpmov L0, L1, 0\n");
        assert_int_equal(r.totals->cycles, 3);
        assert_int_equal(r.totals->issued, 3);
        assert_int_equal(r.totals->vector, 2);
        assert_int_equal(r.totals->nops, 1);
        assert_int_equal(r.totals->busy[SFP_UNIT_LOAD], 0);
        assert_int_equal(r.totals->busy[SFP_UNIT_SIMPLE], 1);
        end(&r);
    }
}

/*
 * A store of a multiply-add's result in the next word. Wormhole
 * stores the old value in cycle 1, the last of the run. Blackhole
 * holds the store in cycle 1, and stores in cycle 2.
 */
static const char store_of_mad[] = ".region r\nsfpmad L0, L1, L2, L3, 0\nsfpstore L0, 0, 0, 3\n.endregion\n";

static void test_dependent_on_wormhole(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_WH, store_of_mad);
    assert_int_equal(r.totals->cycles, 2);
    assert_int_equal(r.totals->drain, 0);
    assert_int_equal(r.totals->stores, 1);
    /* The old value was there at 0: the store could start at 0. The multiply-add takes until 2. */
    assert_floors(region(&r, "r"), 2, 1, 2, 2);
    assert_binds(region(&r, "r"), "issue");
    end(&r);
}

static void test_dependent_on_blackhole(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_BH, store_of_mad);
    assert_int_equal(r.totals->cycles, 3);
    assert_int_equal(r.totals->lost[SFP_STALL_MAD], 1);
    /* The store starts at 2 at the earliest: chain 3, and it is done at 3. */
    assert_floors(region(&r, "r"), 2, 3, 3, 3);
    assert_units(region(&r, "r"), (const unsigned[]){0, 0, 1, 0, 1});
    assert_int_equal(region(&r, "r")->typical.lost[SFP_STALL_MAD], 1);
    assert_binds(region(&r, "r"), "dependence");
    end(&r);
}

/* The SFPNOP that Wormhole needs: slot and chain are both 3; Blackhole does not stall. */
static void test_dependent_with_nop(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            ".region r\nsfpmad L0, L1, L2, L3, 0\nsfpnop\nsfpstore L0, 0, 0, 3\n.endregion\n");
        assert_int_equal(r.totals->cycles, 3);
        assert_floors(region(&r, "r"), 3, 3, 3, 3);
        assert_int_equal(region(&r, "r")->typical.nops, 1);
        assert_binds(region(&r, "r"), "issue dependence");
        end(&r);
    }
}

/* Blackhole: SFPSTOCHRND's VB is taken for read, though only VC is. It reads nothing of the multiply-add: chain 1. */
static void test_false_stall(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_BH, ".region r\nsfpmad L0, L1, L2, L3, 0\nsfpstochrnd L4, L0, L5, 0, 0, 0\n.endregion\n");
    assert_int_equal(r.totals->lost[SFP_STALL_MAD_FALSE], 1);
    assert_floors(region(&r, "r"), 2, 1, 2, 3);
    assert_binds(region(&r, "r"), "stall:mad-false");
    end(&r);
}

/*
 * SFPSWAP in cycles 0 and 2, each followed by a stall, SFPMOV in cycle 4
 * (sfpu-timing(7), SFPSWAP and SFPSHFT2): simple is busy in all five. The region holds the SFPSWAPs only:
 * cycles 0 to 2, the second one's other cycle falls into what follows.
 */
static void test_swaps(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            ".region r\nsfpswap L0, L1, 1\nsfpswap L2, L3, 1\n.endregion\nsfpmov L4, L5, 0\n");
        assert_int_equal(r.totals->cycles, 5);
        assert_int_equal(r.totals->lost[SFP_STALL_SWAP], 2);
        assert_int_equal(r.totals->started[SFP_UNIT_SIMPLE], 3);
        assert_int_equal(r.totals->busy[SFP_UNIT_SIMPLE], 5);
        assert_floors(region(&r, "r"), 2, 1, 2, 3);
        assert_units(region(&r, "r"), (const unsigned[]){0, 4, 0, 0, 0});
        assert_binds(region(&r, "r"), "simple");
        end(&r);
    }
}

/* SFPSWAP, SFPNOP: two slots and two cycles of simple; no stall. */
static void test_swap_with_nop(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch, ".region r\nsfpswap L0, L1, 1\nsfpnop\n.endregion\n");
        assert_int_equal(r.totals->cycles, 2);
        assert_floors(region(&r, "r"), 2, 1, 2, 2);
        assert_binds(region(&r, "r"), "issue simple");
        end(&r);
    }
}

/* Work of another sub-unit waits as well: three cycles, of which no floor accounts for the third. */
static void test_swap_then_other_unit(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch, ".region r\nsfpswap L0, L1, 1\nsfpmad L2, L3, L4, L5, 0\n.endregion\n");
        assert_int_equal(r.totals->cycles, 4);
        assert_floors(region(&r, "r"), 2, 1, 2, 3);
        assert_units(region(&r, "r"), (const unsigned[]){0, 2, 1, 0, 0});
        assert_binds(region(&r, "r"), "stall:swap");
        end(&r);
    }
}

/* SFPSHFT2 mode 3: Blackhole holds the next one, Wormhole leaves that to software. */
static void test_shft2(void **state)
{
    static const char text[] = ".region r\nsfpshft2 L0, L1, 0, 3\nsfpload L2, 0, 0, 3\n.endregion\n";
    struct run r;

    (void)state;
    run(&r, SFP_BH, text);
    assert_int_equal(r.totals->cycles, 3);
    assert_int_equal(r.totals->busy[SFP_UNIT_ROUND], 2);
    assert_int_equal(r.totals->lost[SFP_STALL_SHFT2], 1);
    assert_floors(region(&r, "r"), 2, 1, 2, 3);
    assert_units(region(&r, "r"), (const unsigned[]){1, 0, 0, 2, 0});
    assert_binds(region(&r, "r"), "stall:shft2");
    end(&r);
    run(&r, SFP_WH, text);
    assert_int_equal(r.totals->cycles, 2);
    assert_int_equal(r.totals->busy[SFP_UNIT_ROUND], 1);
    assert_floors(region(&r, "r"), 2, 1, 2, 2);
    assert_binds(region(&r, "r"), "issue");
    end(&r);
}

/* The blocked instruction waits a cycle at least, even if what it waits for is over (sfpu-timing(7), Waits). */
static void test_wait(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            arch == SFP_WH ? "ttstallwait 0x100, 0x4000\n.region r\nsfpmov L0, L1, 0\n.endregion\n"
                           : "ttstallwait 0x100, 0x800\n.region r\nsfpmov L0, L1, 0\n.endregion\n");
        assert_int_equal(r.totals->cycles, 3);
        assert_int_equal(r.totals->lost[SFP_STALL_WAIT], 1);
        assert_floors(region(&r, "r"), 1, 1, 1, 2);
        assert_binds(region(&r, "r"), "stall:wait");
        end(&r);
    }
}

/*
 * What kept a body from its floors, most first: SFPMOV is held for SFPSWAP's second cycle, which the next one, of the
 * vector unit too, does not hide; INCRWC, which the STALLWAIT blocks, while SFPMAD keeps the vector unit busy, and for the cycle in which the wait ends. The other way round where
 * two SFPSWAPs hold for three.
 */
static void test_order_of_losses(void **state)
{
    static const char waits[] = "sfpswap L0, L1, 1\nsfpmov L2, L3, 0\nsfpmov L4, L3, 0\n"
                                "ttstallwait 64, 0x800\nsfpmad L4, L5, L6, L7, 0\nttincrwc 0, 2, 0, 0\n";
    char text[400];
    struct run r;

    (void)state;
    snprintf(text, sizeof text, ".region r\n%s.endregion\n", waits);
    run(&r, SFP_BH, text);
    assert_floors(region(&r, "r"), 6, 1, 2, 9);
    assert_int_equal(region(&r, "r")->typical.lost[SFP_STALL_SWAP], 1);
    assert_int_equal(region(&r, "r")->typical.lost[SFP_STALL_WAIT], 2);
    assert_binds(region(&r, "r"), "stall:wait stall:swap");
    end(&r);
    snprintf(text, sizeof text, ".region r\n%s%s%s.endregion\n", "sfpswap L0, L1, 1\nsfpmov L2, L3, 0\n",
             "sfpswap L0, L1, 1\nsfpmov L2, L3, 0\n", waits);
    run(&r, SFP_BH, text);
    assert_int_equal(region(&r, "r")->typical.lost[SFP_STALL_SWAP], 3);
    assert_int_equal(region(&r, "r")->typical.lost[SFP_STALL_WAIT], 2);
    assert_binds(region(&r, "r"), "stall:swap stall:wait");
    end(&r);
    /* equal ones in the order of the manual */
    snprintf(text, sizeof text, ".region r\n%s%s.endregion\n", "sfpswap L0, L1, 1\nsfpmov L2, L3, 0\n", waits);
    run(&r, SFP_BH, text);
    assert_binds(region(&r, "r"), "stall:swap stall:wait");
    end(&r);
}

/* ---- Chains ---- */

/*
 * L0 = load (0..1), L1 = L0 * L0 (1..3), L1 = -L1 (3..4), a store of it (4..5).
 * A chain of its own beside it: L2 = load (0..1), a store (1..2). Issue: six
 * slots and no stall, since the second chain fills the slot after the
 * multiply-add.
 */
static void test_chain(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            ".region r\n"
            "sfpload L0, 0, 0, 3\n"
            "sfpload L2, 0, 0, 3\n"
            "sfpmul L1, L0, L0, 0\n"
            "sfpstore L2, 0, 0, 3\n"
            "sfpmov L1, L1, 1\n"
            "sfpstore L1, 0, 0, 3\n"
            ".endregion\n");
        assert_int_equal(r.totals->cycles, 6);
        assert_floors(region(&r, "r"), 6, 5, 5, 6);
        assert_binds(region(&r, "r"), "issue");
        assert_links(region(&r, "r"), "chain 0:1/1 2:2/2 4:1/1 5:1/1");
        end(&r);
    }
}

/*
 * In mode 0 SFPSWAP reads in the second of its two cycles: behind SFPMAD (0..2) it starts at 1 (1..3), and the SFPMOV at
 * 3. Mode 1 reads in both, and so starts at 2.
 */
static void test_chain_of_late_reads(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_BH, ".region r\nsfpmad L0, L1, L2, L3, 0\nsfpnop\nsfpswap L0, L4, 0\nsfpmov L5, L0, 0\n.endregion\n");
    assert_links(region(&r, "r"), "chain 0:1/2 2:2/2 3:1/1");
    end(&r);
    run(&r, SFP_BH, ".region r\nsfpmad L0, L1, L2, L3, 0\nsfpnop\nsfpswap L0, L4, 1\nsfpmov L5, L0, 0\n.endregion\n");
    assert_links(region(&r, "r"), "chain 0:2/2 2:2/2 3:1/1");
    end(&r);
}

/* Where nothing depends the chain is the first instruction alone. */
static void test_chain_of_one(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_WH, ".region r\nsfpnop\nsfpmov L0, L1, 0\n.endregion\n");
    assert_links(region(&r, "r"), "chain 0:1/1");
    end(&r);
}

/*
 * Seventy SFPMOVs that each read what the one before wrote: the first 63 are told, from word 0 on, and the last, word 69.
 * Six are left out behind word 62, from whose start to that of the last are seven cycles.
 */
static void test_chain_left_out(void **state)
{
    const struct sfp_stats_block *b;
    struct run r;

    (void)state;
    run(&r, SFP_WH, ".region r\n.rept 70\nsfpmov L0, L0, 1\n.endr\n.endregion\n");
    b = region(&r, "r");
    assert_int_equal(b->typical.chain, 70);
    assert_int_equal(b->link_count, SFP_STATS_LINKS);
    for (unsigned i = 0; i < 63; i++) {
        assert_int_equal(b->links[i].op.index, i);
        assert_int_equal(b->links[i].cycles, i < 62 ? 1 : 7);
        assert_int_equal(b->links[i].left_out, i < 62 ? 0 : 6);
    }
    assert_int_equal(b->links[63].op.index, 69);
    assert_int_equal(b->links[63].cycles, 1);
    end(&r);
}

/*
 * Under flags an instruction leaves the old value in the lanes that it skips: a
 * later reader waits for both. L0 is ready at 6 from three multiply-adds, the
 * last of which starts at 4. SFPENCC 3, 10 (0..1) turns predication on with all
 * lanes enabled. If SFPSETCC (1..2) then leaves none, SFPLOADI (2..3) writes
 * none, and the store starts at 6. With all lanes enabled SFPLOADI (1..2) and
 * SFPENCC (1..2) are all that the store needs: it could start at 2, and the
 * multiply-adds are the longest chain.
 */
static void test_chain_under_flags(void **state)
{
    static const char some[] = "sfpsetcc L9, 0, 0\n" /* flags = L9 < 0, and L9 is 0 */, all[] = "sfpnop\n";
    char text[1000];
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        for (unsigned i = 0; i < 2; i++) {
            snprintf(text, sizeof text,
                     ".region r\n"
                     "sfpmad L0, L1, L2, L3, 0\nsfpnop\nsfpmad L0, L0, L2, L3, 0\nsfpnop\nsfpmad L0, L0, L2, L3, 0\n"
                     "sfpencc 3, 10\n%ssfploadi L0, 0, 0\nsfpencc 3, 10\nsfpstore L0, 0, 0, 3\n"
                     ".endregion\n", i ? some : all);
            run(&r, arch, text);
            assert_int_equal(region(&r, "r")->typical.chain, i ? 7 : 5);
            assert_links(region(&r, "r"), i ? "chain 0:2/2 2:2/2 4:2/2 9:1/1" : "chain 0:2/2 2:2/2 4:1/2");
            end(&r);
        }
    }
}

/* ---- REPLAY bodies ---- */

/*
 * One multiply-add that reads its own result, four times. Recording takes two
 * empty cycles (sfpu-timing(7), REPLAY and MOP), 0 and 1. Blackhole: cycles 2, 4, 6 and 8, the last
 * result at the end of 9. Within a playback nothing depends: chain 1; from one
 * to the next two cycles.
 */
static void test_carried_on_blackhole(void **state)
{
    const struct sfp_stats_block *b;
    struct run r;

    (void)state;
    run(&r, SFP_BH,
        "ttreplay 0, 1, 0, 1\nsfpmad L0, L0, L1, L2, 0\n.rept 4\nttreplay 0, 1, 0, 0\n.endr\n");
    b = body(&r);
    assert_int_equal(r.totals->cycles, 10);
    assert_int_equal(r.totals->issued, 4);
    assert_int_equal(r.totals->lost[SFP_STALL_REPLAY], 2);
    assert_int_equal(r.totals->lost[SFP_STALL_MAD], 3);
    assert_int_equal(r.totals->drain, 1);
    assert_int_equal(b->instances, 4);
    assert_int_equal(b->slot, 0);
    assert_int_equal(b->count, 1);
    assert_int_equal(b->recorded, 1);
    assert_int_equal(b->played, 2);
    assert_int_equal(b->first, 1); /* nothing before it */
    assert_int_equal(b->least, 1);
    assert_int_equal(b->most, 2);
    assert_int_equal(b->cycles, 7);
    assert_int_equal(b->lost[SFP_STALL_MAD], 3);
    assert_floors(b, 1, 1, 2, 2);
    assert_true(b->repeats);
    assert_int_equal(b->carried, 2);
    assert_binds(b, "dependence");
    assert_links(b, "carried 1:2/2");
    end(&r);
}

/* The same with the SFPNOP that Wormhole needs: two slots, no stall, and both floors are met. */
static void test_carried_with_nop(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            "ttreplay 0, 2, 0, 1\nsfpmad L0, L0, L1, L2, 0\nsfpnop\n.rept 4\nttreplay 0, 2, 0, 0\n.endr\n");
        assert_int_equal(r.totals->cycles, 3 + 4 * 2);
        assert_int_equal(body(&r)->carried, 2);
        assert_floors(body(&r), 2, 1, 2, 2);
        assert_binds(body(&r), "issue dependence");
        end(&r);
    }
}

/*
 * A loop through three instructions: L0 -> L1 = L0 * L0 (2 cycles) -> L2 = -L1
 * (1) -> L0 = L2 + L3 (2): five cycles a playback. The issue floor is three.
 * Blackhole: SFPMUL at t, SFPMOV at t + 2, SFPADD at t + 3, the next SFPMUL at
 * t + 5: it stalls once for the SFPMOV, once for the next SFPMUL. Chain within
 * a playback: SFPMUL 0..2, SFPMOV 2..3, SFPADD at 3, done at 5.
 */
static void test_carried_through_several(void **state)
{
    const struct sfp_stats_block *b;
    struct run r;

    (void)state;
    run(&r, SFP_BH,
        "ttreplay 0, 3, 0, 1\n"
        "sfpmul L1, L0, L0, 0\nsfpmov L2, L1, 1\nsfpadd L0, L2, L3, 0\n"
        ".rept 5\nttreplay 0, 3, 0, 0\n.endr\n");
    b = body(&r);
    assert_floors(b, 3, 4, 5, 5);
    assert_int_equal(b->first, 4);
    assert_int_equal(b->carried, 5);
    assert_binds(b, "dependence");
    assert_links(b, "carried 1:2/2 2:1/1 3:2/2");
    end(&r);
}

/* What a playback loads itself carries nothing over; an instruction between two playbacks parts them. */
static void test_nothing_carried(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            "ttreplay 0, 3, 0, 1\nsfpload L0, 0, 0, 3\nsfpmov L1, L0, 1\nsfpstore L1, 0, 0, 3\n"
            ".rept 3\nttreplay 0, 3, 0, 0\n.endr\n");
        assert_true(body(&r)->repeats);
        assert_int_equal(body(&r)->carried, 0);
        assert_binds(body(&r), "issue dependence");
        assert_links(body(&r), "chain 1:1/1 2:1/1 3:1/1");
        end(&r);
        run(&r, arch,
            "ttreplay 0, 1, 0, 1\nsfpmov L0, L0, 1\n.rept 3\nttreplay 0, 1, 0, 0\nttnop\n.endr\n");
        assert_int_equal(body(&r)->instances, 3);
        assert_false(body(&r)->repeats);
        end(&r);
    }
}

/* Recording with execution is no playback. Another recording of the same slots is another body. */
static void test_bodies_apart(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            "ttreplay 0, 1, 1, 1\nsfpmov L0, L1, 0\nttreplay 0, 1, 0, 0\n"
            "ttreplay 0, 1, 1, 1\nsfpmov L2, L3, 0\nttreplay 0, 1, 0, 0\nttreplay 0, 1, 0, 0\n");
        assert_int_equal(sfp_stats_blocks(r.stats), 2);
        assert_int_equal(sfp_stats_block(r.stats, 0)->instances, 1);
        assert_int_equal(sfp_stats_block(r.stats, 0)->recorded, 1);
        assert_int_equal(sfp_stats_block(r.stats, 1)->instances, 2);
        assert_int_equal(sfp_stats_block(r.stats, 1)->recorded, 4);
        assert_int_equal(sfp_stats_block(r.stats, 1)->played, 5);
        end(&r);
    }
}

/* Which slots a body is tells it from others: the second word alone, from slot 30, is not the two from slot 29. */
static void test_slots_of_bodies(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            "ttreplay 29, 2, 0, 1\nsfpmov L0, L1, 0\nsfpmov L2, L3, 0\n"
            "ttreplay 29, 2, 0, 0\nttreplay 30, 1, 0, 0\nttreplay 30, 1, 0, 0\nttreplay 29, 1, 0, 0\n");
        assert_int_equal(sfp_stats_blocks(r.stats), 3);
        for (size_t i = 0; i < 3; i++) {
            static const unsigned slots[3] = {29, 30, 29}, counts[3] = {2, 1, 1}, instances[3] = {1, 2, 1};

            assert_int_equal(sfp_stats_block(r.stats, i)->slot, slots[i]);
            assert_int_equal(sfp_stats_block(r.stats, i)->count, counts[i]);
            assert_int_equal(sfp_stats_block(r.stats, i)->instances, instances[i]);
        }
        end(&r);
    }
}

/* ---- Macros ---- */

/*
 * sfpu-timing(7), Examples: template 0 = SFPARECIP; sequence 0 = 4B000044: SFPARECIP one
 * cycle after the SFPLOADMACRO, the store of L16 two cycles after it.
 */
#define RECIP_MACRO \
    "sfparecip T0, L0, 0\nsfploadi L0, 0x4B00, 0\nsfploadi L0, 0x44, 10\n" \
    "sfpconfig 4, 0, 0\nsfpconfig 8, 0x110, 1\nsfpnop\n"

/*
 * Eight of them from the replay buffer: 6 cycles of setting up, 2 of recording,
 * 8 of SFPLOADMACROs, 2 more until the last store. Each takes a slot and a
 * cycle of load, simple and store: 1 cycle per 32 lanes, as its authors state.
 * Its chain to the end: load at 0, SFPARECIP at 1, store at 2, done at 3.
 */
static void test_macro_steady_state(void **state)
{
    const struct sfp_stats_block *b;
    struct run r;

    (void)state;
    run(&r, SFP_BH,
        RECIP_MACRO "ttreplay 0, 1, 0, 1\nsfploadmacro 0, L0, 0, 3, 3\n.rept 8\nttreplay 0, 1, 0, 0\n.endr\n");
    b = body(&r);
    assert_int_equal(r.totals->cycles, 6 + 2 + 8 + 2);
    assert_int_equal(r.totals->issued, 6 + 8);
    assert_int_equal(r.totals->drain, 2);
    assert_int_equal(r.totals->scheduled, 16);
    assert_int_equal(r.totals->forgotten, 0);
    assert_int_equal(r.totals->stores, 8);
    assert_int_equal(r.totals->busy[SFP_UNIT_SIMPLE], 2 + 8);
    assert_int_equal(r.totals->busy[SFP_UNIT_STORE], 8);
    assert_int_equal(b->instances, 8);
    assert_int_equal(b->least, 1);
    assert_int_equal(b->most, 1);
    assert_floors(b, 1, 1, 3, 1);
    assert_units(b, (const unsigned[]){1, 1, 0, 0, 1});
    assert_true(b->repeats);
    assert_int_equal(b->carried, 0);
    assert_binds(b, "issue load simple store");
    end(&r);
}

/*
 * A region whose macro's work ends after it, and an instruction that waits for
 * an item's result: the item (sequence 1, byte 04: VD of the load, delay 0)
 * writes L1 in the cycle after the SFPLOADMACRO, the store after two SFPNOPs
 * reads it. Chain: SFPLOADMACRO 0, item 1..2, store at 2.
 */
static void test_macro_feeds_issue(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_BH,
        "sfparecip T0, L0, 0\nsfploadi L0, 0x0000, 0\nsfploadi L0, 0x04, 10\n"
        "sfpconfig 5, 0, 0\nsfpconfig 8, 0, 1\nsfpnop\n"
        ".region r\nsfploadmacro 1, L1, 0, 3, 3\nsfpnop\nsfpnop\nsfpstore L1, 0, 3, 3\n.endregion\n");
    assert_floors(region(&r, "r"), 4, 3, 3, 4);
    assert_units(region(&r, "r"), (const unsigned[]){1, 1, 0, 0, 1});
    assert_links(region(&r, "r"), "chain 6:1/1 6m:1/1 9:1/1");
    end(&r);
}

/*
 * Sequence 0 = 00000C00: an SFPMAD with the loaded L0 as VC and VD, a cycle later than the next, where Misc makes
 * delays of MAD count vector instructions.
 */
#define MAD_MACRO \
    "sfpmad T0, L1, L2, L3, 0\nsfploadi L0, 0x0000, 0\nsfploadi L0, 0x0C00, 10\n" \
    "sfpconfig 4, 0, 0\nsfpconfig 8, 0x200, 1\nsfpnop\n"

/*
 * Two playbacks of SFPLOADMACRO, SFPNOP: in cycles 0 and 2. The first item counts the SFPNOP in cycle 1, executes in 2,
 * lands after 3; the second one counts the SFPNOP in 3, executes in 4 and reads the first one's L0: two cycles a
 * playback, which are its issue slots as well.
 */
static void test_carried_by_item(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_BH,
        MAD_MACRO "ttreplay 0, 2, 0, 1\nsfploadmacro 0, L0, 0, 3, 3\nsfpnop\n.rept 2\nttreplay 0, 2, 0, 0\n.endr\n"
        "sfpnop\nsfpnop\n");
    assert_int_equal(r.totals->forgotten, 0);
    assert_int_equal(body(&r)->instances, 2);
    assert_int_equal(body(&r)->carried, 2);
    assert_links(body(&r), "carried 7m:2/2");
    end(&r);
}

/*
 * Sequence 1 = 00000014: an SFPSETCC three cycles after its load. Playbacks of SFPLOADMACRO and three SFPNOPs, in cycles
 * 0 and 4: the first one's SFPSETCC executes in 3 and writes the flags that the second SFPLOADMACRO, whose lanes they
 * choose, reads in 4. From SFPLOADMACRO to SFPLOADMACRO are 3 cycles to the item and 1 to the next: 4 a playback.
 */
static void test_carried_from_macro_to_macro(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_BH,
        "sfpencc 3, 10\nsfploadi L0, 0x7B00, 8\nsfploadi L0, 0, 10\nsfpconfig 0, 0, 0\n" /* sfpsetcc L0, 0, 0 */
        "sfploadi L0, 0, 8\nsfploadi L0, 0x14, 10\n"
        "sfpconfig 5, 0, 0\nsfpconfig 8, 0, 1\nsfpnop\n"
        "ttreplay 0, 4, 0, 1\nsfploadmacro 1, L1, 0, 3, 3\nsfpnop\nsfpnop\nsfpnop\n"
        ".rept 2\nttreplay 0, 4, 0, 0\n.endr\n");
    assert_int_equal(body(&r)->instances, 2);
    assert_int_equal(body(&r)->carried, 4);
    assert_links(body(&r), "carried 10:3/1 10m:1/1");
    end(&r);
}

/*
 * Playbacks of the SFPLOADMACRO alone, in cycles 0 and 1: the first item counts the second SFPLOADMACRO and executes in
 * cycle 2. The second one waits for the SFPNOP in 3, since TTNOP is no vector instruction: only so it executes in 4 and
 * reads the first one's result, which is no property of the body: another playback in cycle 2 would not have held it.
 */
static void test_item_held_by_what_follows(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_BH,
        MAD_MACRO "ttreplay 0, 1, 0, 1\nsfploadmacro 0, L0, 0, 3, 3\n.rept 2\nttreplay 0, 1, 0, 0\n.endr\n"
        "ttnop\nsfpnop\nsfpnop\n");
    assert_int_equal(r.totals->forgotten, 0);
    assert_int_equal(body(&r)->instances, 2);
    assert_true(body(&r)->repeats);
    assert_int_equal(body(&r)->carried, 0);
    end(&r);
}

/* The item executes on simple in the cycle of the SFPMOV, which is lost (sfpu-timing(7), Conflicts) but has taken its
 * slot. */
static void test_discard(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_BH,
        RECIP_MACRO ".region r\nsfploadmacro 0, L0, 0, 3, 3\nsfpmov L1, L2, 0\nsfpnop\n.endregion\n");
    assert_int_equal(r.totals->discarded, 1);
    assert_int_equal(r.totals->issued, 6 + 3);
    assert_int_equal(r.totals->started[SFP_UNIT_SIMPLE], 2 + 1);
    assert_int_equal(region(&r, "r")->typical.issued, 3);
    assert_units(region(&r, "r"), (const unsigned[]){1, 1, 0, 0, 1});
    end(&r);
    /* By itself it is a chain of one, though nothing comes of it. */
    run(&r, SFP_BH,
        RECIP_MACRO "sfploadmacro 0, L0, 0, 3, 3\n.region r\nsfpmov L1, L2, 0\n.endregion\nsfpnop\n");
    assert_int_equal(r.totals->discarded, 1);
    assert_floors(region(&r, "r"), 1, 1, 1, 1);
    assert_units(region(&r, "r"), (const unsigned[]){0, 0, 0, 0, 0});
    end(&r);
}

/*
 * Sequence 1 has SFPARECIP at delay 1, sequence 0 at delay 0. Sequence 1 at T is
 * due at T + 2, sequence 0 at T + 1 as well: sfpu-timing(7), Delays, has the former removed. Its
 * store (delay 2: due at T + 3) is the same cycle as sequence 0's (delay 1):
 * deleted too.
 */
static void test_forgotten(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_BH,
        RECIP_MACRO "sfploadi L0, 0x5300, 0\nsfploadi L0, 0x4C, 10\nsfpconfig 5, 0, 0\nsfpnop\n"
                    "sfploadmacro 1, L0, 0, 3, 3\nsfploadmacro 0, L0, 0, 3, 3\n");
    assert_int_equal(r.totals->forgotten, 2);
    assert_int_equal(r.totals->scheduled, 2);
    assert_int_equal(r.totals->stores, 1);
    end(&r);
}

/* ---- Regions ---- */

/*
 * A recorded region is an instance in each playback; recording it is none. The
 * region that plays it is one instance: three playbacks of two, and a store.
 */
static void test_region_played_in_region(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            "ttreplay 0, 2, 0, 1\n"
            ".region inner\nsfpmov L0, L1, 0\nsfpnop\n.endregion\n"
            ".region outer\n.rept 3\nttreplay 0, 2, 0, 0\n.endr\nsfpstore L0, 0, 0, 3\n.endregion\n");
        assert_int_equal(sfp_stats_blocks(r.stats), 3);
        assert_int_equal(region(&r, "inner")->instances, 3);
        assert_int_equal(region(&r, "inner")->median, 2);
        assert_int_equal(region(&r, "outer")->instances, 1);
        assert_int_equal(region(&r, "outer")->median, 7);
        assert_int_equal(region(&r, "outer")->typical.issued, 7);
        assert_int_equal(body(&r)->instances, 3);
        end(&r);
    }
}

/*
 * A region's words in slots 0 and 2, played back outside it with the empty slot 1 between them: one instance of three
 * cycles, of which the slot takes one.
 */
static void test_region_played_with_a_gap(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            ".region r\nttreplay 0, 1, 0, 1\nsfpmov L0, L1, 0\nttreplay 2, 1, 0, 1\nsfpmov L2, L3, 0\n.endregion\n"
            "ttreplay 0, 3, 0, 0\n");
        assert_int_equal(region(&r, "r")->instances, 1);
        assert_int_equal(region(&r, "r")->median, 3);
        assert_int_equal(region(&r, "r")->typical.issued, 2);
        end(&r);
    }
}

/* A region that records and plays is in itself all the while: two empty cycles, then two instructions. */
static void test_region_records_and_plays(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            ".region r\nttreplay 0, 1, 0, 1\nsfpmov L0, L1, 0\n"
            "ttreplay 0, 1, 0, 0\nttreplay 0, 1, 0, 0\n.endregion\n");
        assert_int_equal(region(&r, "r")->instances, 1);
        assert_int_equal(region(&r, "r")->median, 4);
        assert_int_equal(region(&r, "r")->typical.lost[SFP_STALL_REPLAY], 2);
        assert_binds(region(&r, "r"), "stall:replay");
        end(&r);
    }
}

/*
 * Three passes over SFPMOV, SFPSWAP: from the second on, the SFPMOV waits out
 * the SFPSWAP. simple is busy all the time: that is what binds.
 */
static void test_passes(void **state)
{
    const struct sfp_stats_block *b;
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run_passes(&r, arch, ".region r\nsfpmov L4, L5, 0\nsfpswap L0, L1, 1\n.endregion\n", 3);
        b = region(&r, "r");
        assert_int_equal(r.totals->passes, 3);
        assert_int_equal(r.totals->cycles, 9);
        assert_int_equal(b->instances, 3);
        assert_int_equal(b->first, 2);
        assert_int_equal(b->least, 2);
        assert_int_equal(b->median, 3);
        assert_int_equal(b->most, 3);
        assert_int_equal(b->lost[SFP_STALL_SWAP], 2);
        assert_binds(b, "simple");
        end(&r);
    }
}

/* Two stretches of one name are two instances of one region, even side by side; an empty one is none. */
static void test_same_name(void **state)
{
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        run(&r, arch,
            ".rept 3\n.region r\nsfpmov L0, L1, 0\n.endregion\n.endr\n.region r\n.endregion\n"
            ".region r\nsfpmov L0, L1, 0\nsfpmov L2, L3, 0\n.endregion\n");
        assert_int_equal(r.kernel.program.count, 5);
        assert_int_equal(r.kernel.program.region_count, 4);
        assert_int_equal(sfp_stats_blocks(r.stats), 1);
        assert_int_equal(region(&r, "r")->instances, 4);
        assert_int_equal(region(&r, "r")->median, 1);
        assert_int_equal(region(&r, "r")->most, 2);
        end(&r);
    }
}

/*
 * A MOP's whole expansion belongs to the region that it is in, with the empty
 * cycle that follows it (sfpu-timing(7), REPLAY and MOP). Template 0, two passes of A0 = SFPNOP.
 */
static void test_mop(void **state)
{
    struct sfp_timing_options options = {.run.repeat = 1};
    struct run r;

    (void)state;
    EACH_ARCH(arch) {
        assemble(&r, arch, ".region r\nttmop 0, 1, 0\n.endregion\nsfpmov L0, L1, 0\n");
        r.machine = sfp_machine_new(arch, sfp_semantics_best());
        r.machine->s.expanders.mop_cfg_set = 0x1FF;
        r.machine->s.expanders.mop_cfg[3] = 0x8F000000;
        r.stats = sfp_stats_new(&r.kernel);
        options.observers = sfp_stats_observer(r.stats);
        sfp_run_timed(r.machine, r.kernel.program.words, r.kernel.program.count, &options, &r.result);
        assert_true(sfp_stats_finish(r.stats));
        r.totals = sfp_stats_totals(r.stats);
        check_sums(&r);
        assert_int_equal(r.totals->cycles, 4);
        assert_int_equal(region(&r, "r")->typical.issued, 2);
        assert_int_equal(region(&r, "r")->typical.lost[SFP_STALL_MOP], 1);
        assert_int_equal(region(&r, "r")->median, 3);
        end(&r);
    }
}

/* Instances of 1 to 70 instructions: the 35th of them is the median; more values than are kept do no harm. */
static void test_many_lengths(void **state)
{
    char text[1 << 16] = "";
    size_t length = 0;
    struct run r;

    (void)state;
    for (unsigned n = 1; n <= 70; n++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   ".region r\n.rept %u\nsfpnop\n.endr\n.endregion\n", n);
    run(&r, SFP_WH, text);
    assert_int_equal(region(&r, "r")->instances, 70);
    assert_int_equal(region(&r, "r")->least, 1);
    assert_int_equal(region(&r, "r")->median, 35);
    assert_int_equal(region(&r, "r")->most, 70);
    assert_int_equal(region(&r, "r")->typical.nops, 35);
    assert_int_equal(region(&r, "r")->cycles, 70 * 71 / 2);
    end(&r);
}

/* Three instances of two cycles and one of three: two is the median, and the last instance of that length tells what is
 * typical. It has no SFPNOP, where the first has two and the second has one. */
static void test_last_of_a_length(void **state)
{
    struct run r;

    (void)state;
    run(&r, SFP_WH, ".macro next a, b\n.region r\n\\a\n\\b\n.endregion\n.endm\n"
                    "next sfpnop, sfpnop\nnext sfpnop, \"sfpmov L0, L1, 0\"\n"
                    "next \"sfpmov L0, L1, 0\", \"sfpmov L0, L1, 0\"\n"
                    ".region r\nsfpnop\nsfpnop\nsfpnop\n.endregion\n");
    assert_int_equal(region(&r, "r")->instances, 4);
    assert_int_equal(region(&r, "r")->median, 2);
    assert_int_equal(region(&r, "r")->typical.nops, 0);
    end(&r);
}

/* ---- What users see ---- */

static json_int_t number(const json_t *object, const char *name)
{
    json_t *value = json_object_get(object, name);

    if (!json_is_integer(value))
        fail_msg("%s is no integer", name);
    return json_integer_value(value);
}

/* The run of test_dependent_on_blackhole. */
static void test_json(void **state)
{
    json_t *json, *lost, *block, *critical;
    struct run r;
    size_t size;
    char *text;

    (void)state;
    run(&r, SFP_BH, store_of_mad);
    text = sfp_stats_json(r.stats, NULL, &size);
    assert_non_null(text);
    assert_int_equal(size, strlen(text));
    assert_int_equal(text[size - 1], '\n');
    json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    assert_string_equal(json_string_value(json_object_get(json, "schema")), "sfpsim-stats");
    assert_int_equal(number(json, "version"), 3);
    assert_string_equal(json_string_value(json_object_get(json, "kernel")), "k.s");
    assert_string_equal(json_string_value(json_object_get(json, "arch")), "blackhole");
    assert_int_equal(number(json, "cycles"), 3);
    assert_true(json_number_value(json_object_get(json, "cycles_per_32_lanes")) == 3.0);
    assert_true(json_number_value(json_object_get(json, "steady_cycles_per_32_lanes")) == 3.0);
    assert_true(json_number_value(json_object_get(json, "ipc")) > 0.666);
    assert_true(json_number_value(json_object_get(json, "ipc")) < 0.667);
    assert_int_equal(number(json_object_get(json_object_get(json, "slots"), "lost"), "mad"), 1);
    assert_int_equal(number(json_object_get(json_object_get(json, "units"), "mad"), "busy"), 1);
    assert_int_equal(json_array_size(json_object_get(json, "lost")), 1);
    lost = json_array_get(json_object_get(json, "lost"), 0);
    assert_string_equal(json_string_value(json_object_get(lost, "cause")), "mad");
    assert_int_equal(number(lost, "cycles"), 1);
    assert_int_equal(number(lost, "index"), 1);
    assert_int_equal(number(lost, "line"), 3);
    assert_string_equal(json_string_value(json_object_get(lost, "text")), "sfpstore L0, 0, 0, 3");
    assert_int_equal(json_array_size(json_object_get(json, "blocks")), 1);
    block = json_array_get(json_object_get(json, "blocks"), 0);
    assert_string_equal(json_string_value(json_object_get(block, "name")), "r");
    assert_int_equal(number(json_object_get(block, "cycles"), "median"), 3);
    assert_int_equal(number(json_object_get(block, "floors"), "issue"), 2); /* the multiply-add, and the store */
    assert_int_equal(number(json_object_get(block, "floors"), "dependence"), 3);
    assert_true(json_is_null(json_object_get(json_object_get(block, "floors"), "carried")));
    assert_string_equal(json_string_value(json_array_get(json_object_get(block, "binds"), 0)), "dependence");
    critical = json_object_get(block, "critical");
    assert_string_equal(json_string_value(json_object_get(critical, "floor")), "chain");
    critical = json_object_get(critical, "instructions");
    assert_int_equal(json_array_size(critical), 2);
    assert_int_equal(number(json_array_get(critical, 0), "cycles"), 2);
    assert_int_equal(number(json_array_get(critical, 0), "latency"), 2);
    assert_int_equal(number(json_array_get(critical, 0), "left_out"), 0);
    assert_string_equal(json_string_value(json_object_get(json_array_get(critical, 1), "by")), "issue");
    assert_string_equal(json_string_value(json_object_get(json_array_get(critical, 1), "item")), "sfpstore L0,0,0,3");
    assert_int_equal(number(json_array_get(critical, 1), "index"), 1);
    assert_int_equal(number(json_array_get(critical, 1), "line"), 3);
    json_decref(json);
    free(text);
    end(&r);
}

/* A body is told by its slots, and by where they were recorded and played. */
static void test_json_of_body(void **state)
{
    json_t *json, *block;
    struct run r;
    size_t size;
    char *text;

    (void)state;
    run(&r, SFP_WH,
        "ttreplay 30, 2, 0, 1\nsfpmov L0, L1, 0\nsfpnop\nttreplay 30, 2, 0, 0\nttreplay 30, 2, 0, 0\n");
    text = sfp_stats_json(r.stats, NULL, &size);
    assert_non_null(text);
    json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_array_size(json_object_get(json, "blocks")), 1);
    block = json_array_get(json_object_get(json, "blocks"), 0);
    assert_string_equal(json_string_value(json_object_get(block, "kind")), "replay");
    assert_int_equal(number(block, "slot"), 30);
    assert_int_equal(number(block, "count"), 2);
    assert_int_equal(number(json_object_get(block, "recorded"), "index"), 1);
    assert_int_equal(number(json_object_get(block, "recorded"), "line"), 2);
    assert_int_equal(number(json_object_get(block, "played"), "index"), 3);
    assert_int_equal(number(block, "instances"), 2);
    assert_int_equal(number(block, "issued"), 2);
    assert_int_equal(number(block, "nops"), 1);
    assert_int_equal(number(block, "latency"), 1);
    assert_int_equal(number(json_object_get(block, "floors"), "carried"), 0);
    json_decref(json);
    free(text);
    end(&r);
}

/* Stalls of words of one source line are one row, the largest first; nothing stored is null. */
static void test_rows(void **state)
{
    json_t *json, *lost;
    struct run r;
    size_t size;
    char *text;

    (void)state;
    /* MAD, MOV of it: a stall each time; the SFPSWAP holds the SFPMAD once, behind the loop. */
    run(&r, SFP_BH,
        ".rept 3\nsfpmad L0, L1, L2, L3, 0\nsfpmov L4, L0, 0\n.endr\nsfpswap L5, L6, 1\nsfpmad L0, L1, L2, L3, 0\n");
    text = sfp_stats_json(r.stats, NULL, &size);
    json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_null(json_object_get(json, "cycles_per_32_lanes")));
    lost = json_object_get(json, "lost");
    assert_int_equal(json_array_size(lost), 2);
    assert_int_equal(number(json_array_get(lost, 0), "cycles"), 3);
    assert_int_equal(number(json_array_get(lost, 0), "words"), 3);
    assert_int_equal(number(json_array_get(lost, 0), "index"), 1);
    assert_int_equal(number(json_array_get(lost, 0), "line"), 3);
    assert_int_equal(number(json_array_get(lost, 1), "cycles"), 1);
    assert_int_equal(number(json_array_get(lost, 1), "index"), 7);
    json_decref(json);
    free(text);
    end(&r);
}

static void test_text(void **state)
{
    struct run r;
    size_t size;
    char *text = NULL;
    FILE *stream = open_memstream(&text, &size);

    (void)state;
    assert_non_null(stream);
    run(&r, SFP_BH, store_of_mad);
    assert_true(sfp_stats_print(r.stats, stream));
    fclose(stream);
    assert_non_null(strstr(text, "\ncycles                        3\n"));
    assert_non_null(strstr(text, "\ncycles per 32 lanes        3.00   1 vector, 1 SFPSTORE\n"));
    assert_non_null(strstr(text, "\n           1  mad        k.s:3:1  sfpstore L0, 0, 0, 3\n"));
    assert_non_null(strstr(text, "\nregion r: 1 time\n"));
    assert_non_null(strstr(text, "\n         2       0       0       1       0       1       3       -         3\n"));
    assert_non_null(strstr(text, "\n  binds: chain; latency 3\n"));
    free(text);
    end(&r);
}

/* ---- Steady states of kernels with macros ---- */

/* Sets sequence 0 and the bytes of Misc up in cycles 0 to 6, so that what follows starts in 7. */
#define MACRO_SETUP(upper, lower) \
    "sfpabs T0, L0, 0\n"          \
    "sfpstochrnd T1, L0, L0, 0, 1, 0\n" \
    "sfploadi L0, " upper ", 8\n" \
    "sfploadi L0, " lower ", 10\n" \
    "sfpconfig 4, 0, 0\n"         \
    "sfpconfig 8, 2, 1\n"         \
    "sfpnop\n"

static const struct sfp_stats_steady *steady_of(struct run *r, const char *text)
{
    run(r, SFP_WH, text);
    return sfp_stats_steady(r->stats);
}

static void check_cell(const struct sfp_stats_cell *c, unsigned row, enum sfp_unit unit, enum sfp_id id, bool scheduled)
{
    assert_int_equal(c->row, row);
    assert_int_equal(c->unit, unit);
    assert_int_equal(c->op.insn->id, id);
    assert_int_equal(c->scheduled, scheduled);
}

/*
 * Template 0 on simple with delay 0 (byte 04), a store with delay 1 (0B), six macros with an SFPNOP behind each, from
 * cycle T = 7 on: simple in T + 1, the store in T + 2, beside the next macro. Cycle 7 has no store yet, so the first
 * period is 8 and 9; the last SFPNOP is in 18, with the last SFPABS, and 19 has a store alone. 8 to 18: 11 cycles.
 */
static void steady_period(void **state)
{
    const struct sfp_stats_steady *s;
    struct run r;

    (void)state;
    s = steady_of(&r, MACRO_SETUP("0x0b00", "0x0004") ".rept 6\nsfploadmacro 0, L2, 0, 3, 3\nsfpnop\n.endr\n");
    assert_non_null(s);
    assert_int_equal(s->period, 2);
    assert_int_equal(s->from, 8);
    assert_int_equal(s->cycles, 11);
    assert_int_equal(s->issue, 2);
    assert_int_equal(s->nops, 1);
    assert_int_equal(s->stores, 1);
    assert_int_equal(s->units[SFP_UNIT_LOAD], 1);
    assert_int_equal(s->units[SFP_UNIT_SIMPLE], 1);
    assert_int_equal(s->units[SFP_UNIT_MAD], 0);
    assert_int_equal(s->units[SFP_UNIT_STORE], 1);
    assert_int_equal(s->ports, 1);
    assert_int_equal(sfp_stats_steady_floor(s), 2);
    assert_int_equal(s->templates, 1);
    assert_int_equal(s->macros, 1);
    assert_int_equal(s->count, 4);
    for (size_t i = 0; i < s->count; i++)
        assert_int_equal(sfp_stats_steady_binds(s, &s->cells[i]), !s->cells[i].scheduled);
    check_cell(&s->cells[0], 0, SFP_UNIT_LOAD, SFP_I_SFPLOADMACRO, false);
    check_cell(&s->cells[1], 0, SFP_UNIT_STORE, SFP_I_SFPSTORE, true);
    check_cell(&s->cells[2], 1, SFP_UNIT_LOAD, SFP_I_SFPNOP, false);
    check_cell(&s->cells[3], 1, SFP_UNIT_SIMPLE, SFP_I_SFPABS, true);
    end(&r);
}

/* Simple in T + 1, Round (byte 0D) in T + 2, a macro every second cycle: two cycles of the ports, which bind with the
 * issue slots; with L16 for Round's result (4D) they could share one. */
static void steady_ports(void **state)
{
    static const char body[] = ".rept 6\nsfploadmacro 0, L2, 0, 3, 3\nsfpnop\n.endr\n";
    const struct sfp_stats_steady *s;
    char text[1024];
    struct run r;

    (void)state;
    snprintf(text, sizeof text, "%s%s", MACRO_SETUP("0x000d", "0x0004"), body);
    s = steady_of(&r, text);
    assert_int_equal(s->ports, 2);
    for (size_t i = 0; i < s->count; i++)
        assert_true(sfp_stats_steady_binds(s, &s->cells[i]));
    assert_int_equal(s->templates, 3);
    end(&r);
    snprintf(text, sizeof text, "%s%s", MACRO_SETUP("0x004d", "0x0004"), body);
    s = steady_of(&r, text);
    assert_int_equal(s->ports, 1);
    end(&r);
}

/* Registers, addresses and numbers of macros that change from one period to the next do not make it longer; where two
 * macros and an SFPNOP take turns, it is 3. */
static void steady_rotation(void **state)
{
    const struct sfp_stats_steady *s;
    struct run r;

    (void)state;
    s = steady_of(&r, MACRO_SETUP("0x0b00", "0x0004") "sfpconfig 5, 4, 1\nsfpnop\n"
                  ".rept 4\nsfploadmacro 0, L2, 0, 3, 3\nsfpnop\nsfploadmacro 0, L3, 8, 3, 3\nsfpnop\n.endr\n");
    assert_int_equal(s->period, 2);
    end(&r);
    s = steady_of(&r, MACRO_SETUP("0x0000", "0x0004") "sfpconfig 5, 4, 1\nsfpnop\n"
                  ".rept 4\nsfploadmacro 0, L2, 0, 3, 3\nsfploadmacro 1, L3, 0, 3, 3\nsfpnop\n.endr\n");
    assert_int_equal(s->period, 3);
    assert_int_equal(s->units[SFP_UNIT_LOAD], 2);
    assert_int_equal(s->units[SFP_UNIT_SIMPLE], 2);
    assert_int_equal(s->macros, 3);
    assert_int_equal(s->cells[0].op.macro, 0); /* the first of the program begins */
    end(&r);
}

/* Two periods are none yet: three are. Without a macro there is nothing to say. */
static void steady_none(void **state)
{
    const struct sfp_stats_steady *s;
    struct run r;

    (void)state;
    s = steady_of(&r, MACRO_SETUP("0x0000", "0x0004") ".rept 2\nsfploadmacro 0, L2, 0, 3, 3\nsfpnop\n.endr\n");
    assert_non_null(s);
    assert_int_equal(s->period, 0);
    assert_int_equal(s->templates, 1);
    end(&r);
    s = steady_of(&r, MACRO_SETUP("0x0000", "0x0004") ".rept 3\nsfploadmacro 0, L2, 0, 3, 3\nsfpnop\n.endr\n");
    assert_int_equal(s->period, 2);
    end(&r);
    assert_null(steady_of(&r, ".rept 20\nsfpnop\n.endr\n"));
    end(&r);
}

/* ---- Cycles for each vector ---- */

#define STORE "sfpstore L0, 0, 3, 1\n" /* and on to the next vector */
#define AGAIN "sfpstore L0, 0, 3, 3\n"
#define FURTHER "sfpstore L0, 2, 3, 3\nsfpstore L0, 4, 3, 3\nsfpstore L0, 6, 3, 3\n" /* the next ones */
#define NOP "sfpnop\n"

static void check_vectors(const char *text, unsigned long passes, bool repeats, uint64_t cycles, uint64_t results)
{
    struct run r;

    run_passes(&r, SFP_WH, text, passes);
    assert_int_equal(r.totals->repeats, repeats);
    assert_int_equal(r.totals->steady_cycles, cycles);
    assert_int_equal(r.totals->steady_vectors, results);
    end(&r);
}

/* How many there are, and what one costs in the run and in the steady state, if a pass is said to have `each`. */
static void check_count(const char *text, unsigned long passes, uint64_t each, uint64_t vectors, double run,
                        double steady)
{
    struct run r;

    run_given(&r, SFP_WH, text, passes, each);
    assert_int_equal(r.totals->vectors, vectors);
    assert_true(sfp_stats_per_vector(r.totals) == run);
    assert_true(sfp_stats_steady_per_vector(r.totals) == steady);
    end(&r);
}

/* An instruction a cycle, so that a store comes as many cycles after the one before as it is instructions behind it. */
static void vectors_periods(void **state)
{
    (void)state;
    /* Set-up of 5, stores in 5, 7, 9, 11: gaps 2, 2, 2; three more SFPNOP. */
    check_vectors(".rept 4\n" NOP ".endr\n.rept 4\n" NOP STORE ".endr\n.rept 3\n" NOP ".endr\n", 1, true, 2, 1);
    /* Two gaps are none that come three times: from the first store to the last, 4 cycles for 2 of them. */
    check_vectors(".rept 3\n" NOP STORE ".endr\n", 1, false, 4, 2);
    /* Gaps 1 3 1 3 1 3 1: of two stores, 4 cycles. 1 3 1 3 1 is not three times that, and no gap comes three times in a row:
     * 9 cycles for 5. */
    check_vectors(".rept 4\n" STORE STORE NOP NOP ".endr\n", 1, true, 4, 2);
    check_vectors(".rept 3\n" STORE STORE NOP NOP ".endr\n", 1, false, 9, 5);
    /* 4, and 1 three times, then 2 five times: the longer stretch. */
    check_vectors(STORE NOP NOP NOP ".rept 4\n" STORE ".endr\n.rept 5\n" NOP STORE ".endr\n", 1, true, 2, 1);
    /* Both are four gaps long: the one of the shorter period, which is also the first; then the first of two alike. */
    check_vectors(".rept 5\n" STORE ".endr\n.rept 4\n" NOP STORE ".endr\n", 1, true, 1, 1);
}

/* A period of 16 stores, the last behind an SFPNOP, three times and the store before: 17 cycles. Of 17 there is none. */
static void vectors_longest_period(void **state)
{
    (void)state;
    check_vectors(STORE ".rept 3\n.rept 15\n" STORE ".endr\n" NOP STORE ".endr\n", 1, true, 17, 16);
    /* Gaps of 1 in runs of 16 then, which come one at a time. */
    check_vectors(STORE ".rept 3\n.rept 16\n" STORE ".endr\n" NOP STORE ".endr\n", 1, true, 1, 1);
}

static void vectors_few(void **state)
{
    (void)state;
    check_vectors(NOP NOP NOP, 1, false, 3, 0);
    /* One store: all 4 cycles. Twice, a pass each: 8 for 2, as the gap between passes is none of the kernel's. */
    check_vectors(NOP NOP NOP STORE, 1, false, 4, 1);
    check_vectors(NOP NOP NOP STORE, 2, false, 8, 2);
    /* Without a steady state the first pass is what counts: 2 cycles for 1. Only the second has a sequence 0, which stores
     * (delay 1) behind the SFPLOADMACRO: 5 for 2. */
    check_vectors(STORE NOP STORE "sfploadmacro 0, L2, 0, 3, 3\n" NOP NOP NOP MACRO_SETUP("0x0b00", "0x0000"), 2, false, 2, 1);
    /* And a steady state of one pass goes on in no other: gaps of 2, and 4 between passes. */
    check_vectors(NOP NOP ".rept 4\n" NOP STORE ".endr\n", 3, true, 2, 1);
}

/* What is stored last is the result; all else is on the way to it. */
static void vectors_stored_again(void **state)
{
    (void)state;
    /* Three stores a vector: 3 cycles each, 18 for 6. */
    check_vectors(".rept 6\n" AGAIN AGAIN STORE ".endr\n", 1, true, 3, 1);
    check_count(".rept 6\n" AGAIN AGAIN STORE ".endr\n", 1, 0, 6, 3, 3);
    /* The next vector is stored before this one is done: results of vectors 0 to 5 in 1, 3, ..., 11, and of the
     * seventh, which is not done any more, in 10. */
    check_vectors(".rept 6\nsfpstore L0, 2, 3, 3\n" STORE ".endr\n", 1, true, 2, 1);
    check_count(".rept 6\nsfpstore L0, 2, 3, 3\n" STORE ".endr\n", 1, 0, 7, 12.0 / 7, 2);
    /* Four vectors are stored, and again, and then the next four: gaps 1 1 1 5, which is 8 cycles for 4. */
    check_vectors(".rept 4\n" AGAIN FURTHER STORE STORE STORE STORE ".endr\n", 1, true, 8, 4);
    /* Scheduled stores, two a vector. */
    check_count(MACRO_SETUP("0x0b00", "0x0000") ".rept 6\nsfploadmacro 0, L2, 0, 3, 3\n"
                "sfploadmacro 0, L2, 0, 3, 1\n.endr\n" NOP, 1, 0, 6, 21.0 / 6, 2);
    /* One vector all the time: 8 cycles for it. */
    check_vectors(".rept 8\n" AGAIN ".endr\n", 1, false, 8, 1);
    /* Four vectors are stored in 0 to 3, and again in 8, 13, 18 and 23: 5 for each, 20, are more than three quarters of
     * 23. And again in 10, 13, 16 and 19: 3 for each, 12, are not of 19. */
    check_vectors(AGAIN FURTHER ".rept 4\n" NOP NOP NOP NOP STORE ".endr\n", 1, true, 5, 1);
    check_vectors(AGAIN FURTHER NOP NOP NOP NOP ".rept 4\n" NOP NOP STORE ".endr\n", 1, false, 19, 3);
}

/* A store that comes in the next pass, two cycles behind the SFPLOADMACRO, is of the pass of that one. */
static void vectors_of_passes(void **state)
{
    static const char alone[] = MACRO_SETUP("0x0b00", "0x0000") NOP "sfploadmacro 0, L2, 0, 3, 3\n";
    static const char beside[] = MACRO_SETUP("0x0b00", "0x0000") AGAIN "sfploadmacro 0, L2, 0, 3, 3\n";
    struct run r;

    (void)state;
    run_passes(&r, SFP_WH, alone, 3);
    assert_int_equal(r.totals->stores, 3);
    assert_int_equal(r.totals->vectors, 3);
    end(&r);
    run_passes(&r, SFP_WH, beside, 3);
    assert_int_equal(r.totals->stores, 6);
    assert_int_equal(r.totals->vectors, 3);
    end(&r);
}

/* Of a sum of 8 vectors, which is stored 8 times, and of 4 vectors that are taken for 8. */
static void vectors_as_given(void **state)
{
    (void)state;
    check_count(".rept 8\n" NOP AGAIN ".endr\n", 1, 0, 1, 16, 16);
    check_count(".rept 8\n" NOP AGAIN ".endr\n", 1, 8, 8, 2, 2);
    check_count(".rept 8\n" NOP AGAIN ".endr\n", 3, 8, 24, 2, 2);
    check_count(NOP NOP ".rept 4\n" NOP STORE ".endr\n", 2, 8, 16, 1.25, 1);
    check_count(NOP NOP, 1, 2, 2, 1, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lone_mad),
        cmocka_unit_test(test_slots_without_work),
        cmocka_unit_test(test_dependent_on_wormhole),
        cmocka_unit_test(test_dependent_on_blackhole),
        cmocka_unit_test(test_dependent_with_nop),
        cmocka_unit_test(test_false_stall),
        cmocka_unit_test(test_swaps),
        cmocka_unit_test(test_swap_with_nop),
        cmocka_unit_test(test_swap_then_other_unit),
        cmocka_unit_test(test_shft2),
        cmocka_unit_test(test_wait),
        cmocka_unit_test(test_order_of_losses),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_chain_under_flags),
        cmocka_unit_test(test_chain_of_late_reads),
        cmocka_unit_test(test_chain_of_one),
        cmocka_unit_test(test_chain_left_out),
        cmocka_unit_test(test_carried_on_blackhole),
        cmocka_unit_test(test_carried_with_nop),
        cmocka_unit_test(test_carried_through_several),
        cmocka_unit_test(test_nothing_carried),
        cmocka_unit_test(test_bodies_apart),
        cmocka_unit_test(test_slots_of_bodies),
        cmocka_unit_test(test_macro_steady_state),
        cmocka_unit_test(test_macro_feeds_issue),
        cmocka_unit_test(test_carried_by_item),
        cmocka_unit_test(test_carried_from_macro_to_macro),
        cmocka_unit_test(test_item_held_by_what_follows),
        cmocka_unit_test(test_discard),
        cmocka_unit_test(test_forgotten),
        cmocka_unit_test(test_region_played_in_region),
        cmocka_unit_test(test_region_played_with_a_gap),
        cmocka_unit_test(test_region_records_and_plays),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_same_name),
        cmocka_unit_test(test_mop),
        cmocka_unit_test(test_many_lengths),
        cmocka_unit_test(test_last_of_a_length),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_json_of_body),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_text),
        cmocka_unit_test(steady_period),
        cmocka_unit_test(steady_ports),
        cmocka_unit_test(steady_rotation),
        cmocka_unit_test(steady_none),
        cmocka_unit_test(vectors_periods),
        cmocka_unit_test(vectors_longest_period),
        cmocka_unit_test(vectors_few),
        cmocka_unit_test(vectors_stored_again),
        cmocka_unit_test(vectors_of_passes),
        cmocka_unit_test(vectors_as_given),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
