/* Reads the notes that sfpasm -f elf writes: the initial state, and the threads of the words. */
#include "elf_parts.h"

#include "program/object.h"
#include "base/array.h"
#include "base/fail.h"
#include "base/word_bytes.h"

#include <string.h>

/* A note: its content, and the offset of the next note. */
struct note {
    const char *content;
    size_t size, next;
};

/* Finds the next note of ours of this type in the section, from note->next on. Returns false at the section's end, or,
 * with note->next 0, at a malformed note. */
static bool next_note(Elf_Data *data, uint32_t type, struct note *note)
{
    const char *bytes = data->d_buf;

    while (note->next < data->d_size) {
        size_t owner, content;
        GElf_Nhdr header;

        note->next = gelf_getnote(data, note->next, &header, &owner, &content);
        if (note->next == 0)
            return false;
        if (header.n_type != type || header.n_namesz != sizeof OBJECT_OWNER ||
            memcmp(bytes + owner, OBJECT_OWNER, sizeof OBJECT_OWNER) != 0)
            continue;
        note->content = bytes + content;
        note->size = header.n_descsz;
        return true;
    }
    return false;
}

/* Takes the name of an initial state. Returns false after an error. */
static bool take_init(struct reading *reading, const char *name, const struct note *note)
{
    enum sfp_init init = SFP_INIT_UNSTATED;

    if (note->next == 0 || note->size == 0 || note->content[note->size - 1] != '\0' ||
        !sfp_init_parse(note->content, note->size - 1, &init))
        return elf_fail(reading, "malformed ELF file: %s: expected notes of %s that name %s", name, OBJECT_OWNER,
                        sfp_init_names());
    if (reading->code->init && init && init != reading->code->init)
        return elf_fail(reading, "it contradicts itself: %s names %s and %s", name, sfp_init_name(reading->code->init),
                        sfp_init_name(init));
    if (init)
        reading->code->init = init;
    return true;
}

static bool fail_threads(struct reading *reading)
{
    return elf_fail(reading, "malformed ELF file: %s: expected a note of %s that gives each word a thread",
                    OBJECT_THREADS, OBJECT_OWNER);
}

/* Takes the threads of the words. Returns false after an error. */
static bool take_threads(struct reading *reading, const struct note *note)
{
    enum { STREAM_BYTES = OBJECT_STREAM_WORDS * SFP_WORD_BYTES };
    struct elf_code *code = reading->code;
    size_t capacity = 0, at = 0;

    if (note->next == 0 || note->size == 0 || note->size % STREAM_BYTES != 0 || code->stream_count > 0)
        return fail_threads(reading);
    for (size_t i = 0; i < note->size; i += STREAM_BYTES) {
        const uint32_t thread = sfp_word_at(note->content + i), words = sfp_word_at(note->content + i + SFP_WORD_BYTES);

        if (thread >= SFP_THREADS || words == 0)
            return fail_threads(reading);
        if (!array_room(&code->streams, code->stream_count, &capacity, sizeof *code->streams))
            return elf_fail(reading, NO_MEMORY);
        code->streams[code->stream_count++] = (struct sfp_stream){(enum sfp_thread_id)thread, at, at + words};
        at += words;
    }
    return true;
}

bool elf_read_notes(struct reading *reading, Elf_Scn *section, const GElf_Shdr *header, const char *name)
{
    const bool init = strcmp(name, OBJECT_INIT) == 0;
    struct note note = {0};
    Elf_Data *data;

    if (header->sh_type != SHT_NOTE || (!init && strcmp(name, OBJECT_THREADS) != 0))
        return true;
    data = elf_getdata(section, NULL);
    while (data && (next_note(data, init ? OBJECT_INIT_TYPE : OBJECT_THREADS_TYPE, &note) || note.next == 0))
        if (!(init ? take_init(reading, name, &note) : take_threads(reading, &note)))
            return false;
    return true;
}

bool elf_check_threads(struct reading *reading)
{
    const struct elf_code *code = reading->code;

    if (code->stream_count == 0)
        return true;
    if (code->section_count == 1 && code->sections[0].address % SFP_WORD_BYTES == 0
        && code->streams[code->stream_count - 1].end == code->sections[0].size / SFP_WORD_BYTES)
        return true;
    return fail_threads(reading);
}

static bool stream_ends_at_or_before(const void *stream, const void *index)
{
    return ((const struct sfp_stream *)stream)->end <= *(const size_t *)index;
}

enum sfp_thread_id elf_thread_at(const struct elf_code *code, uint32_t address)
{
    const struct sfp_stream *streams = code->streams;
    size_t index, i;

    if (code->stream_count == 0)
        return SFP_THREAD_MATH;
    index = (address - code->sections[0].address) / SFP_WORD_BYTES;
    i = array_before(streams, code->stream_count, sizeof *streams, stream_ends_at_or_before, &index);
    return i < code->stream_count ? streams[i].thread : SFP_THREAD_MATH;
}
