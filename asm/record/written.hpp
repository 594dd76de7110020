// Writes the recording's files: the words, and the table described in sfpasm(1), DEBUG TABLE. Part of sfpu_record.hpp.

namespace sfpu_record {

// 64-bit FNV-1a of the words as little-endian bytes.
inline std::uint64_t checksum()
{
    std::uint64_t hash = 0xCBF29CE484222325u;

    for (std::size_t i = 0; i < word_count; i++)
        for (unsigned lsb = 0; lsb < 32; lsb += 8)
            hash = (hash ^ (words[i].bits >> lsb & 0xFF)) * 0x100000001B3u;
    return hash;
}

inline void write_files(std::FILE *out, const places &p)
{
    std::fputs("\"files\": [", out);
    for (std::size_t i = 0; i < p.source_count; i++) {
        std::fputs(i ? ", " : "", out);
        put_string(out, p.sources[i].name, std::strlen(p.sources[i].name));
    }
    std::fputs("],\n\"text\": [", out);
    for (std::size_t i = 0; i < p.line_count; i++) {
        std::fprintf(out, "%s\n[%zu, %u, ", i ? "," : "", p.lines[i].file, p.lines[i].number);
        put_string(out, p.lines[i].text, p.lines[i].length);
        std::fputc(']', out);
    }
    std::fputs("],\n", out);
}

// A word's column is the first nonblank column of its line.
inline void write_lines(std::FILE *out, const places &p)
{
    std::fputs("\"lines\": [", out);
    for (std::size_t i = 0; i < word_count; i++) {
        const std::size_t number = p.line_of[i];
        const line &of = p.lines[number];
        std::size_t column = 0;

        if (i > 0 && number == p.line_of[i - 1])
            continue;
        while (column < of.length && (of.text[column] == ' ' || of.text[column] == '\t'))
            column++;
        std::fprintf(out, "%s\n[%zu, %zu, %u, %zu, %zu]", i ? "," : "", i, of.file, of.number, column + 1, number);
    }
    std::fputs("],\n", out);
}

inline void write_regions(std::FILE *out)
{
    const char *separator = "\n";

    std::fputs("\"regions\": [", out);
    for (std::size_t i = 0; i < region_count; i++) {
        const std::size_t end = i + 1 < region_count ? regions[i + 1].first : word_count;

        if (end == regions[i].first)
            continue;
        std::fprintf(out, "%s{\"name\": ", separator);
        put_string(out, regions[i].name, std::strlen(regions[i].name));
        std::fprintf(out, ", \"first\": %zu, \"end\": %zu}", regions[i].first, end);
        separator = ",\n";
    }
    std::fputs("]}\n", out);
}

inline void write_table(std::FILE *out)
{
    places p = find_places();

    std::fprintf(out, "{\"schema\": \"sfpasm-debug\", \"version\": 1, \"arch\": \"%s\", \"words\": %zu,\n"
                      "\"checksum\": \"0x%016llx\",\n",
                 arch_name(), word_count, static_cast<unsigned long long>(checksum()));
    write_files(out, p);
    write_lines(out, p);
    std::fputs("\"symbols\": [],\n", out);
    write_regions(out);
    free_places(p);
}

inline void write_words(std::FILE *out)
{
    for (std::size_t i = 0; i < word_count; i++)
        for (unsigned lsb = 0; lsb < 32; lsb += 8)
            std::fputc(static_cast<int>(words[i].bits >> lsb & 0xFF), out);
}

inline bool write_file(const char *path, void (*content)(std::FILE *))
{
    std::FILE *out = std::fopen(path, "wb");

    if (out)
        content(out);
    const bool failed = !out || std::ferror(out);
    const bool closed = out && std::fclose(out) == 0;
    if (failed || !closed)
        std::fprintf(stderr, "%s: error: %s\n", path, std::strerror(errno));
    return closed && !failed;
}

inline bool write_beside(const char *path, const char *suffix, void (*content)(std::FILE *))
{
    char *name = allocate<char>(std::strlen(path) + std::strlen(suffix) + 1);

    std::strcat(std::strcpy(name, path), suffix);
    const bool written = write_file(name, content);
    delete[] name;
    return written;
}

// Writes text as part of a line: control characters become blanks.
inline void put_in_line(std::FILE *out, const char *text)
{
    for (; *text; text++)
        std::fputc(static_cast<unsigned char>(*text) < ' ' ? ' ' : *text, out);
}

// Writes two lines for each misfit: the place and call, as a message starts, and the instruction.
inline void write_misfits(std::FILE *out)
{
    for (std::size_t i = 0; i < misfit_count; i++) {
        put_in_line(out, misfits[i].at.file);
        std::fprintf(out, ":%u: error: in '", misfits[i].at.line);
        put_in_line(out, misfits[i].call);
        std::fputs("': \n", out);
        put_misfit(out, misfits[i]);
        std::fputc('\n', out);
    }
}

// Reports the misfits, for programs run without sfpasm.
inline void tell_misfits()
{
    for (std::size_t i = 0; i < misfit_count; i++) {
        std::fprintf(stderr, "%s:%u: error: in '%s': ", misfits[i].at.file, misfits[i].at.line, misfits[i].call);
        put_misfit(stderr, misfits[i]);
        std::fputs(": an operand does not fit its field\n", stderr);
    }
}

// Writes the words to `path`, and the table of their lines to `path` with .dbg. Returns the program's exit status.
inline int write(const char *path)
{
    tell_misfits();
    if (misfit_count > 0)
        return status_refused;
    if (nodes_writer && !nodes_settle())
        refuse("sfpi code: only sfpasm --call can choose its words");
    return write_file(path, write_words) && write_beside(path, ".dbg", write_table) ? status_done : status_refused;
}

// Like write(), for sfpasm. Nodes go to `path` with .nodes, instead of words and table. Misfits go to `path` with
// .misfits, instead of everything else; sfpasm reports them.
inline int write_for_sfpasm(const char *path)
{
    if (misfit_count > 0)
        return write_beside(path, ".misfits", write_misfits) ? status_done : status_refused;
    if (!nodes_writer)
        return write(path);
    return write_beside(path, ".nodes", nodes_writer) ? status_done : status_refused;
}

} // namespace sfpu_record

