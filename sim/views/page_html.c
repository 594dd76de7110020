/* Writes a page as HTML: the program that shows the run (sim/web), and the run. */
#include "page_parts.h"

#include <stdlib.h>

#include "page.inc"

/*
 * Writes JSON inside a <script> element, whose text only a "<" can end. JSON has "<" only in strings, where an escape
 * can replace it.
 */
static void write_escaped_json(FILE *stream, const char *json, size_t size)
{
    const char *const end = json + size;

    while (json < end) {
        const char *less = memchr(json, '<', (size_t)(end - json));
        const size_t length = (size_t)((less ? less : end) - json);

        fwrite(json, 1, length, stream);
        if (less)
            fputs("\\u003c", stream);
        json += length + (less ? 1 : 0);
    }
}

void sfp_page_frame(FILE *stream, const char *json, size_t size)
{
    fputs(page_before, stream);
    write_escaped_json(stream, json, size);
    fputs(page_behind, stream);
}

bool sfp_page_print(struct sfp_page *page, const struct sfp_page_run *run, FILE *stream)
{
    size_t size = 0;
    char *json = NULL;
    FILE *kept = open_memstream(&json, &size);
    bool ok = kept && sfp_page_data(page, run, kept);

    ok = kept && fclose(kept) == 0 && ok;
    if (ok)
        sfp_page_frame(stream, json, size);
    free(json);
    return ok;
}
