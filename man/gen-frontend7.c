/* Copies sfpu-frontend(7) from its text, man/sfpu-frontend.7.in, with sizes and fields of the configuration in it. */
#include <stdio.h>
#include <string.h>

#include "insert.h"
#include "model/config.h"

static const struct {
    enum sfp_arch arch;
    const char *name;
} arches[] = {{SFP_WH, "Wormhole"}, {SFP_BH, "Blackhole"}};

#define EACH_ARCH(a) for (size_t a = 0; a < sizeof arches / sizeof arches[0]; a++)

static void print_spaces(void)
{
    puts(".Bl -tag -width \"Blackhole\"");
    EACH_ARCH (a) {
        const struct sfp_config_shape *shape = sfp_config_shape(arches[a].arch);

        printf(".It %s\n%u words of Config, those from %u on once; %u entries of ThreadConfig.\n", arches[a].name,
               shape->words, shape->single_from, shape->thread_words);
        printf("PRNG_SEED is word %u, STATE_RESET word %u.\n", shape->prng_seed, shape->state_reset);
        if (shape->flop_count)
            printf("REG2FLOP reaches words %u to %u.\n", shape->flop_base, shape->flop_base + shape->flop_count - 1);
        if (shape->scratch)
            printf("SCRATCH_SEC0 is word %u.\n", shape->scratch);
    }
    puts(".El");
}

/* "T12 to T19, bits 15:0" */
static void print_place(enum sfp_arch arch, enum sfp_config_field field)
{
    const unsigned last_entry = 7;
    const struct sfp_config_place p = sfp_config_place(arch, field, 0);
    const char space = p.space == SFP_SPACE_THREAD ? 'T' : 'C';

    if (p.space == SFP_SPACE_NONE) {
        fputs("none", stdout);
        return;
    }
    printf("%c%u", space, p.index);
    if (p.step)
        printf(p.step > 1 ? " to %c%u by %u" : " to %c%u", space, sfp_config_place(arch, field, last_entry).index,
               p.step);
    if (p.width > 1)
        printf(", bits %u:%u", p.lsb + p.width - 1u, p.lsb);
    else
        printf(", bit %u", p.lsb);
}

static bool is_same_place(enum sfp_config_field field)
{
    const struct sfp_config_place wh = sfp_config_place(SFP_WH, field, 0), bh = sfp_config_place(SFP_BH, field, 0);

    return memcmp(&wh, &bh, sizeof wh) == 0;
}

static void print_field(enum sfp_config_field field)
{
    printf(".It Dv %s\n", sfp_config_name(field));
    if (is_same_place(field)) {
        fputs("Both arches ", stdout);
        print_place(SFP_WH, field);
    } else {
        EACH_ARCH (a) {
            printf("%s%s ", a ? "; " : "", arches[a].name);
            print_place(arches[a].arch, field);
        }
    }
    puts(".");
}

static void print_fields(void)
{
    puts(".Bl -tag -width Ds -compact");
    for (unsigned f = 0; f < SFP_CONFIG_FIELDS; f++)
        print_field((enum sfp_config_field)f);
    puts(".El");
}

int main(void)
{
    static const struct insertion insertions[] = {
        {".\\\" @SPACES@", print_spaces},
        {".\\\" @FIELDS@", print_fields},
    };

    return insert_at_marks(insertions, sizeof insertions / sizeof insertions[0]);
}
