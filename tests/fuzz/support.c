/* Input, random states and checks for the fuzz targets. */
#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assembly/asm.h"
#include "model/config.h"

/* ---- Failing ---- */

static struct {
    const char *name; /* NULL: libFuzzer keeps the input itself */
    size_t number;
    const uint8_t *data;
    size_t size;
} described;

void fuzz_describe(const char *name, size_t number, const uint8_t *data, size_t size)
{
    described.name = name;
    described.number = number;
    described.data = data;
    described.size = size;
}

void fuzz_fail(const char *format, ...)
{
    enum { SHOWN = 4096 };
    va_list arguments;

    fputs("fuzz: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    if (described.name) {
        fprintf(stderr, "%s, input %zu, %zu bytes:", described.name, described.number, described.size);
        for (size_t i = 0; i < described.size && i < SHOWN; i++)
            fprintf(stderr, "%s%02x", i % 4 ? "" : " ", described.data[i]);
        fputc('\n', stderr);
    }
    abort();
}

void *fuzz_memory(void *memory)
{
    if (!memory) {
        fputs("fuzz: not enough memory\n", stderr);
        exit(1);
    }
    return memory;
}

void fuzz_message(char *error)
{
    if (!error || !*error || strchr(error, '\n'))
        fuzz_fail("no error message of one line, but '%s'", error ? error : "(null)");
    free(error);
}

/* ---- Input ---- */

uint8_t fuzz_byte(struct fuzz_input *in)
{
    if (in->size == 0)
        return 0;
    in->size--;
    return *in->data++;
}

uint32_t fuzz_word(struct fuzz_input *in)
{
    uint32_t word = 0;

    for (unsigned i = 0; i < 4; i++)
        word |= (uint32_t)fuzz_byte(in) << 8 * i;
    return word;
}

uint64_t fuzz_seed(struct fuzz_input *in)
{
    uint64_t low = fuzz_word(in);

    return low | (uint64_t)fuzz_word(in) << 32;
}

uint64_t fuzz_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

uint32_t fuzz_below(uint64_t *state, uint32_t n)
{
    return (uint32_t)(fuzz_random(state) >> 33) % n;
}

static bool chance(uint64_t *state, uint32_t percent)
{
    return fuzz_below(state, 100) < percent;
}

/* The n-th opcode of those that the simulator runs and that are the vector unit's, or are not. */
static uint32_t opcode_of(const struct sfp_index *index, bool vector, unsigned n)
{
    unsigned count = 0;

    for (unsigned pass = 0; pass < 2; pass++) {
        unsigned at = 0;

        for (uint32_t opcode = 0; opcode < 256; opcode++) {
            const struct sfp_insn *insn = index->by_opcode[opcode];

            if (!insn || (insn->sim != SFP_NOTE && insn->sim != SFP_MODEL) || (insn->unit != SFP_UNIT_NONE) != vector)
                continue;
            if (pass && at++ == n % count)
                return opcode;
            count += !pass;
        }
    }
    return 0;
}

uint32_t fuzz_valid_word(const struct sfp_index *index, uint32_t word)
{
    enum { FIRST_OTHER = 192, FIRST_RAW = 250, RESERVED_MEANT = 16 };
    const uint32_t choice = word >> SFP_OPCODE_LSB;
    const struct sfp_insn *insn;

    if (choice >= FIRST_RAW)
        return word << 8 | choice;
    word = (word & 0xFFFFFF) | opcode_of(index, choice < FIRST_OTHER, choice) << SFP_OPCODE_LSB;
    insn = sfp_insn_of_word(index, word);
    /* Reserved bits are ignored: a few of them are enough. */
    return choice % RESERVED_MEANT == 0 ? word : word & ~sfp_reserved_bits(insn);
}

/* ---- Random states ---- */

/* One value for all lanes, or one each. */
static void fill(uint32_t lanes[SFP_LANES], uint64_t *random, uint32_t mask, bool same)
{
    const uint32_t value = (uint32_t)fuzz_random(random);

    for (unsigned l = 0; l < SFP_LANES; l++)
        lanes[l] = (same ? value : (uint32_t)fuzz_random(random)) & mask;
}

static void fill_words(uint32_t lanes[SFP_LANES], uint64_t *random, const struct sfp_index *index, bool same)
{
    fill(lanes, random, UINT32_MAX, same);
    for (unsigned l = 0; l < SFP_LANES; l++)
        lanes[l] = fuzz_valid_word(index, lanes[l]);
}

