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
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_reallocarray(void *memory, size_t count, size_t size);
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

void *__wrap_malloc(size_t size)
{
    return runs_out() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return runs_out() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return runs_out() ? NULL : __real_realloc(old, size);
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
    return runs_out() ? NULL : __real_reallocarray(old, count, size);
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
    return length;
}
