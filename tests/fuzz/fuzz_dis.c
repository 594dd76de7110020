/* Words: what the disassembler prints, in either syntax, assembles to the same words. Input: options, then words. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "dis.h"

int fuzz_dis(const uint8_t *data, size_t size)
{
    enum { MOST_WORDS = 1024, BLACKHOLE = 1, MACRO = 2, GUIDED = 4 };
    struct fuzz_input in = {data, size};
    const unsigned options = fuzz_byte(&in);
    const enum sfp_arch arch = options & BLACKHOLE ? SFP_BH : SFP_WH;
    const size_t most = in.size / 4 < MOST_WORDS ? in.size / 4 : MOST_WORDS;
    uint32_t *words = fuzz_memory(malloc((most + 1) * sizeof *words));
    char *text = fuzz_memory(malloc(SFP_DISASSEMBLY_SIZE * (most + 1)));
    struct sfp_index index;
    size_t used = 0;

    sfp_index_init(&index, arch);
    for (size_t i = 0; i < most; i++) {
        size_t length;

        words[i] = fuzz_word(&in);
        if (options & GUIDED)
            words[i] = fuzz_valid_word(&index, words[i]);
        length = sfp_disassemble(&index, words[i], options & MACRO ? SFP_SYNTAX_MACRO : SFP_SYNTAX_GNU, text + used);
        if (length == 0 || length >= SFP_DISASSEMBLY_SIZE || strlen(text + used) != length)
            fuzz_fail("word %08x gives a text of %zu bytes", words[i], length);
        used += length;
        text[used++] = '\n';
    }
    if (most)
        fuzz_reassemble(arch, text, used, words, most);
    free(text);
    free(words);
    return 0;
}
