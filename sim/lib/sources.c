/* Data for SrcA and SrcB, from which the matrix unit computes. */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "model/config.h"
#include "model/source_images.h"

_Static_assert((int)SFPU_SOURCE_BANKS == (int)SFP_SOURCE_BANKS && (int)SFPU_SOURCE_ROWS == (int)SFP_SOURCE_ROWS
                   && (int)SFPU_SOURCE_COLUMNS == (int)SFP_MATRIX_COLUMNS, "banks");
_Static_assert((int)SFPU_SRCA == (int)SFP_SRCA && (int)SFPU_SRCB == (int)SFP_SRCB, "sources");

/* Configures the matrix unit as the vendor's llk_math_hw_configure does for data of this format, in the words that a
 * kernel of the math thread finds set. */
static void configure_for_source(struct sfp_machine *m, enum sfp_source source, unsigned format)
{
    struct sfp_state *s = &m->s;

    sfp_config_set(s, source == SFP_SRCA ? SFP_CFG_SRCA : SFP_CFG_SRCB, 0, format);
    sfp_config_set(s, SFP_CFG_FP32, 0, sfp_config_get(s, SFP_CFG_SFPU_FP32, 0));
    sfp_config_set(s, SFP_CFG_INT8_MATH, 0, format == SFP_DATA_INT8);
    sfp_state_refresh(s);
}

/* Makes the machine's source banks unless they exist. */
static bool need_banks(struct sfp_machine *m)
{
    if (!m->banks)
        m->banks = sfp_banks_new();
    return m->banks != NULL;
}

int sfpu_feed_source(sfpu_machine *m, int source, const void *bytes, size_t size, int container, const char *format,
                     int layout)
{
    struct sfp_source_image *images = NULL;
    size_t count = 0;
    char *error;
    int code;

    if (source != SFPU_SRCA && source != SFPU_SRCB)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d is not a source", source);
    if (!bytes || !format || (container != SFPU_PLAIN && container != SFPU_NPY)
        || (layout != SFPU_ROWS && layout != SFPU_TILE))
        return lib_fail(m, SFPU_BAD_ARGUMENT, "no bytes, no format, or no such container or layout");
    if ((code = lib_to_change(m)) != SFPU_OK)
        return code;
    if (!sfp_source_images_read(bytes, size, (enum sfp_container)container, (enum sfp_layout)layout, format, &images,
                                &count, &error))
        return lib_fail_with(m, SFPU_BAD_INPUT, error);
    lib_run_abandon(m);
    lib_snapshots_expire(m);
    if (need_banks(m->m) && sfp_banks_feed(m->m->banks, (enum sfp_source)source, images, count))
        configure_for_source(m->m, (enum sfp_source)source, images[0].format);
    else
        code = lib_no_memory(m);
    free(images);
    return code;
}

int sfpu_get_source_bank(sfpu_machine *m, int source, unsigned bank, struct sfpu_source_bank *got)
{
    const int code = lib_to_copy(m, got, "the bank");
    const struct sfp_banks *banks;
    struct sfpu_source_bank own;

    if (code != SFPU_OK)
        return code;
    banks = m->m->banks;
    if ((source != SFPU_SRCA && source != SFPU_SRCB) || bank >= SFPU_SOURCE_BANKS)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "%d, %u is no source and bank", source, bank);
    if (!banks)
        return lib_fail(m, SFPU_BAD_ARGUMENT, "SrcA and SrcB have no banks, since nothing feeds them");
    own = (struct sfpu_source_bank){
        .valid = banks->bank[source][bank].valid,
        .is_read = banks->read[source] == bank,
        .is_filled = banks->filled[source] == bank,
        .format = banks->bank[source][bank].data.format,
        .waiting = banks->feed[source].count - banks->feed[source].next,
    };
    memcpy(own.data, banks->bank[source][bank].data.row, sizeof own.data);
    return lib_given(m, lib_give(got, &own, sizeof own));
}
