/* Where a core stands: its call frames, and what the core waits for. */
#include "lib.h"

#include <string.h>

#include "dis/elf_code.h"
#include "dis/riscv.h"
#include "base/word_bytes.h"

enum { RA = 1 };

const char *sfpu_core_register_name(unsigned number)
{
    return number < RV_REGISTERS ? rv_register_name(number) : NULL;
}

/* ---- Calls ---- */

static bool read_memory_word(void *context, uint32_t address, uint32_t *word)
{
    uint8_t bytes[sizeof *word];
    const bool found = tile_memory(context, address, sizeof bytes) && tile_peek(context, address, bytes, sizeof bytes);

    if (found)
        *word = sfp_word_at(bytes);
    return found;
}

static bool is_code_of_core(const struct sfp_tile *tile, uint32_t address)
{
    return address - tile->core.code.base < tile->core.code.size && address % RV_BYTES == 0;
}

/* A frame during a walk up the stack. */
struct walk {
    const struct sfp_tile *tile;
    const struct sfp_buffer *file;
    struct elf_frame at;
    size_t level;
    bool by_ra;
};

/* Moves to the caller's frame. Returns false if the caller is unknown. At level 0 without debug information, `ra`
 * gives the caller, and the walk ends there. */
static bool go_up(struct walk *w)
{
    const uint32_t sp = w->at.x[RV_SP], pc = w->at.pc;

    if (w->by_ra)
        return false;
    if (!elf_frame_return(w->file, &w->at, w->level > 0, read_memory_word, (void *)(uintptr_t)w->tile)) {
        if (w->level > 0)
            return false;
        w->by_ra = true;
        w->at.pc = w->at.x[RA];
    } else if (w->at.x[RV_SP] < sp || (w->at.x[RV_SP] == sp && w->at.pc == pc)) {
        return false; /* The frame does not move up: avoids an endless walk. */
    }
    w->level++;
    return is_code_of_core(w->tile, w->at.pc - RV_BYTES);
}

int sfpu_get_frame(sfpu_machine *m, size_t level, struct sfpu_frame *frame)
{
    struct sfpu_core_state core = {.size = sizeof core};
    struct walk w = {.level = 0};
    uint32_t address;
    int code;

    if (!frame)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the frame");
    w.tile = lib_tile(m, &code);
    if (!w.tile || (code = sfpu_get_core_state(m, &core)) != SFPU_OK)
        return code;
    w.file = compiled_file(m->compiled);
    w.at.pc = core.pc;
    memcpy(w.at.x, core.x, sizeof w.at.x);
    if (!is_code_of_core(w.tile, w.at.pc))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the core is not in its code");
    while (w.level < level)
        if (!go_up(&w))
            return lib_fail(m, SFPU_BAD_ARGUMENT, "there is no frame %zu", level);
    address = w.at.pc - (level ? RV_BYTES : 0);
    return lib_given(m, lib_give(frame, &(struct sfpu_frame){
        .index = w.tile->devices.offset + tile_index(w.tile, address), .address = address,
        .sp = w.by_ra ? 0 : w.at.x[RV_SP], .by_ra = w.by_ra},
        sizeof *frame));
}

/* ---- What the core waits for ---- */

int sfpu_get_wait(sfpu_machine *m, struct sfpu_wait *wait)
{
    struct sfpu_wait own = {.size = 0};
    struct tile_polled polled;
    const struct sfp_tile *tile;
    int code;

    if (!wait)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no place for the wait");
    tile = lib_tile(m, &code);
    if (!tile)
        return code;
    if (m->as_threads)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the error of a run of several threads says what each waits for");
    own.by_word = m->result.status == SFP_RUN_DEADLOCK;
    if (!own.by_word && (tile->end != TILE_DEADLOCK || !tile->waits))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "the last run waits for nothing that can be read");
    own.address = own.by_word ? tile_semaphore_address(m->result.semaphore) : tile->waits_at;
    polled = tile_polled(tile, own.address);
    snprintf(own.device, sizeof own.device, "%s", polled.device);
    snprintf(own.state, sizeof own.state, "%s", polled.state);
    return lib_given(m, lib_give(wait, &own, sizeof own));
}
