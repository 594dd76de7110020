/* Prints disassembled words: plain words with the facts of their debug table, or the words of an ELF file's
 * sections. */
#include "dis.h"

#include "elf_code.h"
#include "held_constant.h"
#include "isa/vector_unit.h"
#include "riscv.h"
#include "base/fail.h"
#include "base/terminal.h"
#include "base/word_bytes.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { PASSED = 1 << 20 }; /* bytes; printed words are dropped from memory in steps of this size */

/* The state shared by every printed line. */
struct printer {
    const struct dis_settings *settings;
    struct sfp_index index;
    FILE *stream;
    struct elf_range range;
    struct sfp_program *program; /* source places and ordered labels of the words, or NULL */
    size_t next_label;     /* index of the first label not passed yet */
    const char *last_text; /* the source line shown last; each expansion of a macro's line has a text of its own */
    size_t section;        /* index of the ELF file's current section, */
    size_t first;          /* the index of its first word in the program, */
    uint32_t first_at;     /* and the address of its first word */
    enum sfp_thread_id thread; /* thread of the word printed last; math before the first word */
    size_t printed;        /* words printed so far */
    bool lost;             /* memory ran out while looking up a source line */
    struct held_constant held; /* constant in L0, as far as the words since the last label tell */
    struct follow follow;  /* constants in the ELF file's current section, if RISC-V instructions are printed */
};

