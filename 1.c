#include <sfpu.h>
#include <stdio.h>
static int put(void *stream, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, stream) != size;
}

static void say(void *stream, const struct sfpu_diagnostic *d)
{
    fputs(d->printed, stream);
}
int main(void)
{
static float values[1024];
(void)values;
static const char text[] =
    ".rept ROWS\n"
    "sfpnop\n"
    ".endr\n";
const char *const defines[] = {"ROWS=2"};
const struct sfpu_assembly how = {
    .size = sizeof how, .defines = defines, .define_count = 1,
    .diagnose = say, .context = stderr
};
sfpu_program *p;

if (sfpu_assemble_text(&how, "k.s", text, sizeof text - 1, &p)
    == SFPU_OK)
    sfpu_program_write(p, SFPU_LISTING, NULL, put, stdout);
sfpu_program_free(p);
return 0;
}
