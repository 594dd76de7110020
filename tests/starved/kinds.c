/* Kinds of allocations that have been tried. */
#include "kinds.h"

#include <err.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { CANNOT = 125, FIRST_ROOM = 1 << 10 };

static void make_room(struct kinds *kinds)
{
    const struct kinds old = *kinds;

    kinds->room = old.room ? 2 * old.room : FIRST_ROOM;
    kinds->count = 0;
    kinds->slots = calloc(kinds->room, sizeof *kinds->slots);
    if (!kinds->slots)
        errx(CANNOT, "no memory for the test");
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i])
            kinds_add(kinds, old.slots[i]);
    free(old.slots);
}

bool kinds_add(struct kinds *kinds, uint64_t kind)
{
    size_t i;

    if (2 * kinds->count >= kinds->room)
        make_room(kinds);
    for (i = kind % kinds->room; kinds->slots[i]; i = (i + 1) % kinds->room)
        if (kinds->slots[i] == kind)
            return false;
    kinds->slots[i] = kind;
    kinds->count++;
    return true;
}

void kinds_open(struct kinds *kinds, const char *path)
{
    uint64_t kind;

    *kinds = (struct kinds){.file = path ? open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1};
    while (kinds->file >= 0 && read(kinds->file, &kind, sizeof kind) == sizeof kind)
        kinds_add(kinds, kind);
}

void kinds_tell(const struct kinds *kinds, uint64_t kind)
{
    if (kinds->file >= 0 && write(kinds->file, &kind, sizeof kind) != sizeof kind)
        err(CANNOT, "what was tried");
}

void kinds_close(struct kinds *kinds)
{
    free(kinds->slots);
    if (kinds->file >= 0)
        close(kinds->file);
}
