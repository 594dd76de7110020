/* Output and input that several monitor commands share. */
#include "monitor.h"

#include <ctype.h>
#include <stdlib.h>

void monitor_put_word(struct debuggee *d, size_t index, uint32_t word, struct text *out)
{
    enum { PLACE = 4096, TEXT = 256 };
    char place[PLACE], text[TEXT];

    if (index != SIZE_MAX && sfpu_place(d->m, index, place, sizeof place) == SFPU_OK)
        text_print(out, "%s  ", place);
    if (sfpu_disassemble(d->m, word, text, sizeof text) == SFPU_OK)
        text_print(out, "%s", text);
    else
        text_print(out, "0x%08lx", (unsigned long)word);
}

void monitor_put_scheduled(struct debuggee *d, size_t macro_index, uint32_t word, const char *op, struct text *out)
{
    enum { PLACE = 4096 };
    char place[PLACE];

    if (!op || !*op) {
        monitor_put_word(d, macro_index, word, out);
        return;
    }
    if (sfpu_place(d->m, macro_index, place, sizeof place) == SFPU_OK)
        text_print(out, "%s  ", place);
    text_print(out, "%s", op);
}

void monitor_put_lanes(uint32_t lanes, struct text *out)
{
    enum { COLUMNS = 8 };

    for (unsigned lane = 0; lane < SFPU_LANES; lane++)
        text_print(out, "%s%c%s", lane % COLUMNS ? " " : "    ", lanes >> lane & 1 ? '#' : '.',
                   lane % COLUMNS == COLUMNS - 1 ? "\n" : "");
}

bool monitor_number(const char **at, unsigned long most, unsigned long *number)
{
    char *end;

    *number = isdigit((unsigned char)**at) ? strtoul(*at, &end, 10) : most + 1;
    if (*number > most)
        return false;
    *at = end;
    return true;
}
