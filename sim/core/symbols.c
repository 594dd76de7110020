/* A program's symbols. */
#include "core_parts.h"

#include "dis/elf_parts.h"
#include "base/array.h"
#include "base/fail.h"
#include "base/names.h"
#include "base/text_buffer.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* ---- From the file ---- */

static bool is_code_address(const struct rv_image *image, uint64_t address)
{
    for (size_t i = 0; i < image->code_count; i++) {
        const struct rv_piece *piece = &image->code[i];

        if (address >= piece->address && address < (uint64_t)piece->address + piece->size)
            return true;
    }
    return false;
}

/* Returns whether the symbol is a defined function, variable or label, or an absolute number. */
static bool is_wanted_symbol(const GElf_Sym *symbol, const char *name)
{
    const unsigned type = GELF_ST_TYPE(symbol->st_info);

    return (type == STT_FUNC || type == STT_NOTYPE || type == STT_OBJECT) && symbol->st_shndx != SHN_UNDEF && name &&
           elf_is_name(name);
}

static bool take_image_symbol(struct rv_image *image, const GElf_Sym *symbol, const char *name)
{
    if (!array_room(&image->symbols, image->symbol_count, &image->symbol_capacity, sizeof *image->symbols))
        return false;
    image->symbols[image->symbol_count++] = (struct rv_symbol){
        .name = name, .address = (uint32_t)symbol->st_value, .size = (uint32_t)symbol->st_size,
        .function = GELF_ST_TYPE(symbol->st_info) == STT_FUNC, .local = GELF_ST_BIND(symbol->st_info) == STB_LOCAL,
        .code = symbol->st_shndx != SHN_ABS && is_code_address(image, symbol->st_value)};
    return true;
}

static bool take_symbol_table(struct reading *r, struct rv_image *image, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    const size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;

    for (size_t i = 1; i < count; i++) {
        GElf_Sym symbol;
        const char *name;

        if (!data || !gelf_getsym(data, (int)i, &symbol))
            return elf_fail_malformed(r, "symbols");
        name = elf_strptr(r->elf, header->sh_link, symbol.st_name);
        if (is_wanted_symbol(&symbol, name) && !take_image_symbol(image, &symbol, name))
            return elf_fail(r, NO_MEMORY);
    }
    return true;
}

/* A demangled name under construction. */
struct demangling {
    struct text text;
    jmp_buf enough;
};

/* Appends a part. Stops demangling when the text gets too long: a short name may expand without limit, because its
 * parts can refer to earlier parts. */
static void add_name_part(const char *part, size_t size, void *context)
{
    enum { MOST = 4096 };
    struct demangling *m = context;

    text_add(&m->text, part, size);
    if (m->text.size > MOST)
        longjmp(m->enough, 1);
}

/* Demangles a name. Returns false if the name is not a C++ name, or too long when demangled. */
static bool demangle_name(const char *name, struct demangling *m)
{
    m->text.size = 0;
    if (setjmp(m->enough) != 0)
        return false;
    return cplus_demangle_v3_callback(name, DMGL_PARAMS | DMGL_ANSI | DMGL_RET_DROP, add_name_part, m);
}

/* Copies a symbol's name into the image, with its demangled form. Returns false if memory ran out. */
static bool keep_symbol_name(struct rv_image *image, struct rv_symbol *s, struct demangling *m)
{
    s->name = s->shown = pool_copy(&image->names, s->name, strlen(s->name));
    if (s->name && demangle_name(s->name, m))
        s->shown = m->text.failed ? NULL : pool_copy(&image->names, m->text.data, m->text.size);
    return s->shown;
}

/* Copies every name into the image, because the image may outlive the file. */
static bool keep_symbol_names(struct rv_image *image)
{
    struct demangling meaning = {.text = {0}};
    bool kept = true;

    for (size_t i = 0; kept && i < image->symbol_count; i++)
        kept = keep_symbol_name(image, &image->symbols[i], &meaning);
    text_free(&meaning.text);
    return kept;
}

static int by_symbol_address(const void *a, const void *b)
{
    const struct rv_symbol *x = a, *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->function != y->function)
        return x->function ? -1 : 1;
    if (x->local != y->local)
        return x->local ? 1 : -1;
    return strcmp(x->name, y->name);
}