/* Numbers that meet: zeros, ones, infinities and small ones beside random bits. */
static void fill_numbers(uint32_t lanes[SFP_LANES], uint64_t *random)
{
    static const uint32_t corners[] = {0, 1, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0x7FC00000, 0x00800000,
                                       0x7FFFFFFF, 0xFFFFFFFF, 0x4B000000, 0x3F000000};

    fill(lanes, random, UINT32_MAX, chance(random, 30));
    for (unsigned l = 0; l < SFP_LANES; l++)
        if (chance(random, 40))
            lanes[l] = corners[fuzz_below(random, sizeof corners / sizeof *corners)];
}

static void randomize_lanes(struct sfp_state *s, const struct sfp_index *index, uint64_t *random)
{
    static const uint8_t writable[] = {0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 16};
    const bool same = chance(random, 60);
    const bool plain = chance(random, 50);
    bool same_config;

    for (unsigned i = 0; i < sizeof writable; i++)
        fill_numbers(s->lreg[writable[i]], random);
    s->flags = chance(random, 50) ? UINT32_MAX : (uint32_t)fuzz_random(random);
    s->use_flags = chance(random, 50) ? 0u - fuzz_below(random, 2) : (uint32_t)fuzz_random(random);
    fill(s->prng, random, UINT32_MAX, false);
    same_config = chance(random, 50); /* compilers differ in the order of arguments */
    fill(s->lane_config, random, plain ? 0 : SFP_LC_BITS & (uint32_t)fuzz_random(random), same_config);
    for (unsigned i = 0; i < SFP_TEMPLATES; i++)
        fill_words(s->macro_template[i], random, index, same);
    for (unsigned i = 0; i < SFP_SEQUENCES; i++)
        fill(s->macro_sequence[i], random, chance(random, 50) ? 0x9F9F9F9F : UINT32_MAX, same);
    fill(s->macro_misc, random, SFP_MISC_BITS, same);
    for (unsigned i = 0; i < SFP_STACK_DEPTH; i++) {
        s->stack.flags[i] = (uint32_t)fuzz_random(random);
        s->stack.use_flags[i] = (uint32_t)fuzz_random(random);
    }
    s->stack_size = (uint8_t)fuzz_below(random, SFP_STACK_COUNTER);
    for (unsigned row = 0; row < SFP_ROWS; row++)
        s->shft2_latch[row] = (uint32_t)fuzz_random(random);
}

static void randomize_dst(struct sfp_state *s, uint64_t *random)
{
    enum { USED_ROWS = 128 };
    const bool holes = chance(random, 30);

    for (unsigned row = 0; row < USED_ROWS; row++)
        for (unsigned column = 0; column < SFP_DST_COLUMNS; column++)
            s->dst[row][column] = (uint16_t)fuzz_random(random);
    for (unsigned row = 0; row < SFP_DST_ROWS && holes; row++)
        s->dst_valid[row] = chance(random, 80);
}

static void randomize_config(struct sfp_state *s, uint64_t *random)
{
    const struct sfp_config_shape *shape = sfp_config_shape(s->arch);

    for (unsigned word = 0; word < shape->words; word++) {
        s->config[0][word] = (uint32_t)fuzz_random(random);
        s->config[1][word] = word < shape->single_from ? (uint32_t)fuzz_random(random) : s->config[0][word];
    }
    for (unsigned i = 0; i < shape->thread_words; i++)
        s->own.thread_config[i] = (uint16_t)fuzz_random(random);
    s->srcb_written = true;
}

