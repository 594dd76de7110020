/* The functions that allocate, failing as the test wants. */
#include "scarce_memory.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <elfutils/libdw.h>
#include <jansson.h>
#include <sys/mman.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
__attribute__((format(printf, 2, 0))) int __real_vasprintf(char **text, const char *format, va_list arguments);
char *__real_getcwd(char *buffer, size_t size);
char *__real_realpath(const char *path, char *resolved);
FILE *__real_fdopen(int descriptor, const char *mode);
FILE *__real_fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions);
FILE *__real_tmpfile(void);
int __real_fclose(FILE *stream);
void *__real_mmap(void *at, size_t length, int protection, int flags, int descriptor, off_t offset);
int __real_munmap(void *at, size_t length);
Elf *__real_elf_memory(char *image, size_t size);
int __real_elf_end(Elf *elf);
Dwarf *__real_dwarf_begin_elf(Elf *elf, Dwarf_Cmd command, Elf_Scn *group);
int __real_dwarf_end(Dwarf *dwarf);
json_t *__real_json_loadb(const char *text, size_t size, size_t flags, json_error_t *error);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_reallocarray(void *memory, size_t count, size_t size);
void __wrap_free(void *memory);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);
__attribute__((format(printf, 2, 3))) int __wrap_asprintf(char **text, const char *format, ...);
__attribute__((format(printf, 2, 0))) int __wrap_vasprintf(char **text, const char *format, va_list arguments);
FILE *__wrap_fdopen(int descriptor, const char *mode);
FILE *__wrap_fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions);
FILE *__wrap_tmpfile(void);
FILE *__wrap_open_memstream(char **text, size_t *size);
int __wrap_fclose(FILE *stream);
char *__wrap_getcwd(char *buffer, size_t size);
char *__wrap_realpath(const char *path, char *resolved);
void *__wrap_mmap(void *at, size_t length, int protection, int flags, int descriptor, off_t offset);
int __wrap_munmap(void *at, size_t length);
Elf *__wrap_elf_memory(char *image, size_t size);
int __wrap_elf_end(Elf *elf);
Dwarf *__wrap_dwarf_begin_elf(Elf *elf, Dwarf_Cmd command, Elf_Scn *group);
int __wrap_dwarf_end(Dwarf *dwarf);
json_t *__wrap_json_loadb(const char *text, size_t size, size_t flags, json_error_t *error);
json_t *__wrap_json_loads(const char *text, size_t flags, json_error_t *error);

struct scarce_memory memory;

static bool runs_out(void)
{
    memory.count++;
    if (memory.asked)
        memory.asked(memory.count);
    if (memory.lack == ONE_FAILS ? memory.count != memory.number
                                 : memory.lack != ALL_FAIL_FROM || memory.count < memory.number)
        return false;
    errno = ENOMEM;
    return true;
}

/* ---- Blocks that are not given back yet: a hash table with linear probing ---- */

struct block {
    const void *at;
    size_t size; /* of malloc and its like, with END behind it; or another kind: */
};

static const size_t NOT_OURS = SIZE_MAX, MEMORY_STREAM = SIZE_MAX - 1;
static const char END[8] = "\xE5\x5E\xE5\x5E\xE5\x5E\xE5";

static struct {
    struct block *slot;
    size_t room, count;
} blocks;

/* Where the block is, or the free slot that it would go to. */
static size_t find(const void *block)
{
    size_t i = ((uintptr_t)block >> 4) * 0x9E3779B1u % blocks.room;

    while (blocks.slot[i].at && blocks.slot[i].at != block)
        i = (i + 1) % blocks.room;
    return i;
}

/* What is known of a block; NULL of one that the C library has allocated, which was never given, and of none. */
static struct block *known(const void *block)
{
    struct block *b = block && blocks.room ? &blocks.slot[find(block)] : NULL;

    return b && b->at ? b : NULL;
}

/* Small at first, as each page that it takes costs a process that is copied as much as all else that it does. */
static void make_room(void)
{
    enum { FIRST = 1 << 9 };
    const struct block *const old = blocks.slot;
    const size_t old_room = blocks.room;

    blocks.room = old_room ? 4 * old_room : FIRST;
    blocks.slot = __real_calloc(blocks.room, sizeof *blocks.slot);
    if (!blocks.slot)
        abort();
    for (size_t i = 0; i < old_room; i++)
        if (old[i].at)
            blocks.slot[find(old[i].at)] = old[i];
    __real_free((void *)(uintptr_t)old);
}

