/* Line tables: what is in the sections, and the lines in order of their addresses. */
#include "lines_inside.h"

#include "dis/elf_reading.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 28 }; /* bytes that a compressed section may have */

/* ---- Sections ---- */

static bool expand(Elf_Scn *section)
{
    GElf_Chdr header;

    return gelf_getchdr(section, &header) && header.ch_size <= MOST && elf_compress(section, 0, 0) >= 0;
}

/* The bytes of the section of that name; none: there is no such section. */
static struct line_bytes section_named(Elf *elf, const char *wanted)
{
    Elf_Scn *section = NULL;
    size_t names;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return (struct line_bytes){0};
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        const Elf_Data *data;

        if (!name || strcmp(name, wanted) != 0 || header.sh_type == SHT_NOBITS)
            continue;
        if (header.sh_flags & SHF_COMPRESSED && !expand(section))
            break;
        data = elf_rawdata(section, NULL);
        if (data && data->d_buf)
            return (struct line_bytes){data->d_buf, (const uint8_t *)data->d_buf + data->d_size};
        break;
    }
    return (struct line_bytes){0};
}

/* ---- Order ---- */

static bool is_end(const struct rv_line *line)
{
    return line->file == RV_NO_FILE;
}

/* Where code ends and other code begins, the end comes first; else the order in which they were found stands. */
static int by_address(const void *a, const void *b)
{
    const struct line_row *x = a, *y = b;

    if (x->line.address != y->line.address)
        return x->line.address < y->line.address ? -1 : 1;
    if (is_end(&x->line) != is_end(&y->line))
        return is_end(&x->line) ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Of several rows at one address the last one is what the instruction there comes from. */
static bool put_in_order(struct line_reading *r)
{
    struct rv_lines *lines = r->lines;

    if (r->count == 0)
        return true;
    qsort(r->rows, r->count, sizeof *r->rows, by_address);
    lines->lines = malloc(r->count * sizeof *lines->lines);
    for (size_t i = 0; lines->lines && i < r->count; i++) {
        if (lines->count > 0 && lines->lines[lines->count - 1].address == r->rows[i].line.address)
            lines->count--;
        lines->lines[lines->count++] = r->rows[i].line;
    }
    return lines->lines != NULL;
}

/* ---- All of it ---- */

static bool read_tables(Elf *elf, struct rv_lines *lines)
{
    struct line_reading r = {.section = section_named(elf, ".debug_line"), .strings = section_named(elf, ".debug_str"),
                             .line_strings = section_named(elf, ".debug_line_str"), .lines = lines};
    bool done;

    rv_lines_run(&r);
    done = !r.no_memory && put_in_order(&r);
    free(r.rows);
    names_free(&r.order_of_files);
    return done;
}

bool rv_lines_read(const struct sfp_buffer *file, struct rv_lines *lines)
{
    struct elf_code code = {.file = file};
    char *error = NULL;
    struct reading r = {.name = "", .code = &code, .error = &error};
    bool done;

    *lines = (struct rv_lines){0};
    done = !elf_open(&r, file) || read_tables(r.elf, lines);
    elf_free(&code);
    free(error);
    if (!done)
        rv_lines_free(lines);
    return done;
}

void rv_lines_free(struct rv_lines *lines)
{
    free(lines->lines);
    free(lines->files);
    pool_free(&lines->strings);
    *lines = (struct rv_lines){0};
}

const struct rv_line *rv_line_at(const struct rv_lines *lines, uint32_t address)
{
    size_t low = 0, high = lines->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (lines->lines[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && !is_end(&lines->lines[low - 1]) ? &lines->lines[low - 1] : NULL;
}
