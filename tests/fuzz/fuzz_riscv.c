/*
 * RISC-V words: decoded, written as text, and executed on a bus that answers at random, twice: all at once, and one by
 * one with what each did, which must come to the same. Input: options, a seed, then words.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "base/word_bytes.h"

enum { MOST_WORDS = 128, CODE = 0x400, L1_SIZE = 0x1000, LOCAL_SIZE = 0x100, MOST_STEPS = 2000 };

/* ---- Text ---- */

static void check_word(uint32_t word, uint32_t address)
{
    char text[RV_TEXT_SIZE];
    const struct rv_op op = rv_decode(word);
    const size_t length = rv_text(word, address, text);

    if (length == 0 || length >= sizeof text || strlen(text) != length || strchr(text, '\n'))
        fuzz_fail("word %08x gives a text of %zu bytes", word, length);
    if (op.id != RV_NONE && op.id != RV_TTINSN && (word & rv_insns[op.id].mask) != rv_insns[op.id].match)
        fuzz_fail("word %08x is no %s", word, rv_insns[op.id].name);
    if (((word & 3) != 3) != (op.id == RV_TTINSN))
        fuzz_fail("word %08x: a Tensix word, or not", word);
}

/* An instruction's bits in place of the word's; registers that are mostly among the first eight. */
static uint32_t guide(uint32_t word)
{
    const uint32_t choice = word >> 7 ^ word >> 19;
    const struct rv_insn *insn = &rv_insns[choice % RV_IDS];

    return insn->match | (word & ~insn->mask & ~UINT32_C(0x00C60C00));
}

/* ---- Execution ---- */

struct world {
    uint8_t l1[L1_SIZE], local[LOCAL_SIZE];
    uint64_t random;   /* of answers */
    uint64_t findings; /* all of them, mixed */
    struct rv_core core;
};

static enum rv_answer answer(struct world *w)
{
    const uint32_t choice = fuzz_below(&w->random, 64);

    return choice == 0 ? RV_BUS_ERROR : choice < 4 ? RV_BUS_BLOCKED : RV_BUS_DONE;
}

static enum rv_answer give(struct world *w, uint32_t *value)
{
    *value = (uint32_t)fuzz_random(&w->random);
    return answer(w);
}

static enum rv_answer load(void *context, uint32_t address, unsigned size, uint32_t *value)
{
    const enum rv_answer a = give(context, value);

    if (address % size)
        fuzz_fail("load of %u bytes at %08x", size, address);
    *value &= UINT32_MAX >> (32 - 8 * size);
    return a;
}

static enum rv_answer store(void *context, uint32_t address, unsigned size, uint32_t value)
{
    if (address % size || (size < 4 && value >> 8 * size))
        fuzz_fail("store of %x, %u bytes at %08x", value, size, address);
    return answer(context);
}

static enum rv_answer atomic(void *context, enum rv_id id, uint32_t address, uint32_t operand, uint32_t *old)
{
    (void)operand;
    if (address % 4 || id == RV_NONE)
        fuzz_fail("AMO at %08x", address);
    return give(context, old);
}

static enum rv_answer push(void *context, uint32_t word)
{
    if (word >> 30 == 3)
        fuzz_fail("pushed %08x", word);
    return answer(context);
}

static enum rv_answer csr_read(void *context, unsigned number, uint32_t *value)
{
    if (!rv_has_csr(SFP_BH, number))
        fuzz_fail("no CSR %x", number);
    return give(context, value);
}

static enum rv_answer csr_write(void *context, unsigned number, uint32_t value)
{
    (void)number;
    (void)value;
    return answer(context);
}

static void finding(void *context, enum rv_finding kind, uint32_t pc, uint32_t detail)
{
    struct world *w = context;

    w->findings = w->findings * 31 + ((uint64_t)kind << 32 ^ pc ^ detail);
}

static struct world *begin(enum sfp_arch arch, uint64_t seed, const uint32_t *words, size_t count)
{
    struct world *w = fuzz_memory(calloc(1, sizeof *w));
    const struct rv_bus bus = {w, load, store, atomic, push, csr_read, csr_write, finding};
    uint64_t random = seed;