/* Writes text from the input inside a comment that ends with the line. */
static void put_foreign(FILE *stream, const char *text, size_t length)
{
    while (length > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        length--;
    }
    /* A backslash at the end would continue the comment on the next line. */
    while (length > 0 && (text[length - 1] == '\\' || text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    shown_put(stream, text, length);
}

/* Writes the source line of word `index` as a comment, unless the word before has the same source line. */
static void print_source(struct printer *printer, size_t index)
{
    struct sfp_where where;

    if (!printer->settings->source || !printer->program)
        return;
    errno = 0;
    if (!sfp_program_where(printer->program, index, &where)) {
        printer->lost |= errno == ENOMEM;
        return;
    }
    if (printer->last_text == where.text)
        return;
    printer->last_text = where.text;
    fprintf(printer->stream, "%s ", disassembly_comment(printer->settings->syntax));
    put_foreign(printer->stream, where.file, strlen(where.file));
    fprintf(printer->stream, ":%lu", where.line);
    if (strspn(where.text, " \t") < where.length) {
        fputs(": ", printer->stream);
        put_foreign(printer->stream, where.text, where.length);
    }
    fputc('\n', printer->stream);
}

static unsigned choose_text_style(const struct dis_settings *s)
{
    return (unsigned)s->syntax | (s->hex ? SFP_HEX : 0U);
}

/* Writes the word's remark and annotation, as a comment after the instruction. */
static void print_comment(struct printer *printer, uint32_t word)
{
    const struct dis_settings *s = printer->settings;
    char text[SFP_ANNOTATION_SIZE];
    bool begun = false;

    if ((!s->raw || s->annotate) && dis_remark(&printer->index, word, choose_text_style(s), text)) {
        fprintf(printer->stream, "\t%s %s", disassembly_comment(s->syntax), text);
        begun = true;
    }
    if (s->annotate && disassembly_annotate(&printer->index, word, text)) {
        if (begun)
            fprintf(printer->stream, ": %s", text);
        else
            fprintf(printer->stream, "\t%s %s", disassembly_comment(s->syntax), text);
    }
}

/* Writes the meaning of a template, sequence or Misc that the word configures. */
static void print_macro_meaning(struct printer *printer, uint32_t word)
{
    uint32_t target, value;

    if (printer->settings->annotate &&
        held_constant_configures(&printer->held, &printer->index, word, &target, &value)) {
        fprintf(printer->stream, " (0x%08" PRIx32 ": ", value);
        dis_put_macro_word(printer->stream, &printer->index, target, value);
        fputc(')', printer->stream);
    }
    held_constant_pass(&printer->held, &printer->index, word);
}

static void print_tensix_line(struct printer *printer, uint64_t address, uint32_t word)
{
    char text[SFP_DISASSEMBLY_SIZE];
    const size_t length = disassembly_of_word(&printer->index, word, choose_text_style(printer->settings), text);

    if (!printer->settings->raw)
        fprintf(printer->stream, "%8" PRIx64 ":\t%08x\t", address, word);
    fwrite(text, length, 1, printer->stream);
    print_comment(printer, word);
    print_macro_meaning(printer, word);
    fputc('\n', printer->stream);
    printer->printed++;
}

static void print_foreign_name(struct printer *printer, const char *before, const char *name, const char *after)
{
    fputs(before, printer->stream);
    put_foreign(printer->stream, name, strlen(name));
    fputs(after, printer->stream);
}

/* Prints the labels at word `index`. */
static void print_labels(struct printer *printer, size_t index)
{
    for (; printer->program && printer->next_label < printer->program->symbol_count; printer->next_label++) {
        const struct sfp_symbol *label = &printer->program->symbols[printer->next_label];

        if (label->index > index)
            return;
        printer->held = (struct held_constant){0};
        if (label->index == index && !printer->settings->raw)
            print_foreign_name(printer, "<", label->name, ">:\n");
    }
}

static void print_plain(struct printer *printer, const struct sfp_buffer *words)
{
    const struct elf_range *range = &printer->range;
    size_t offset = words->size;

    if (range->start < words->size)
        offset = ((size_t)range->start + SFP_WORD_BYTES - 1) / SFP_WORD_BYTES * SFP_WORD_BYTES;
    for (; offset < words->size && offset < range->stop && !ferror(printer->stream); offset += SFP_WORD_BYTES) {
        if (offset % PASSED == 0 && offset > 0)
            buffer_drop(words, offset - PASSED, offset);
        print_labels(printer, offset / SFP_WORD_BYTES);
        print_source(printer, offset / SFP_WORD_BYTES);
        print_tensix_line(printer, offset, sfp_word_at(words->data + offset));
    }
}

static void print_data(struct printer *printer, const struct elf_word *word)
{
    if (!printer->settings->raw)
        fprintf(printer->stream, "%8x:\t%08x\t.word\t0x%08x\n", word->address, word->word, word->word);
    else
        fprintf(printer->stream, "%s .word 0x%08x\n", disassembly_comment(printer->settings->syntax), word->word);
}

/* Prints the symbol of a branch's or jump's target, after the address, as objdump does. */
static void print_target(struct printer *printer, const struct elf_walk *walk, const struct elf_word *word)
{
    const struct rv_op op = rv_decode(word->word);
    const char *symbol = NULL;
    uint32_t target, offset;

    if (rv_target(&op, word->address, &target))
        symbol = elf_symbol_before(walk, target, &offset);
    if (!symbol)
        return;
    print_foreign_name(printer, " <", symbol, "");
    if (offset > 0)
        fprintf(printer->stream, "+0x%" PRIx32, offset);
    fputc('>', printer->stream);
}

/* Prints the Tensix instruction that a store pushes, as a comment. */
static void print_pushed(struct printer *printer, const struct elf_word *word)
{
    char text[SFP_DISASSEMBLY_SIZE];
    uint32_t pushed;
    char *tab;

    if (!follow_pushed(&printer->follow, word->address, &pushed))
        return;
    disassembly_of_word(&printer->index, pushed, printer->settings->syntax, text);
    tab = strchr(text, '\t');
    if (tab)
        *tab = ' ';
    fprintf(printer->stream, "\t%s %s", disassembly_comment(printer->settings->syntax), text);
}

/* Prints a RISC-V instruction: in a listing as a line; with --raw, whose output is assembled again, as a comment. */
static void print_riscv(struct printer *printer, const struct elf_walk *walk, const struct elf_word *word)
{
    const struct dis_settings *s = printer->settings;
    char text[RV_TEXT_SIZE];

    rv_text(word->word, word->address, text);
    if (s->raw)
        fprintf(printer->stream, "%s %s", disassembly_comment(s->syntax), text);
    else
        fprintf(printer->stream, "%8x:\t%08x\t%s", word->address, word->word, text);
    print_target(printer, walk, word);
    print_pushed(printer, word);
    fputc('\n', printer->stream);
    printer->printed++;
}

static void begin_section(struct printer *printer, const struct elf_walk *walk)
{
    size_t count;

    for (; printer->section < walk->section; printer->section++) {
        elf_words_of(walk->code, printer->section, &printer->first_at, &count);
        printer->first += count;
    }
    elf_words_of(walk->code, walk->section, &printer->first_at, &count);
    printer->held = (struct held_constant){0};
    follow_end(&printer->follow);
    if (printer->settings->all && !follow_begin(&printer->follow, walk))
        dis_warn(printer->settings, "Tensix words pushed by RISC-V stores are not shown: " NO_MEMORY);
}

/* RISC-V instructions are printed only if the user asked for everything; --raw omits data too. */
static bool is_printed(const struct dis_settings *s, enum elf_kind kind)
{
    return s->all || kind == ELF_TENSIX || (kind == ELF_DATA && !s->raw);
}

/* Is the instruction a branch or jump, so that another word than the next may execute next? */
static bool leaves_line(const struct elf_word *word)
{
    const struct rv_op op = rv_decode(word->word);
    uint32_t target;

    return op.id == RV_JALR || rv_target(&op, word->address, &target);
}

/* Prints the directive that switches to the word's thread, unless the word before has the same thread. */
static void print_thread(struct printer *printer, const struct elf_code *code, uint32_t address)
{
    const enum sfp_thread_id thread = elf_thread_at(code, address);

    if (thread == printer->thread)
        return;
    printer->thread = thread;
    printer->held = (struct held_constant){0};
    fprintf(printer->stream, "%s.thread %s\n", printer->settings->raw ? "" : "\t\t\t", sfp_thread_name(thread));
}

static void print_elf_word(struct printer *printer, const struct elf_walk *walk, const struct elf_word *word)
{
    if (word->symbol || (word->kind == ELF_RISCV && leaves_line(word)))
        printer->held = (struct held_constant){0};
    if (!is_printed(printer->settings, word->kind))
        return;
    print_thread(printer, walk->code, word->address);
    print_source(printer, printer->first + (word->address - printer->first_at) / SFP_WORD_BYTES);
    if (word->kind == ELF_TENSIX)
        print_tensix_line(printer, word->address, word->word);
    else if (word->kind == ELF_DATA)
        print_data(printer, word);
    else
        print_riscv(printer, walk, word);
}

static void print_code(struct printer *printer, const struct elf_code *code)
{
    const struct dis_settings *s = printer->settings;
    struct elf_walk walk;
    struct elf_word word;
    const char *separator = "";

    elf_walk_begin(&walk, code);
    while (!ferror(printer->stream) && elf_walk_next(&walk, &word)) {
        if (word.section)
            begin_section(printer, &walk);
        if (!s->raw && word.section) {
            fputs(separator, printer->stream);
            print_foreign_name(printer, "Section ", word.section, ":\n");
            separator = "\n";
        }
        if (!s->raw && word.symbol)
            print_foreign_name(printer, "<", word.symbol, ">:\n");
        print_elf_word(printer, &walk, &word);
    }
    follow_end(&printer->follow);
}

/* ---- Everything ---- */

/* Narrows the range to the words from the wanted label to the next label. Returns false with a message in *error if
 * the label does not exist. */
static bool find_label(struct printer *printer, const struct dis_input *input, char **error)
{
    const char *name = printer->range.symbol;
    const struct sfp_symbol *label = printer->program->symbols;
    const struct sfp_symbol *end = label + printer->program->symbol_count;
    uint64_t start;

    while (label < end && strcmp(label->name, name) != 0)
        label++;
    if (label == end)
        return fail_with(error, "'%s' has no label '%s'", input->name, name);
    start = (uint64_t)label->index * SFP_WORD_BYTES;
    if (printer->range.start < start)
        printer->range.start = start;
    while (label < end && (uint64_t)label->index * SFP_WORD_BYTES == start)
        label++;
    if (label < end && printer->range.stop > (uint64_t)label->index * SFP_WORD_BYTES)
        printer->range.stop = (uint64_t)label->index * SFP_WORD_BYTES;
    return true;
}

bool dis_print(const struct dis_settings *settings, struct dis_input *input, FILE *stream, char **error)
{
    struct printer printer = {.settings = settings, .stream = stream, .range = settings->range,
                              .thread = SFP_THREAD_MATH};

    sfp_index_init(&printer.index, input->arch);
    if (input->has_places || input->has_lines)
        printer.program = &input->program;
    if (printer.range.symbol && input->has_places && !find_label(&printer, input, error))
        return false;
    if (input->elf)
        print_code(&printer, &input->code);
    else
        print_plain(&printer, &input->file);
    if (printer.lost)
        dis_warn(settings, "some source lines are not shown: " NO_MEMORY);
    if (printer.printed == 0)
        dis_warn(settings, "no Tensix words in '%s', or in the part of it that was asked for", input->name);
    return true;
}
