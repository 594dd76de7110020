/* A core in program order. */
#include "trail.h"

#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/array.h"

enum { FIRST_ROOM = 64 };

void trail_begin(struct trail *t, const struct rv_core *core)
{
    *t = (struct trail){.kept = true};
    memcpy(t->x, core->x, sizeof t->x);
}

void trail_free(struct trail *t)
{
    free(t->steps);
    *t = (struct trail){.kept = false};
}

static struct trail_step *trail_step_at(const struct trail *t, size_t i)
{
    return &t->steps[(t->first + i) & (t->room - 1)];
}

/* Returns a new ring with room for `room` steps and the trail's steps, or NULL if memory ran out. */
static struct trail_step *steps_in(const struct trail *t, size_t room)
{
    struct trail_step *steps = array_resized(NULL, room, sizeof *steps);

    for (size_t i = 0; steps && i < t->count; i++)
        steps[i] = *trail_step_at(t, i);
    return steps;
}

static bool grow_trail(struct trail *t)
{
    const size_t room = t->room ? 2 * t->room : FIRST_ROOM;
    struct trail_step *steps = room <= TRAIL_MOST ? steps_in(t, room) : NULL;

    t->lost |= room <= TRAIL_MOST && !steps;
    if (!steps)
        return false;
    free(t->steps);
    t->steps = steps;
    t->room = room;
    t->first = 0;
    return true;
}

bool trail_copy(struct trail *to, const struct trail *from)
{
    *to = *from;
    to->steps = NULL;
    if (!from->room)
        return true;
    to->steps = steps_in(from, from->room);
    to->first = 0;
    if (!to->steps)
        *to = (struct trail){.kept = false};
    return to->steps != NULL;
}

/* Makes room for t->count steps, whose contents follow. Returns false if memory ran out. */
static bool make_step_room(struct trail *t)
{
    size_t room = FIRST_ROOM;

    if (t->count <= t->room)
        return true;
    while (room < t->count)
        room *= 2;
    free(t->steps);
    t->steps = array_resized(NULL, room, sizeof *t->steps);
    t->room = t->steps ? room : 0;
    return t->steps != NULL;
}

void trail_archive_steps(struct trail *t, struct archiving *a)
{
    if (a->loads) {
        t->first = 0;
        if (!make_step_room(t)) {
            archive_skip(a, t->count * sizeof *t->steps);
            t->count = t->ahead = 0;
            t->lost = true;
        }
    }
    for (size_t i = 0; i < t->count; i++)
        archive_bytes(a, trail_step_at(t, i), sizeof *t->steps);
}

static void apply_step(struct trail *t, const struct trail_step *step)
{
    if (step->rd)
        t->x[step->rd] = step->value;
}

static void drop_oldest_step(struct trail *t)
{
    const struct trail_step *oldest = trail_step_at(t, 0);

    apply_step(t, oldest);
    t->ahead -= oldest->executes;
    t->first = (t->first + 1) & (t->room - 1);
    t->count--;
}

void trail_note(struct trail *t, const struct trail_step *step, bool pushes)
{
    t->pushed += pushes;
    if (t->count == t->room && !grow_trail(t)) {
        if (!t->room) {
            apply_step(t, step);
            return;
        }
        drop_oldest_step(t);
    }
    *trail_step_at(t, t->count) = *step;
    trail_step_at(t, t->count++)->after = t->pushed;
    t->ahead += step->executes;
}

const struct trail_step *trail_oldest(const struct trail *t, uint64_t issued)
{
    return t->count && trail_step_at(t, 0)->after <= issued ? trail_step_at(t, 0) : NULL;
}

void trail_next(struct trail *t, uint64_t issued)
{
    const struct trail_step *oldest;

    do {
        drop_oldest_step(t);
        oldest = trail_oldest(t, issued);
    } while (oldest && !oldest->executes);
}

void trail_catch_up(struct trail *t, uint64_t issued)
{
    while (trail_oldest(t, issued))
        drop_oldest_step(t);
}

uint32_t trail_pc(const struct trail *t, const struct rv_core *core)
{
    return t->count ? trail_step_at(t, 0)->pc : core->pc;
}

static void undo_step(const struct trail_step *step, uint32_t address, uint8_t *bytes, size_t size)
{
    for (unsigned i = 0; i < step->bytes; i++) {
        const uint32_t offset = step->address + i - address;

        if (offset < size)
            bytes[offset] = step->old[i];
    }
}

void trail_undo(const struct trail *t, uint32_t address, void *bytes, size_t size)
{
    for (size_t i = t->count; i-- > 0;)
        undo_step(trail_step_at(t, i), address, bytes, size);
}

bool trail_set_byte(struct trail *t, uint32_t address, uint8_t byte)
{
    for (size_t i = 0; i < t->count; i++) {
        struct trail_step *step = trail_step_at(t, i);

        if (address - step->address < step->bytes) {
            step->old[address - step->address] = byte;
            return true;
        }
    }
    return false;
}
