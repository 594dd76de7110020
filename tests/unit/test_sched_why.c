/* Why there is no shorter table: in words, of examples. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sched_table.h"
#include "sched/why.h"

int main(int argc, char **argv)
{
    static const char *const plain[] = {"PLAIN"};
    const struct sfpu_assembly assembly = {.size = sizeof assembly, .defines = plain, .define_count = 1};
    const struct sfpu_options options = {.size = sizeof options, .arch = atoi(argv[1]) == 1 ? SFPU_WORMHOLE : SFPU_BLACKHOLE};
    struct loop_body body;
    struct graph g = {0};
    sfpu_machine *m;
    char *error = NULL;
    struct text text = {0};
    sfpu_open(&options, &m);
    sfpu_configure_assembly(m, &assembly);
    sfpu_load_file(m, argv[2]);
    sfpu_set(m, "init", "llk");
    if (!loop_body_read(m, NULL, &body, &error) || !graph_of_body(&body, &g, &error) || !graph_rewrite(&g, NULL, 0, &error))
        puts(error);
    why_not(&g, &body, &(struct why_wants){.period = (unsigned)atoi(argv[3]), .conflicts = 100000}, &text);
    printf("%.*s", (int)text.size, text.data);
    return argc - 4;
}
