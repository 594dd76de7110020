/*
 * Squares 64 numbers on the vector unit, and prints the cycles and the findings, as a test or a tool does with libsfpu.
 *
 *     cc square.c -o square $(pkg-config --cflags --libs sfpu)
 */
#include <sfpu.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 64 }; /* four rows of Dst */

/* A load takes eight columns of four rows: the even columns, or the odd columns at address 2. On Wormhole a product can
 * be read one cycle later than on Blackhole, so the first product needs an sfpnop. */
static const char kernel[] = "    sfpload  L0, 0, 3, 3\n"
                             "    sfpmul   L0, L0, L0, L9, 0\n"
                             "    sfpnop\n"
                             "    sfpstore L0, 0, 3, 3\n"
                             "    sfpload  L0, 2, 3, 3\n"
                             "    sfpmul   L0, L0, L0, L9, 0\n"
                             "    sfpstore L0, 2, 3, 3\n"; /* too early, as the library reports */

static int complain(const sfpu_machine *m, int code)
{
    fprintf(stderr, "square: %s: %s\n", sfpu_code_text(code), sfpu_error(m));
    return EXIT_FAILURE;
}

/* Prints a diagnostic of the assembler. */
static void print_diagnostic(void *context, const struct sfpu_diagnostic *d)
{
    fputs(d->printed, context);
}

static int run(sfpu_machine *m, float values[VALUES])
{
    const size_t size = VALUES * sizeof values[0];
    int code;

    sfpu_on_diagnostic(m, print_diagnostic, stderr);
    if ((code = sfpu_load_text(m, "square", kernel, strlen(kernel))) != SFPU_OK ||
        (code = sfpu_set(m, "init", "llk")) != SFPU_OK ||
        (code = sfpu_write_dst(m, SFPU_FP32, SFPU_ROWS, values, size)) != SFPU_OK ||
        (code = sfpu_run(m, 1)) != SFPU_OK)
        return code;
    return sfpu_read_dst(m, SFPU_FP32, SFPU_ROWS, values, size);
}

static void print_result(sfpu_machine *m)
{
    struct sfpu_result result = {.size = sizeof result};
    struct sfpu_finding finding = {.size = sizeof finding};
    char place[80];

    if (sfpu_get_result(m, &result) == SFPU_OK)
        printf("%llu cycles\n", (unsigned long long)result.cycles);
    for (size_t i = 0; sfpu_get_finding(m, i, &finding) == SFPU_OK; i++)
        if (sfpu_place(m, finding.index, place, sizeof place) == SFPU_OK)
            printf("%s: %s: %s\n", place, finding.name, finding.text);
}

int main(void)
{
    const struct sfpu_options options = {.size = sizeof options, .arch = SFPU_WORMHOLE};
    float values[VALUES];
    sfpu_machine *m;
    int code = sfpu_open(&options, &m);

    if (code != SFPU_OK)
        return complain(m, code);
    for (int i = 0; i < VALUES; i++)
        values[i] = (float)i;
    code = run(m, values);
    if (code == SFPU_OK) {
        printf("%g * %g = %g\n", 6.0, 6.0, values[6]);
        print_result(m);
    }
    code = code == SFPU_OK ? EXIT_SUCCESS : complain(m, code);
    sfpu_close(m);
    return code;
}
