// Finds the source lines of the recorded words. Part of sfpu_record.hpp.

namespace sfpu_record {

// Returns zeroed items, for the caller to delete[].
template <class T> T *allocate(std::size_t count)
{
    T *items = new (std::nothrow) T[count]();

    if (!items)
        refuse("out of memory");
    return items;
}

// ---- Text ----

// Returns the length of the UTF-8 sequence at `p`, with `left` bytes available; 0 if the bytes are not UTF-8.
inline std::size_t sequence_length(const char *p, std::size_t left)
{
    const unsigned char lead = static_cast<unsigned char>(*p);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xC2 && lead < 0xE0 ? 2 : (lead & 0xF0) == 0xE0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
    const unsigned char second = left > 1 ? static_cast<unsigned char>(p[1]) : 0;

    if (length == 0 || length > left)
        return 0;
    // Rejects overlong forms, surrogates, and code points beyond the last.
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) || (lead == 0xF0 && second < 0x90) ||
        (lead == 0xF4 && second >= 0x90))
        return 0;
    for (std::size_t i = 1; i < length; i++)
        if ((static_cast<unsigned char>(p[i]) & 0xC0) != 0x80)
            return 0;
    return length;
}

// Writes a JSON string. A byte outside UTF-8 becomes a question mark, so that columns stay the same.
inline void put_string(std::FILE *out, const char *text, std::size_t size)
{
    std::fputc('"', out);
    for (std::size_t i = 0, length; i < size; i += length) {
        const char *p = text + i;

        length = sequence_length(p, size - i);
        if (length == 0 || *p == '\0')
            std::fputc('?', out);
        else if (*p == '"' || *p == '\\')
            std::fprintf(out, "\\%c", *p);
        else if (length == 1 && static_cast<unsigned char>(*p) < ' ')
            std::fprintf(out, "\\u%04x", static_cast<unsigned>(*p));
        else
            std::fwrite(p, 1, length, out);
        length += length == 0; // an invalid byte is skipped
    }
    std::fputc('"', out);
}

// ---- Sources ----

struct source {
    const char *name;
    char *text;
    std::size_t size;
};

struct line {
    std::size_t file;   // index in `sources`
    unsigned number;
    const char *text;   // without a NUL at the end
    std::size_t length;
};

// The sources and lines of the recording.
struct places {
    source *sources;
    std::size_t source_count;
    line *lines; // in order of their first words
    std::size_t line_count;
    std::size_t *line_of; // index in `lines`, for each word
};

inline source read_source(const char *name)
{
    source read = {name, nullptr, 0};
    std::FILE *in = std::fopen(name, "rb");

    if (!in)
        return read;
    for (std::size_t capacity = 0, got = 1; got > 0; read.size += got) {
        if (read.size == capacity) {
            capacity = capacity ? 2 * capacity : 1u << 16;
            char *larger = allocate<char>(capacity);
            if (read.size > 0)
                std::memcpy(larger, read.text, read.size);
            delete[] read.text;
            read.text = larger;
        }
        got = std::fread(read.text + read.size, 1, capacity - read.size, in);
    }
    std::fclose(in);
    return read;
}

inline std::size_t source_of(places &p, const char *name)
{
    for (std::size_t i = 0; i < p.source_count; i++)
        if (std::strcmp(p.sources[i].name, name) == 0)
            return i;
    p.sources[p.source_count] = read_source(name);
    return p.source_count++;
}

inline line first_line(std::size_t file, unsigned number, const char *text, std::size_t left)
{
    const void *end = left ? std::memchr(text, '\n', left) : nullptr;
    std::size_t length = end ? static_cast<std::size_t>(static_cast<const char *>(end) - text) : left;

    if (length > 0 && text[length - 1] == '\r')
        length--;
    return {file, number, text, length};
}

// Returns the line at a place, with empty text if the line does not exist. A call's line has the call's text.
inline line find_line(places &p, const place &at)
{
    const std::size_t file = source_of(p, at.file);
    const char *text = p.sources[file].text;
    std::size_t left = p.sources[file].size;

    for (std::size_t i = 0; i < region_count; i++)
        if (regions[i].number == at.line && std::strcmp(at.file, call_file) == 0)
            return first_line(file, at.line, regions[i].name, std::strlen(regions[i].name));
    for (unsigned number = 1; number < at.line && left > 0; number++) {
        const void *end = std::memchr(text, '\n', left);
        const std::size_t passed = end ? static_cast<std::size_t>(static_cast<const char *>(end) - text) + 1 : left;

        text += passed;
        left -= passed;
    }
    return first_line(file, at.line, text, left);
}

// Returns the hash table's slot for a line, empty if the line is new. `count` is the table's size, a power of two.
inline std::size_t &find_slot(std::size_t *slots, std::size_t count, const places &p, std::size_t file, unsigned number)
{
    std::size_t i = (file * 0x9E3779B1u + number) * 0x85EBCA77u & (count - 1);

    while (slots[i] && (p.lines[slots[i] - 1].file != file || p.lines[slots[i] - 1].number != number))
        i = (i + 1) & (count - 1);
    return slots[i];
}

inline places find_places()
{
    places p = {allocate<source>(word_count), 0, allocate<line>(word_count), 0, allocate<std::size_t>(word_count)};
    std::size_t slot_count = 2;

    while (slot_count < 2 * word_count)
        slot_count *= 2;
    std::size_t *slots = allocate<std::size_t>(slot_count); // a slot holds a line's index plus 1
    for (std::size_t i = 0; i < word_count; i++) {
        std::size_t &slot = find_slot(slots, slot_count, p, source_of(p, words[i].at.file), words[i].at.line);

        if (slot == 0) {
            p.lines[p.line_count] = find_line(p, words[i].at);
            slot = ++p.line_count;
        }
        p.line_of[i] = slot - 1;
    }
    delete[] slots;
    return p;
}

inline void free_places(places &p)
{
    for (std::size_t i = 0; i < p.source_count; i++)
        delete[] p.sources[i].text;
    delete[] p.sources;
    delete[] p.lines;
    delete[] p.line_of;
}

} // namespace sfpu_record