bool rv_take_symbols(struct reading *r, struct rv_image *image)
{
    Elf_Scn *section = NULL;

    while ((section = elf_nextscn(r->elf, section))) {
        GElf_Shdr header;

        if (!gelf_getshdr(section, &header))
            return elf_fail_malformed(r, "sections");
        if (header.sh_type == SHT_SYMTAB && !take_symbol_table(r, image, section, &header))
            return false;
    }
    if (!keep_symbol_names(image))
        return elf_fail(r, NO_MEMORY);
    if (image->symbol_count > 0)
        qsort(image->symbols, image->symbol_count, sizeof *image->symbols, by_symbol_address);
    return true;
}

void rv_image_free(struct rv_image *image)
{
    free(image->code);
    free(image->symbols);
    pool_free(&image->names);
    *image = (struct rv_image){0};
}

/* ---- By name ---- */

const struct rv_symbol *rv_symbol_spelt(const struct rv_image *image, const char *name)
{
    for (size_t i = 0; i < image->symbol_count; i++) {
        if (strcmp(image->symbols[i].name, name) == 0)
            return &image->symbols[i];
    }
    return NULL;
}

/* Returns the position after a template's arguments. */
static const char *after_template_arguments(const char *at)
{
    int depth = 0;

    do
        depth += (*at == '<') - (*at == '>');
    while (*at++ && depth > 0 && *at);
    return at;
}

/* Returns whether `name` is the symbol's C++ name, possibly without template arguments, unnamed namespaces and
 * parameters. */
static bool is_cpp_name(const struct rv_symbol *symbol, const char *name)
{
    static const char unnamed[] = "(anonymous namespace)::";
    const char *at = symbol->shown;

    if (symbol->shown == symbol->name)
        return false;
    while (*name) {
        if (*at == *name) {
            at++;
            name++;
        } else if (strncmp(at, unnamed, sizeof unnamed - 1) == 0) {
            at += sizeof unnamed - 1;
        } else if (*at == '<') {
            at = after_template_arguments(at);
        } else if (*at == ' ') {
            at++;
        } else {
            return false;
        }
    }
    if (*at == '<')
        at = after_template_arguments(at);
    return *at == '(' || *at == '\0';
}

static const struct rv_symbol *fail_several(const struct rv_image *image, const char *name, char **error)
{
    struct text list = {0};

    for (size_t i = 0; i < image->symbol_count; i++) {
        const struct rv_symbol *s = &image->symbols[i];

        if (s->code && is_cpp_name(s, name)) {
            text_add(&list, list.size ? ", " : "", list.size ? 2 : 0);
            text_add(&list, s->shown, strlen(s->shown));
            text_add(&list, " is ", 4);
            text_add(&list, s->name, strlen(s->name));
        }
    }
    text_add_char(&list, '\0');
    if (list.failed)
        *error = NULL;
    else
        fail_with(error, "'%s' names several functions: %s", name, list.data);
    text_free(&list);
    return NULL;
}

static const struct rv_symbol *fail_none(const struct rv_image *image, const char *name, char **error)
{
    struct nearest search;
    uint64_t spent = 0;

    nearest_init(&search, &spent, name, strlen(name));
    for (size_t i = 0; i < image->symbol_count; i++)
        nearest_offer(&search, image->symbols[i].name);
    if (search.best)
        fail_with(error, "no symbol '%s'; did you mean '%s'?", name, search.best);
    else
        fail_with(error, "no symbol '%s'", name);
    return NULL;
}

const struct rv_symbol *rv_symbol_named(const struct rv_image *image, const char *name, char **error)
{
    const struct rv_symbol *found = rv_symbol_spelt(image, name);

    *error = NULL;
    if (found)
        return found;
    for (size_t i = 0; i < image->symbol_count; i++) {
        const struct rv_symbol *s = &image->symbols[i];

        if (!s->code || !is_cpp_name(s, name))
            continue;
        if (found)
            return fail_several(image, name, error);
        found = s;
    }
    return found ? found : fail_none(image, name, error);
}

/* ---- By address ---- */

static bool symbol_covers(const struct rv_symbol *symbol, uint32_t address)
{
    return symbol->size == 0 || address - symbol->address < symbol->size;
}

static bool symbol_begins_by(const void *symbol, const void *address)
{
    return ((const struct rv_symbol *)symbol)->address <= *(const uint32_t *)address;
}

const struct rv_symbol *rv_symbol_at(const struct rv_image *image, uint32_t address)
{
    const struct rv_symbol *label = NULL, *symbols = image->symbols;

    for (size_t i = array_before(symbols, image->symbol_count, sizeof *symbols, symbol_begins_by, &address); i > 0;
         i--) {
        const struct rv_symbol *s = &symbols[i - 1];

        if (!s->code)
            continue;
        if (symbol_covers(s, address) && (s->function || !label))
            label = s;
        if (s->function)
            break;
    }
    return label;
}
