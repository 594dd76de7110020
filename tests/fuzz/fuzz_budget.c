/*
 * Budgets: what one says is what it says again, written with no number renewed, and with each renewed it says these
 * numbers and nothing else anew. Input: the text.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/budget.h"

/* Numbers that are no other's. */
static double number_for(size_t line, int measure)
{
    return (double)(BUDGET_MEASURES * line + (size_t)measure) / 4;
}

static char *written(const struct budget *b, size_t *size)
{
    char *text = NULL;
    FILE *out = fuzz_memory(open_memstream(&text, size));

    if (!budget_write(b, 0, b->size, out))
        fuzz_memory(NULL);
    fclose(out);
    return text;
}

/* Only lines with a limit have a place for others. */
static void renew(struct budget *b)
{
    for (size_t i = 0; i < b->count; i++)
        for (int m = 0; m < BUDGET_MEASURES && b->lines[i].limits_end; m++) {
            b->lines[i].limits[m].renewed = true;
            b->lines[i].limits[m].measured = number_for(i, m);
        }
}

static void same_line(const struct budget_line *a, const struct budget_line *b)
{
    if (strcmp(a->kernel.text, b->kernel.text) != 0 || a->option_count != b->option_count
        || a->exclusion_count != b->exclusion_count)
        fuzz_fail("line %u is another one", a->kernel.line);
    for (size_t i = 0; i < a->option_count; i++)
        if (strcmp(a->options[i].text, b->options[i].text) != 0)
            fuzz_fail("option '%s' is '%s'", a->options[i].text, b->options[i].text);
    for (size_t i = 0; i < a->exclusion_count; i++)
        if (strcmp(a->exclusions[i].name.text, b->exclusions[i].name.text) != 0
            || a->exclusions[i].low != b->exclusions[i].low || a->exclusions[i].high != b->exclusions[i].high)
            fuzz_fail("exclusion '%s' is another one", a->exclusions[i].name.text);
}

static void check_renewed(const struct budget *b, const char *text, size_t size)
{
    struct budget again;
    char *error = NULL;

    if (!budget_parse(text, size, &again, &error))
        fuzz_fail("what was written cannot be read: %s", error);
    if (again.count != b->count)
        fuzz_fail("%zu lines become %zu", b->count, again.count);
    for (size_t i = 0; i < b->count; i++) {
        same_line(&b->lines[i], &again.lines[i]);
        for (int m = 0; m < BUDGET_MEASURES && b->lines[i].limits_end; m++)
            if (!again.lines[i].limits[m].given || again.lines[i].limits[m].open
                || again.lines[i].limits[m].value != budget_rounded(number_for(i, m)))
                fuzz_fail("line %zu: limit %d is not what was put there", i, m);
    }
    budget_free(&again);
}

int fuzz_budget(const uint8_t *data, size_t size)
{
    struct budget b;
    char *error = NULL, *text;
    size_t length;

    if (!budget_parse((const char *)data, size, &b, &error)) {
        fuzz_message(error);
        return 0;
    }
    text = written(&b, &length);
    if (length != size || memcmp(text, data, size) != 0)
        fuzz_fail("with nothing renewed the text is another one");
    free(text);
    renew(&b);
    text = written(&b, &length);
    check_renewed(&b, text, length);
    free(text);
    budget_free(&b);
    return 0;
}
