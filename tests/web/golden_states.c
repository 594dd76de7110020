/* Writes the states and words of golden records, files of JSON lines, for bits.c: golden_states OUT FILE... */
#include <stdio.h>
#include <stdlib.h>

#include "bits.h"
#include "golden/record.h"

static void die(const char *path, const char *what)
{
    fprintf(stderr, "golden_states: %s: %s\n", path, what);
    exit(EXIT_FAILURE);
}

static void put_record(FILE *out, const struct golden_record *r)
{
    const struct bits_record head = {.arch = r->arch, .program = r->program, .count = (uint32_t)r->count,
                                     .state = BITS_STATE};

    fwrite(&head, sizeof head, 1, out);
    fwrite(r->words, sizeof *r->words, r->count, out);
    fwrite(&r->before, BITS_STATE, 1, out);
}

static unsigned put_file(FILE *out, const char *path, struct golden_record *r)
{
    struct golden_file *file = golden_open(path);
    enum golden_status status;
    unsigned count = 0;

    if (!file)
        die(path, "cannot be read");
    while ((status = golden_next(file, r)) == GOLDEN_RECORD) {
        put_record(out, r);
        count++;
    }
    if (status == GOLDEN_MALFORMED)
        die(path, golden_error(file));
    golden_close(file);
    return count;
}

int main(int argc, char **argv)
{
    static struct golden_record r;
    FILE *out = argc > 2 ? fopen(argv[1], "wb") : NULL;
    unsigned count = 0;

    if (!out)
        die(argc > 1 ? argv[1] : "OUT", "cannot be written");
    for (int i = 2; i < argc; i++)
        count += put_file(out, argv[i], &r);
    printf("%u\n", count);
    return fclose(out) ? EXIT_FAILURE : EXIT_SUCCESS;
}
