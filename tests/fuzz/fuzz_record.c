/*
 * What comes back of a recording: the files of any make rule are read, and again once the rule is written of them; and
 * warnings about words are those that the same macros get in a source. Input: options, then the rule, or words.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assembly/asm.h"
#include "record/record_parts.h"
#include "base/text_buffer.h"

/* ---- Rules ---- */

static const char directory[] = "/d";

static void put_name(struct text *rule, const char *name)
{
    for (const char *p = name; *p; p++) {
        if (*p == '#' || *p == ' ' || *p == '\t')
            text_add_char(rule, '\\');
        if (*p == '$')
            text_add_char(rule, '$');
        text_add_char(rule, *p);
        if (*p == '\\' && strchr(" \t", p[1 + strspn(p + 1, "\\")])) /* also at the end of the name */
            text_add_char(rule, '\\');
    }
    text_add_char(rule, ' ');
}

static void read_rule(const char *rule, struct sfp_recorded *recorded)
{
    char *error;

    *recorded = (struct sfp_recorded){0};
    if (!outcome_rule(rule, directory, recorded, &error))
        fuzz_message(error);
    for (size_t i = 0; i < recorded->file_count; i++)
        if (recorded->files[i][0] == '\0' || strncmp(recorded->files[i], "/d/", 3) == 0)
            fuzz_fail("file %zu is '%s'", i, recorded->files[i]);
}

static void check_rule(const struct fuzz_input *in)
{
    char *rule = fuzz_memory(strndup((const char *)in->data, in->size));
    struct sfp_recorded first, second;
    struct text again = {0};

    read_rule(rule, &first);
    text_add(&again, "k: ", strlen("k: "));
    for (size_t i = 0; i < first.file_count; i++)
        put_name(&again, first.files[i]);
    text_add(&again, "\\\n", strlen("\\\n") + 1);
    fuzz_memory(again.failed ? NULL : again.data);
    read_rule(again.data, &second);
    if (first.file_count != second.file_count)
        fuzz_fail("%zu files, then %zu of %s", first.file_count, second.file_count, again.data);
    for (size_t i = 0; i < first.file_count; i++)
        if (strcmp(first.files[i], second.files[i]) != 0)
            fuzz_fail("file %zu is '%s', then '%s'", i, first.files[i], second.files[i]);
    record_free(&first);
    record_free(&second);
    text_free(&again);
    free(rule);
}

/* ---- Words ---- */

/* Keeps the text of a diagnostic. */
static void keep(void *texts, const struct sfp_diagnostic *d)
{
    size_t errors = 0;

    fuzz_sink(&errors, d);
    text_add(texts, d->text, strlen(d->text) + 1);
}

static void check_word(const struct sfp_index *index, uint32_t word)
{
    const struct sfp_insn *insn = sfp_insn_of_word(index, word);
    struct text source = {0}, assembled = {0}, recorded = {0};
    struct sfp_asm_options options = {.arch = index->arch, .sink = keep, .context = &assembled};
    struct sfp_program program;
    char number[32];

    if (!insn)
        return;
    text_add(&source, "TTI_", strlen("TTI_"));
    text_add(&source, insn->macro, strlen(insn->macro));
    for (const struct sfp_operand *o = insn->args; !sfp_operand_end(o); o++) {
        snprintf(number, sizeof number, "%c%u", o == insn->args ? '(' : ',', sfp_operand_get(o, word));
        text_add(&source, number, strlen(number));
    }
    text_add(&source, sfp_operand_end(insn->args) ? "\n" : ")\n", sfp_operand_end(insn->args) ? 1 : 2);
    fuzz_memory(source.failed ? NULL : source.data);
    warnings_init(&options.warnings);
    warnings_set(&options.warnings, "all");
    warnings_set(&options.warnings, "no-gnu"); /* which is about the form */
    if (assembly_make(&options, &(struct sfp_asm_source){"macro", source.data, source.size}, 1, &program)) {
        options.context = &recorded;
        if (!operand_warn_words(&options, &program))
            fuzz_fail("a warning is an error");
        if (assembled.size != recorded.size || (assembled.size && memcmp(assembled.data, recorded.data, assembled.size)))
            fuzz_fail("%.*s: '%s', then '%s'", (int)source.size, source.data, assembled.size ? assembled.data : "",
                      recorded.size ? recorded.data : "");
        sfp_program_free(&program);
    }
    text_free(&source);
    text_free(&assembled);
    text_free(&recorded);
}

static void check_words(struct fuzz_input *in, enum sfp_arch arch)
{
    struct sfp_index index;

    sfp_index_init(&index, arch);
    while (in->size > 0)
        check_word(&index, fuzz_valid_word(&index, fuzz_word(in)));
}

int fuzz_record(const uint8_t *data, size_t size)
{
    enum { WORDS = 1, BLACKHOLE = 2 };
    struct fuzz_input in = {data, size};
    const unsigned options = fuzz_byte(&in);

    if (options & WORDS)
        check_words(&in, options & BLACKHOLE ? SFP_BH : SFP_WH);
    else
        check_rule(&in);
    return 0;
}