static void randomize_rest(struct sfp_state *s, const struct sfp_index *index, uint64_t *random)
{
    enum { SMALL_COUNT = 8, MUTEXES = 0x1D, HALF = 0xFFFF };

    s->own.rwc = (struct sfp_rwc){
        .dst = fuzz_below(random, SFP_COUNTER_MASK + 1) & SFP_COUNTER_MASK,
        .dst_cr = fuzz_below(random, SFP_COUNTER_MASK + 1) & SFP_COUNTER_MASK,
        .sp = s->arch == SFP_BH ? fuzz_below(random, SFP_COUNTER_MASK + 1) & SFP_COUNTER_MASK : 0,
        .srca = fuzz_below(random, SFP_SRC_MASK + 1) & SFP_SRC_MASK,
        .srca_cr = fuzz_below(random, SFP_SRC_MASK + 1) & SFP_SRC_MASK,
        .srcb = fuzz_below(random, SFP_SRC_MASK + 1) & SFP_SRC_MASK,
        .srcb_cr = fuzz_below(random, SFP_SRC_MASK + 1) & SFP_SRC_MASK,
        .fidelity = fuzz_below(random, 4) & 3,
        .extra_addr_mod = fuzz_below(random, 2) & 1,
    };
    for (unsigned i = 0; i < SFP_GPRS; i++)
        s->own.gpr[i] = (uint32_t)fuzz_random(random);
    for (unsigned i = 0; i < SFP_SEMAPHORES; i++)
        s->semaphore[i] = (struct sfp_semaphore){fuzz_below(random, 16) & 15, fuzz_below(random, 16) & 15};
    s->own.mutexes = (uint32_t)fuzz_random(random) & MUTEXES;
    for (unsigned i = 0; i < SFP_REPLAY_SLOTS; i++)
        s->expanders.replay[i] = fuzz_valid_word(index, (uint32_t)fuzz_random(random)) | 1;
    s->expanders.replay_recorded = UINT32_MAX;
    /* The first two can be loop counts: runs stay short. */
    for (unsigned i = 0; i < SFP_MOP_CFGS; i++)
        s->expanders.mop_cfg[i] = i < 2 ? 1 + fuzz_below(random, SMALL_COUNT - 1)
                              : fuzz_valid_word(index, (uint32_t)fuzz_random(random)) | 1;
    s->expanders.mop_cfg_set = (1u << SFP_MOP_CFGS) - 1;
    s->expanders.mop_mask_hi = (uint32_t)fuzz_random(random) & HALF;
}

void fuzz_random_state(struct sfp_state *s, const struct sfp_index *index, uint64_t seed)
{
    uint64_t random = seed;

    randomize_lanes(s, index, &random);
    randomize_dst(s, &random);
    if (chance(&random, 50))
        randomize_config(s, &random);
    randomize_rest(s, index, &random);
    sfp_state_refresh(s);
}

/* ---- Checks ---- */

#define SAME(member) \
    if (memcmp(&a->member, &b->member, sizeof a->member) != 0) fuzz_fail("%s: %s differs", what, #member)

void fuzz_same_state(const struct sfp_state *a, const struct sfp_state *b, const char *what)
{
    SAME(lreg);
    SAME(flags);
    SAME(use_flags);
    SAME(prng);
    SAME(lane_config);
    SAME(macro_template);
    SAME(macro_sequence);
    SAME(macro_misc);
    SAME(dst);
    SAME(dst_valid);
    SAME(stack);
    SAME(stack_size);
    SAME(shft2_latch);
    SAME(own.rwc);
    SAME(config);
    SAME(own.thread_config);
    SAME(own.gpr);
    SAME(semaphore);
    SAME(own.mutexes);
    SAME(srcb_written);
    SAME(expanders.replay);
    SAME(expanders.replay_recorded);
    SAME(expanders.mop_cfg);
    SAME(expanders.mop_cfg_set);
    SAME(expanders.mop_mask_hi);
}

static unsigned sum_of(const char *text, size_t length)
{
    unsigned sum = 0;

    for (size_t i = 0; i < length; i++)
        sum += (unsigned char)text[i];
    return sum;
}

void fuzz_sink(void *errors, const struct sfp_diagnostic *d)
{
    if (!d->text || strchr(d->text, '\n'))
        fuzz_fail("a diagnostic of no line, or more: '%s'", d->text ? d->text : "(null)");
    if (d->source && d->begin >= d->end)
        fuzz_fail("a diagnostic underlines bytes %zu to %zu: %s", d->begin, d->end, d->text);
    /* Reads it all; no sum is that large. */
    if ((d->file && sum_of(d->file, strlen(d->file)) == UINT32_MAX)
        || (d->source && sum_of(d->source, d->source_length) == UINT32_MAX))
        fuzz_fail("more text than there can be");
    *(size_t *)errors += d->error;
}

void fuzz_reassemble(enum sfp_arch arch, const char *text, size_t size, const uint32_t *words, size_t count)
{
    size_t errors = 0;
    struct sfp_asm_options options = {.arch = arch, .sink = fuzz_sink, .context = &errors};
    struct sfp_asm_source source = {.path = "disassembly", .text = text, .size = size};
    struct sfp_program program;

    warnings_init(&options.warnings);
    if (!assembly_make(&options, &source, 1, &program))
        fuzz_fail("a disassembly does not assemble:\n%.*s", (int)size, text);
    if (program.count != count)
        fuzz_fail("%zu words come back as %zu:\n%.*s", count, program.count, (int)size, text);
    for (size_t i = 0; i < count; i++)
        if (program.words[i] != words[i])
            fuzz_fail("word %zu, %08x, comes back as %08x:\n%.*s", i, words[i], program.words[i], (int)size, text);
    sfp_program_free(&program);
}