    rv_core_init(&w->core, arch, &bus);
    w->core.watch.most_polls = 1000;
    for (size_t i = 0; i < 4 * count; i++)
        w->l1[CODE + i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
    if (!rv_core_add_span(&w->core, &(struct rv_span){0, L1_SIZE, w->l1, true}) ||
        !rv_core_add_span(&w->core, &(struct rv_span){0xFFB00000, LOCAL_SIZE, w->local, false}))
        fuzz_fail("no memory for the core");
    if (count > 0 && !rv_core_add_code(&w->core, CODE, (uint32_t)(4 * count)))
        fuzz_memory(NULL);
    for (unsigned i = 1; i < RV_REGISTERS; i++) {
        static const uint32_t likely[] = {0, CODE + 4, 0x800, 0xFFB00010, 0xFFE40000, UINT32_MAX, 0x80000000, 3};

        w->core.x[i] = fuzz_below(&random, 4) ? likely[fuzz_below(&random, 8)] : (uint32_t)fuzz_random(&random);
    }
    rv_call(&w->core, CODE);
    w->random = seed;
    return w;
}

static void end(struct world *w)
{
    rv_core_free(&w->core);
    free(w);
}

/* Instructions one by one, up to a stop or so many. */
static enum rv_stop step_all(struct rv_core *core)
{
    struct rv_outcome o;
    enum rv_stop stop = RV_STOP_NONE;

    for (unsigned i = 0; i < MOST_STEPS && !stop; i++) {
        const uint32_t pc = core->pc;

        stop = rv_step(core, &o);
        if (o.pc != pc || (!stop && core->pc != o.next) || (stop && core->pc != pc))
            fuzz_fail("step at %08x tells of %08x, then %08x", pc, o.pc, o.next);
        if (!stop && !o.taken && o.next != pc + 4)
            fuzz_fail("step at %08x goes to %08x without a jump", pc, o.next);
    }
    return stop ? stop : RV_STOP_MOST;
}

static void execute(enum sfp_arch arch, uint64_t seed, const uint32_t *words, size_t count)
{
    struct world *a = begin(arch, seed, words, count), *b = begin(arch, seed, words, count);
    const enum rv_stop stop = rv_run(&a->core, MOST_STEPS);

    if (stop == RV_STOP_NONE || stop == RV_STOP_PENDING || a->core.x[0] != 0)
        fuzz_fail("a run ends with %s, x0 %x", rv_stop_text(stop), a->core.x[0]);
    if (step_all(&b->core) != stop || a->core.pc != b->core.pc || a->core.retired != b->core.retired ||
        a->core.changes != b->core.changes || a->findings != b->findings ||
        memcmp(a->core.x, b->core.x, RV_REGISTERS * sizeof *a->core.x) != 0 || memcmp(a->l1, b->l1, L1_SIZE) != 0 ||
        memcmp(a->local, b->local, LOCAL_SIZE) != 0)
        fuzz_fail("steps end otherwise than a run, %s at %08x", rv_stop_text(stop), a->core.pc);
    end(a);
    end(b);
}

int fuzz_riscv(const uint8_t *data, size_t size)
{
    enum { BLACKHOLE = 1, GUIDED = 2 };
    struct fuzz_input in = {data, size};
    const unsigned options = fuzz_byte(&in);
    const uint64_t seed = fuzz_byte(&in);
    const size_t count = in.size / 4 < MOST_WORDS ? in.size / 4 : MOST_WORDS;
    uint32_t words[MOST_WORDS];

    for (size_t i = 0; i < count; i++) {
        words[i] = options & GUIDED ? guide(fuzz_word(&in)) : fuzz_word(&in);
        check_word(words[i], CODE + (uint32_t)(4 * i));
    }
    execute(options & BLACKHOLE ? SFP_BH : SFP_WH, seed, words, count);
    return 0;
}
