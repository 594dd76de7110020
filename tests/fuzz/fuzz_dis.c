/* Words: what the disassembler prints, in either syntax, assembles to the same words. Input: options, then words. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "dis/dis.h"

enum { MOST_WORDS = 64 };

/* An instruction's opcode in place of the upper byte; of bits that are reserved few words have any. */
static uint32_t guide(const struct sfp_index *index, uint32_t word)
{
    enum { RESERVED_MEANT = 16 };
    const uint32_t choice = word >> SFP_OPCODE_LSB;
    const struct sfp_insn *insn = &sfp_isa[choice % sfp_isa_rows];

    if (!(insn->arch & index->arch))
        return word;
    word = sfp_bits(word, 0, SFP_OPCODE_LSB) | (uint32_t)insn->opcode << SFP_OPCODE_LSB;
    return choice % RESERVED_MEANT == 0 ? word : word & ~sfp_reserved_bits(insn);
}

/* Text for a person to read: of that length, and one line. */
static void check_text(const char *what, uint32_t word, const char *text, size_t length, size_t size)
{
    if (length >= size || strlen(text) != length || strchr(text, '\n'))
        fuzz_fail("word %08x gives a %s of %zu bytes", word, what, length);
}

static void check_comments(const struct sfp_index *index, uint32_t word, enum sfp_syntax syntax)
{
    char text[SFP_ANNOTATION_SIZE];
    size_t length = dis_remark(index, word, syntax, text);

    check_text("remark", word, text, length, sizeof text);
    length = disassembly_annotate(index, word, text);
    if (length)
        check_text("annotation", word, text, length, sizeof text);
}

int fuzz_dis(const uint8_t *data, size_t size)
{
    enum { BLACKHOLE = 1, MACRO = 2, GUIDED = 4, COMMENTS = 8 };
    struct fuzz_input in = {data, size};
    const unsigned options = fuzz_byte(&in);
    const enum sfp_arch arch = options & BLACKHOLE ? SFP_BH : SFP_WH;
    const enum sfp_syntax syntax = options & MACRO ? SFP_SYNTAX_MACRO : SFP_SYNTAX_GNU;
    const size_t most = in.size / 4 < MOST_WORDS ? in.size / 4 : MOST_WORDS;
    uint32_t *words = fuzz_memory(malloc((most + 1) * sizeof *words));
    char *text = fuzz_memory(malloc(SFP_DISASSEMBLY_SIZE * (most + 1)));
    struct sfp_index index;
    size_t used = 0;

    sfp_index_init(&index, arch);
    for (size_t i = 0; i < most; i++) {
        size_t length;

        words[i] = options & GUIDED ? guide(&index, fuzz_word(&in)) : fuzz_word(&in);
        length = disassembly_of_word(&index, words[i], syntax, text + used);
        check_text("text", words[i], text + used, length, SFP_DISASSEMBLY_SIZE);
        if (length == 0)
            fuzz_fail("word %08x gives no text", words[i]);
        used += length;
        text[used++] = '\n';
        if (options & COMMENTS)
            check_comments(&index, words[i], syntax);
    }
    if (most)
        fuzz_reassemble(arch, text, used, words, most);
    free(text);
    free(words);
    return 0;
}