static void *given(void *block, size_t size)
{
    if (!block || known(block))
        return block;
    if (2 * blocks.count >= blocks.room)
        make_room();
    blocks.slot[find(block)] = (struct block){block, size};
    blocks.count++;
    return block;
}

static void given_back(const void *block)
{
    struct block *b = known(block);

    if (!b)
        return;
    b->at = NULL;
    blocks.count--;
    for (size_t i = ((size_t)(b - blocks.slot) + 1) % blocks.room; blocks.slot[i].at; i = (i + 1) % blocks.room) {
        const struct block moved = blocks.slot[i];

        blocks.slot[i].at = NULL;
        blocks.slot[find(moved.at)] = moved;
    }
}

size_t scarce_memory_blocks(void)
{
    return blocks.count;
}

/* ---- Blocks of malloc and its like, which begin as rubbish and have an end ---- */

/* Where a large block begins is as good as all of it. */
static void fill(void *block, size_t size)
{
    enum { RUBBISH = 0xA5, FILLED = 1 << 12 };

    memset(block, RUBBISH, size < FILLED ? size : FILLED);
}

/* What was made with room for an end, or not at all. */
static void *ended(char *block, size_t size)
{
    if (!block)
        return NULL;
    memcpy(block + size, END, sizeof END);
    return given(block, size);
}

static void *new_block(size_t size)
{
    void *block = size <= SIZE_MAX - sizeof END ? ended(__real_malloc(size + sizeof END), size) : NULL;

    if (block)
        fill(block, size);
    return block;
}

/* The block's size, which is kept to; NOT_OURS if the C library made it. */
static size_t checked_size(const void *block)
{
    const struct block *b = known(block);

    if (!b || b->size == NOT_OURS)
        return NOT_OURS;
    if (memcmp((const char *)block + b->size, END, sizeof END) != 0) {
        fputs("scarce_memory: something was written behind the end of a block\n", stderr);
        abort();
    }
    return b->size;
}

static void end_block(void *block)
{
    const size_t size = checked_size(block);

    if (size != NOT_OURS)
        fill(block, size);
    given_back(block);
    __real_free(block);
}

/* The C library's text as a block. */
static char *adopted(char *text)
{
    return given(text, NOT_OURS);
}

void *scarce_memory_sure(size_t size)
{
    return new_block(size);
}

