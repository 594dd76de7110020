/* What the cores of one machine's threads share. */
#include "mates.h"

#include <stdlib.h>

#include "clock.h"

struct tile_mates *tile_mates_new(enum sfp_arch arch)
{
    struct tile_mates *mates = calloc(1, sizeof *mates);

    if (mates)
        mates->l1 = calloc(1, tile_region_bytes(arch, TILE_L1));
    if (mates && mates->l1)
        return mates;
    free(mates);
    return NULL;
}

void tile_mates_free(struct tile_mates *mates)
{
    if (!mates)
        return;
    free(mates->l1);
    free(mates);
}

struct sfp_tile *tile_mates_tile(const struct tile_mates *mates, unsigned core)
{
    return mates && core >= TILE_T0 && core <= TILE_T2 ? mates->tiles[core - TILE_T0] : NULL;
}

void tile_mail_push(struct tile_mail *mail, uint32_t value)
{
    mail->values[mail->count++] = value;
}

uint32_t tile_mail_pop(struct tile_mail *mail)
{
    const uint32_t value = mail->values[0];

    mail->count--;
    for (unsigned i = 0; i < mail->count; i++)
        mail->values[i] = mail->values[i + 1];
    return value;
}
