/* The functions that allocate, failing as the test wants. */
#include "scarce_memory.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_reallocarray(void *memory, size_t count, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_reallocarray(void *memory, size_t count, size_t size);
void __wrap_free(void *memory);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);
__attribute__((format(printf, 2, 3))) int __wrap_asprintf(char **text, const char *format, ...);

struct scarce_memory memory;

static bool runs_out(void)
{
    memory.count++;
    return memory.lack == ONE_FAILS ? memory.count == memory.number
                                    : memory.lack == ALL_FAIL_FROM && memory.count >= memory.number;
}

/* ---- Blocks that are not given back yet: a hash table with linear probing ---- */

enum { SLOTS = 1 << 18 };

static struct {
    const void *slot[SLOTS];
    size_t count;
} blocks;

static size_t home(const void *block)
{
    return ((uintptr_t)block >> 4) * 0x9E3779B1u % SLOTS;
}

/* Where the block is, or the free slot that it would go to. */
static size_t find(const void *block)
{
    size_t i = home(block);

    while (blocks.slot[i] && blocks.slot[i] != block)
        i = (i + 1) % SLOTS;
    return i;
}

static void *given(void *block)
{
    const size_t i = find(block);

    if (!block || blocks.slot[i])
        return block;
    if (blocks.count == SLOTS / 2)
        abort();
    blocks.slot[i] = block;
    blocks.count++;
    return block;
}

/* What the C library has allocated was never given. */
static void given_back(const void *block)
{
    size_t free_slot = find(block);

    if (!block || !blocks.slot[free_slot])
        return;
    blocks.slot[free_slot] = NULL;
    blocks.count--;
    for (size_t i = (free_slot + 1) % SLOTS; blocks.slot[i]; i = (i + 1) % SLOTS) {
        const void *moved = blocks.slot[i];

        blocks.slot[i] = NULL;
        blocks.slot[find(moved)] = moved;
    }
}

void *scarce_memory_sure(size_t size)
{
    return given(__real_malloc(size));
}

size_t scarce_memory_blocks(void)
{
    return blocks.count;
}

/* ---- What the library calls ---- */

void *__wrap_malloc(size_t size)
{
    return runs_out() ? NULL : given(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return runs_out() ? NULL : given(__real_calloc(count, size));
}

static void *resized(const void *old, void *block)
{
    if (block)
        given_back(old);
    return given(block);
}

void *__wrap_realloc(void *old, size_t size)
{
    return runs_out() ? NULL : resized(old, __real_realloc(old, size));
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
    return runs_out() ? NULL : resized(old, __real_reallocarray(old, count, size));
}

void __wrap_free(void *block)
{
    given_back(block);
    __real_free(block);
}

char *__wrap_strndup(const char *text, size_t most)
{
    size_t length = 0;
    char *copy;

    while (length < most && text[length])
        length++;
    copy = __wrap_malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *__wrap_strdup(const char *text)
{
    return __wrap_strndup(text, SIZE_MAX);
}

int __wrap_asprintf(char **text, const char *format, ...)
{
    va_list arguments;
    int length;

    if (runs_out())
        return -1;
    va_start(arguments, format);
    length = vasprintf(text, format, arguments);
    va_end(arguments);
    if (length >= 0)
        given(*text);
    return length;
}