void *__wrap_malloc(size_t size)
{
    return runs_out() ? NULL : new_block(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    size_t whole, with_end;

    if (runs_out() || __builtin_mul_overflow(count, size, &whole)
        || __builtin_add_overflow(whole, sizeof END, &with_end))
        return NULL;
    return ended(__real_calloc(1, with_end), whole);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return runs_out() ? NULL : ended(__real_aligned_alloc(alignment, size + alignment), size);
}

/* Always to another place, so that who still has the old one has rubbish. */
void *__wrap_realloc(void *old, size_t size)
{
    const size_t old_size = checked_size(old);
    void *block = runs_out() ? NULL : old && old_size == NOT_OURS ? __real_realloc(old, size) : new_block(size);

    if (!block)
        return NULL;
    if (old && old_size == NOT_OURS) {
        given_back(old);
        return adopted(block);
    }
    if (old) {
        memcpy(block, old, old_size < size ? old_size : size);
        end_block(old);
    }
    return block;
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
    size_t whole;

    return __builtin_mul_overflow(count, size, &whole) ? NULL : __wrap_realloc(old, whole);
}

void __wrap_free(void *block)
{
    end_block(block);
}

static char *duplicate(const char *text, size_t length)
{
    char *copy = __wrap_malloc(length + 1);

    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *__wrap_strndup(const char *text, size_t most)
{
    return duplicate(text, strnlen(text, most));
}

char *__wrap_strdup(const char *text)
{
    return duplicate(text, strlen(text));
}

/* What *text is afterwards is not defined. */
int __wrap_vasprintf(char **text, const char *format, va_list arguments)
{
    static char undefined[] = "*text of asprintf that failed";
    int length;

    *text = undefined;
    if (runs_out())
        return -1;
    length = __real_vasprintf(text, format, arguments);
    if (length >= 0)
        adopted(*text);
    return length;
}

int __wrap_asprintf(char **text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = __wrap_vasprintf(text, format, arguments);
    va_end(arguments);
    return length;
}

char *__wrap_getcwd(char *buffer, size_t size)
{
    return buffer ? __real_getcwd(buffer, size) : runs_out() ? NULL : adopted(__real_getcwd(NULL, size));
}

char *__wrap_realpath(const char *path, char *resolved)
{
    return resolved ? __real_realpath(path, resolved) : runs_out() ? NULL : adopted(__real_realpath(path, NULL));
}

/* ---- Streams ---- */

FILE *__wrap_fdopen(int descriptor, const char *mode)
{
    return runs_out() ? NULL : given(__real_fdopen(descriptor, mode), NOT_OURS);
}

FILE *__wrap_fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions)
{
    return runs_out() ? NULL : given(__real_fopencookie(cookie, mode, functions), NOT_OURS);
}

FILE *__wrap_tmpfile(void)
{
    return runs_out() ? NULL : given(__real_tmpfile(), NOT_OURS);
}

/* glibc's says of a stream in memory whether it failed at any time. */
int __wrap_fclose(FILE *stream)
{
    const struct block *b = known(stream);
    const bool failed = b && b->size == MEMORY_STREAM && ferror(stream);

    given_back(stream);
    return __real_fclose(stream) != 0 || failed ? EOF : 0;
}

/* A text that grows with what is written, as open_memstream(3) has it. */
struct memory_stream {
    char **text;
    size_t *size;
};

static ssize_t grow(void *cookie, const char *bytes, size_t size)
{
    const struct memory_stream *s = cookie;
    char *more = __wrap_realloc(*s->text, *s->size + size + 1);

    if (!more)
        return 0;
    memcpy(more + *s->size, bytes, size);
    *s->size += size;
    more[*s->size] = '\0';
    *s->text = more;
    return (ssize_t)size;
}

static int end_stream(void *cookie)
{
    __real_free(cookie);
    return 0;
}

/* Without a buffer, so that a lack shows where it would. */
FILE *__wrap_open_memstream(char **text, size_t *size)
{
    const cookie_io_functions_t functions = {.write = grow, .close = end_stream};
    struct memory_stream *s = __real_malloc(sizeof *s);
    char *empty = s ? __wrap_strdup("") : NULL;
    FILE *stream = empty ? __real_fopencookie(s, "w", functions) : NULL;

    if (!stream) {
        end_block(empty);
        __real_free(s);
        return NULL;
    }
    *s = (struct memory_stream){text, size};
    *text = empty;
    *size = 0;
    setvbuf(stream, NULL, _IONBF, 0);
    return given(stream, MEMORY_STREAM);
}

/* ---- Mappings ---- */

void *__wrap_mmap(void *at, size_t length, int protection, int flags, int descriptor, off_t offset)
{
    void *mapped = runs_out() ? MAP_FAILED : __real_mmap(at, length, protection, flags, descriptor, offset);

    return mapped == MAP_FAILED ? MAP_FAILED : given(mapped, NOT_OURS);
}

int __wrap_munmap(void *at, size_t length)
{
    given_back(at);
    return __real_munmap(at, length);
}

/* ---- libelf and libdw: what they open. libdw 0.188 does not look at each allocation of its own ---- */

Elf *__wrap_elf_memory(char *image, size_t size)
{
    return given(__real_elf_memory(image, size), NOT_OURS);
}

int __wrap_elf_end(Elf *elf)
{
    given_back(elf);
    return __real_elf_end(elf);
}

Dwarf *__wrap_dwarf_begin_elf(Elf *elf, Dwarf_Cmd command, Elf_Scn *group)
{
    return given(__real_dwarf_begin_elf(elf, command, group), NOT_OURS);
}

int __wrap_dwarf_end(Dwarf *dwarf)
{
    given_back(dwarf);
    return __real_dwarf_end(dwarf);
}

/* ---- jansson ---- */

static bool json_reads;

static void *json_block(size_t size)
{
    return json_reads ? scarce_memory_sure(size) : __wrap_malloc(size);
}

void scarce_memory_json(void)
{
    json_set_alloc_funcs(json_block, __wrap_free);
}

json_t *__wrap_json_loadb(const char *text, size_t size, size_t flags, json_error_t *error)
{
    json_t *tree;

    json_reads = true;
    tree = __real_json_loadb(text, size, flags, error);
    json_reads = false;
    return tree;
}

json_t *__wrap_json_loads(const char *text, size_t flags, json_error_t *error)
{
    return __wrap_json_loadb(text, strlen(text), flags, error);
}
