/* Code addresses, and a compiled kernel's core in program order. */
#include "lib.h"

#include <string.h>

/* ---- Addresses ---- */

/* Returns the range of the words that have addresses: of a compiled kernel those of the selected thread, since each
 * core has code of its own; of other programs all. */
static struct sfp_word_range addressed_words(const sfpu_machine *m)
{
    if (m->compiled && lib_has_threads(m))
        return m->threads[m->selected].part.words;
    return (struct sfp_word_range){0, sfpu_word_count(m)};
}

/* Returns the address of the first of these words. */
static uint32_t base_of(const sfpu_machine *m)
{
    return m->compiled ? compiled_base(m->compiled) : SFPU_CODE;
}

int sfpu_code_address(sfpu_machine *m, size_t index, uint32_t *address)
{
    struct sfp_word_range words;

    if (!m || !address)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the address");
    words = addressed_words(m);
    if (index >= sfpu_word_count(m))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "there is no word %zu: the program has %zu", index, sfpu_word_count(m));
    if (index < words.first || index >= words.end || index - words.first > (UINT32_MAX - base_of(m)) / RV_BYTES)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "word %zu is not in the selected thread's code, words %zu to %zu", index,
                        words.first, words.end - 1);
    *address = base_of(m) + (uint32_t)(index - words.first) * RV_BYTES;
    return SFPU_OK;
}

int sfpu_code_index(sfpu_machine *m, uint32_t address, size_t *index)
{
    struct sfp_word_range words;
    uint32_t offset;

    if (!m || !index)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the index");
    words = addressed_words(m);
    offset = address - base_of(m);
    if (address < base_of(m) || offset % RV_BYTES || offset / RV_BYTES >= words.end - words.first)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no instruction lies at 0x%08X", address);
    *index = words.first + offset / RV_BYTES;
    return SFPU_OK;
}

/* ---- The core ---- */

static bool is_compiled(sfpu_machine *m)
{
    if (m && m->compiled)
        return true;
    lib_fail(m, SFPU_NO_PROGRAM, "no compiled kernel is loaded");
    return false;
}

static struct sfpu_core_state state_of(const struct rv_core *core)
{
    struct sfpu_core_state state = {.pc = core->pc, .instructions = core->retired};

    memcpy(state.x, core->x, sizeof state.x);
    return state;
}

/* Returns the core's state by its trail, or the core's own state without a trail. */
static struct sfpu_core_state state_in_order(const struct sfp_tile *tile)
{
    struct sfpu_core_state state = state_of(&tile->core);

    if (!tile->trail.kept)
        return state;
    memcpy(state.x, tile->trail.x, sizeof state.x);
    state.pc = trail_pc(&tile->trail, &tile->core);
    state.ahead = tile->trail.ahead;
    state.instructions -= state.ahead;
    return state;
}

static struct sfpu_core_state state_at_start(const sfpu_machine *m)
{
    struct rv_core core;

    compiled_start(m->compiled, &core);
    return state_of(&core);
}

int sfpu_get_core_state(sfpu_machine *m, struct sfpu_core_state *state)
{
    const struct sfp_tile *tile;
    struct sfpu_core_state own;

    if (!is_compiled(m))
        return m ? SFPU_NO_PROGRAM : SFPU_BAD_ARGUMENT;
    if (!state)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the state");
    tile = compiled_tile(m->compiled);
    if (tile && tile->trail.lost)
        return lib_no_memory(m);
    own = tile ? state_in_order(tile) : state_at_start(m);
    return lib_given(m, lib_give(state, &own, sizeof own));
}

/* Checks that the core may be changed now. Returns a code. */
static int need_to_change_core(sfpu_machine *m)
{
    if (!lib_may_change(m))
        return SFPU_BAD_ARGUMENT;
    if (!is_compiled(m))
        return m ? SFPU_NO_PROGRAM : SFPU_BAD_ARGUMENT;
    return SFPU_OK;
}

int sfpu_set_memory(sfpu_machine *m, uint32_t address, const void *bytes, size_t size)
{
    const int code = need_to_change_core(m);

    if (code != SFPU_OK)
        return code;
    if (!bytes || !m->stepping)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no bytes, or no run that is stopped");
    if (!tile_set_memory(compiled_tile(m->compiled), address, bytes, size))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the address is outside of memory");
    return SFPU_OK;
}

int sfpu_set_core_state(sfpu_machine *m, const struct sfpu_core_state *state)
{
    const int code = need_to_change_core(m);
    struct sfpu_core_state own;
    size_t index;

    if (code != SFPU_OK)
        return code;
    if (!state || !m->stepping)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no state, or no run that is stopped");
    if (!lib_take(&own, sizeof own, state))
        return lib_given(m, false);
    if (sfpu_code_index(m, own.pc, &index) != SFPU_OK)
        return SFPU_BAD_ARGUMENT;
    if (!tile_set_core(compiled_tile(m->compiled), own.x, own.pc))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the core is ahead of where the run stands, or has ended");
    return SFPU_OK;
}
