#include <sfpu.h>
#include <stdio.h>
int main(void)
{
static float values[1024];
(void)values;
const struct sfpu_options options = {
    .size = sizeof options, .arch = SFPU_WORMHOLE
};
sfpu_machine *m;

sfpu_open(&options, &m);
sfpu_load_file(m, "kernel.s");
sfpu_set(m, "init", "llk");
sfpu_write_dst(m, SFPU_FP32, SFPU_TILE, values, sizeof values);
if (sfpu_run(m, 1) != SFPU_OK)
    fprintf(stderr, "%s\n", sfpu_error(m));
sfpu_read_dst(m, SFPU_FP32, SFPU_TILE, values, sizeof values);
sfpu_close(m);
return 0;
}
