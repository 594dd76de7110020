/* Copies sfpu-frontend(7) from its text, man/sfpu-frontend.7.in, and inserts sizes and fields of the configuration. */
#include <stdio.h>
#include <string.h>

#include "insert.h"
#include "model/config.h"

#define EACH_ARCH(a) for (unsigned a = 0; a < SFP_ARCHES; a++)

static enum sfp_arch nth_arch(unsigned n)
{
    return (enum sfp_arch)(1 << n);
}

static void print_spaces(void)
{
    puts(".Bl -tag -width \"Blackhole\"");
    EACH_ARCH (a) {
        const struct sfp_config_shape *shape = sfp_config_shape(nth_arch(a));

        printf(".It %s\n%u words of Config; those from %u on exist once.\n%u entries of ThreadConfig.\n",
               sfp_arches[a].title, shape->words, shape->single_from, shape->thread_words);
        printf("PRNG_SEED is word %u, STATE_RESET word %u.\n", shape->prng_seed, shape->state_reset);
        if (shape->flop_count)
            printf("REG2FLOP reaches words %u to %u.\n", shape->flop_base, shape->flop_base + shape->flop_count - 1);
        if (shape->scratch)
            printf("SCRATCH_SEC0 is word %u.\n", shape->scratch);
    }
    puts(".El");
}

/* Prints a field's place: "T12 to T19, bits 15:0". */
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
    const struct sfp_config_place first = sfp_config_place(nth_arch(0), field, 0);

    EACH_ARCH (a) {
        const struct sfp_config_place other = sfp_config_place(nth_arch(a), field, 0);

        if (memcmp(&first, &other, sizeof first) != 0)
            return false;
    }
    return true;
}

static void print_field(enum sfp_config_field field)
{
    printf(".It Dv %s\n", sfp_config_name(field));
    if (is_same_place(field)) {
        fputs("Both ", stdout);
        print_place(nth_arch(0), field);
    } else {
        EACH_ARCH (a) {
            printf("%s%s ", a ? "; " : "", sfp_arches[a].title);
            print_place(nth_arch(a), field);
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
