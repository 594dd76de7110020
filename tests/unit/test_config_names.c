/* The names of configuration fields that sources know, against the fields of the simulator (include/config.def). */
#include "isa/arch.h"
#include "isa/constants.h"
#include "model/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct constants constants;

/* The value of `field` with the suffix. */
static int64_t value_of(enum sfp_arch arch, const char *field, const char *suffix)
{
    struct constant_hit hit;
    char name[128];

    snprintf(name, sizeof name, "%s%s", field, suffix);
    if (sfp_constants_find(&constants, arch, name, strlen(name), &hit) != CONSTANT_FOUND)
        fail_msg("%s is not known on %s", name, sfp_arch_name(arch));
    return hit.hit->value;
}

/* The first field of a family's entries. */
static const char *name_of(enum sfp_config_field field)
{
    switch (field) {
    case SFP_CFG_ADDR_MOD_AB: return "ADDR_MOD_AB_SEC%u_SrcAIncr";
    case SFP_CFG_ADDR_MOD_DST: return "ADDR_MOD_DST_SEC%u_DestIncr";
    case SFP_CFG_ADDR_MOD_BIAS: return "ADDR_MOD_BIAS_SEC%u_BiasIncr";
    default: return sfp_config_name(field);
    }
}

static void check_entry(enum sfp_arch arch, enum sfp_config_field field, unsigned entry)
{
    const struct sfp_config_place place = sfp_config_place(arch, field, entry);
    char name[96];

    if (place.space == SFP_SPACE_NONE)
        return;
    snprintf(name, sizeof name, name_of(field), entry);
    assert_int_equal(value_of(arch, name, "_ADDR32"), place.index);
    assert_int_equal(value_of(arch, name, "_SHAMT"), place.lsb);
    if (!place.step)
        assert_int_equal(value_of(arch, name, "_MASK"), ((UINT64_C(1) << place.width) - 1) << place.lsb);
}

static void names_agree(void **state)
{
    (void)state;
    assert_true(sfp_constants_init(&constants));
    for (unsigned a = 0; a < SFP_ARCHES; a++)
        for (unsigned f = 0; f < SFP_CONFIG_FIELDS; f++)
            for (unsigned entry = 0; entry < 8; entry++)
                if (entry == 0 || sfp_config_place((enum sfp_arch)(1 << a), (enum sfp_config_field)f, 0).step)
                    check_entry((enum sfp_arch)(1 << a), (enum sfp_config_field)f, entry);
    sfp_constants_free(&constants);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_agree)};

    return cmocka_run_group_tests_name("config_names", tests, NULL, NULL);
}
