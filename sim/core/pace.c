/* Pace of a caller's core: its instructions one by one, through the instruction cache that compiled kernels have. */
#include "pace.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "dis/riscv.h"
#include "base/fail.h"
#include "base/text_buffer.h"

/* The rows of tile.def. */
static const struct row {
    uint8_t makes; /* instructions that build a word in a register before the instruction that pushes the word */
    bool keeps;    /* words stay in registers, as far as registers suffice */
} rows[TILE_PUSHERS] = {
#define PUSHER(id, name, makes, keeps, provenance, text, source) [TILE_PUSHED_##id] = {makes, keeps},
#include "tile.def"
#undef PUSHER
};

const char *const tile_pusher_names[TILE_PUSHERS] = {
#define PUSHER(id, name, ...) [TILE_PUSHED_##id] = name,
#include "tile.def"
#undef PUSHER
};

bool tile_pusher_named(const char *name, enum tile_pusher *pusher, char **error)
{
    struct text list = {0};

    *error = NULL;
    for (unsigned i = 0; i < TILE_PUSHERS; i++) {
        if (strcmp(tile_pusher_names[i], name) == 0) {
            text_free(&list);
            *pusher = (enum tile_pusher)i;
            return true;
        }
        text_add(&list, ", ", i ? 2 : 0);
        text_add(&list, tile_pusher_names[i], strlen(tile_pusher_names[i]));
    }
    text_add_char(&list, '\0');
    if (!list.failed)
        fail_with(error, "'%s' is not among its values: %s", name, list.data);
    text_free(&list);
    return false;
}

struct core {
    const struct row *row;
    unsigned line;   /* of a core that gathers its words: size in bytes of the lines whose words are pushed together;
                      * else 0 */
    uint32_t ahead;  /* number of words that the core has pushed early */
    struct tile_code_cache code;
    unsigned miss;
    uint32_t pc;
    uint32_t kept[TILE_MOST_KEPT]; /* words kept in registers */
    unsigned kept_count;
};

static bool keeps_word(const struct core *c, uint32_t word)
{
    for (unsigned i = 0; i < c->kept_count; i++)
        if (c->kept[i] == word)
            return true;
    return false;
}

/* Keeps the first distinct words in registers. */
static void keep_words(struct core *c, enum sfp_arch arch, const uint32_t *words, size_t count)
{
    const unsigned most = c->row->keeps ? tile_kept_words(arch) : 0;

    for (size_t i = 0; i < count && c->kept_count < most; i++)
        if (!keeps_word(c, words[i]))
            c->kept[c->kept_count++] = words[i];
}

/* Executes the next instructions. Returns their duration in cycles, fetches included. */
static uint32_t execute_instructions(struct core *c, unsigned instructions, struct tile_pass *pass)
{
    uint32_t cycles = instructions;

    pass->instructions += instructions;
    for (; instructions; instructions--, c->pc += RV_BYTES) {
        const bool missed = !tile_code_has(&c->code, c->pc);

        tile_code_fill(&c->code, c->pc);
        pass->fetching += missed && !c->line ? c->miss : 0;
        cycles += missed ? c->miss : 0;
    }
    return cycles;
}

/* Returns whether the next word is gathered with the word before. */
static bool is_gathered(const struct core *c)
{
    return c->line && c->pc % c->line;
}

/* Returns the cycles by which a word is late that the core pushes `cycles` after the word before. The thread takes a
 * word in each cycle. */
static uint32_t count_late_cycles(struct core *c, uint32_t cycles)
{
    const uint32_t in_time = c->ahead + 1;

    c->ahead = cycles < in_time ? in_time - cycles : 0;
    return cycles > in_time ? cycles - in_time : 0;
}

static void push_all(struct core *c, const uint32_t *words, size_t count, struct tile_pass *pass)
{
    for (size_t i = 0; i < count; i++) {
        const unsigned shared = is_gathered(c); /* the cycle of the word before */
        const uint32_t cycles = execute_instructions(c, keeps_word(c, words[i]) ? 1 : 1 + c->row->makes, pass);
        const uint32_t late = count_late_cycles(c, cycles - shared);

        pass->gaps[i] += late;
        pass->fetching += c->line ? late : 0; /* nothing else makes a word late that the core gathers */
    }
}

bool tile_pace(enum sfp_arch arch, enum tile_pusher pusher, bool gathers, const uint32_t *words, size_t count,
               struct tile_pace *pace)
{
    struct core core = {.row = &rows[pusher], .line = gathers && !rows[pusher].makes ? tile_fused_line(arch) : 0,
                        .code = tile_code_cache(arch, SFP_THREAD_MATH), .miss = tile_code_miss(arch)};
    uint32_t loop;

    *pace = (struct tile_pace){.first.gaps = calloc(count, sizeof *pace->first.gaps),
                               .later.gaps = calloc(count, sizeof *pace->later.gaps)};
    if (!pace->first.gaps || !pace->later.gaps) {
        tile_pace_free(pace);
        return false;
    }
    if (pusher == TILE_PUSHED_IDEAL)
        return true;
    keep_words(&core, arch, words, count);
    pace->first.gaps[0] = execute_instructions(&core, core.kept_count * core.row->makes, &pace->first);
    loop = core.pc;
    push_all(&core, words, count, &pace->first);
    core.pc = loop;
    push_all(&core, words, count, &pace->later);
    return true;
}

void tile_pace_free(struct tile_pace *pace)
{
    free(pace->first.gaps);
    free(pace->later.gaps);
    *pace = (struct tile_pace){.first.gaps = NULL};
}
