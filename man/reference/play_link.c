/* Links to the playground: play_link.h. */
#include "play_link.h"

#include <stdlib.h>
#include <string.h>

static void put_base64(FILE *out, const char *bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const size_t size = strlen(bytes);

    for (size_t i = 0; i < size; i += 3) {
        unsigned group = 0;

        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (i + k < size ? (unsigned char)bytes[i + k] : 0);
        for (unsigned k = 0; k < 4 && i + k < size + 1; k++)
            putc(digits[group >> (18 - 6 * k) & 0x3F], out);
    }
}

void play_link(struct html *page, const json_t *instruction)
{
    const json_t *example = json_object_get(instruction, "example");
    json_t *state = json_pack("{s:s, s:s, s:s, s:s, s:s}", "source", fact(example, "source"), "arch",
                              fact(instruction, "arch"), "format", fact(example, "format"), "input",
                              fact(example, "input"), "settings", fact(example, "settings"));
    char *text = json_dumps(state, JSON_COMPACT | JSON_SORT_KEYS);

    html(page, "<a class=\"play\" href=\"%sindex.html#j=", page->root);
    put_base64(page->out, text ? text : "{}");
    html(page, "\">Open it in the playground</a>");
    free(text);
    json_decref(state);
}
