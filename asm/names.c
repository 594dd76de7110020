/* Name tables, on uthash. */
#include "names.h"

#include <stdlib.h>

/* Running out of memory is the caller's to report: uthash must not exit. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(entry) ((entry)->added = false)
#include <uthash.h>

struct name_entry {
    UT_hash_handle hh;
    size_t index;
    bool added;
};

bool names_add(struct names *names, const char *name, size_t length, size_t index)
{
    struct name_entry *entry = calloc(1, sizeof *entry);

    if (!entry)
        return false;
    entry->index = index;
    entry->added = true;
    HASH_ADD_KEYPTR(hh, names->entries, name, length, entry);
    if (entry->added)
        return true;
    free(entry);
    return false;
}

bool names_find(const struct names *names, const char *name, size_t length, size_t *index)
{
    struct name_entry *entry;

    HASH_FIND(hh, names->entries, name, length, entry);
    if (!entry)
        return false;
    *index = entry->index;
    return true;
}

void names_free(struct names *names)
{
    struct name_entry *entry = names->entries;

    if (!entry)
        return;
    /* HASH_CLEAR drops the table alone; the entries are still linked in the order of their adding. */
    HASH_CLEAR(hh, names->entries);
    while (entry) {
        struct name_entry *next = entry->hh.next;

        free(entry);
        entry = next;
    }
}
