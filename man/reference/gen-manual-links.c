/*
 * Copies a page of the manual, in mandoc's HTML, from standard input to standard output, and adds links to the
 * reference: at the top, after headings that are an instruction's name, and at the first name of an instruction in a
 * section.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "instruction_name.h"
#include "base/fileio.h"

/* The state of the copy. */
struct state {
    unsigned unlinked;      /* the number of open elements that get no links */
    bool linked[SFP_IDS];   /* the instructions already linked in this section */
    const struct sfp_insn *heading; /* the instruction whose heading is open, or NULL */
};

/* Elements whose text gets no links. */
static const char *const kept[] = {
    "head", "a", "pre", "h1", "h2", "h3", "table class=\"head\"", "table class=\"foot\""};

/* Is the tag the start tag of the element `name`, or with `ends` its end tag? */
static bool is_tag(const char *tag, const char *name, bool ends)
{
    const size_t length = ends ? strcspn(name, " ") : strlen(name);

    tag += 1 + ends;
    return strncmp(tag, name, length) == 0 && strchr(" >", tag[length]) && (ends || tag[-1] == '<');
}

static void put_arches(const struct sfp_insn *insn)
{
    fputs("\n<p class=\"Pp reference\">Reference:", stdout);
    for (unsigned n = 0; n < SFP_ARCHES; n++)
        for (size_t i = 0; i < sfp_isa_rows; i++)
            if (sfp_isa[i].id == insn->id && sfp_row_is_of(sfp_isa[i].arch, (enum sfp_arch)(1 << n)))
                printf(" <a href=\"../reference/%s/%s.html\">%s</a>", sfp_arches[n].name,
                       instruction_name((enum sfp_id)insn->id), sfp_arches[n].title);
    fputs("</p>", stdout);
}

static void open_tag(struct state *state, const char *tag)
{
    const char *id = strstr(tag, "id=\"");

    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        state->unlinked += is_tag(tag, kept[i], false);
    if (is_tag(tag, "section", false))
        memset(state->linked, 0, sizeof state->linked);
    if ((is_tag(tag, "h2", false) || is_tag(tag, "h1", false)) && id && id < strchr(tag, '>'))
        state->heading = instruction_named(id + strlen("id=\""), strcspn(id + strlen("id=\""), "\""));
}

/* Does the end tag close an element that gets no links? Such elements are never nested in their own kind. */
static bool ends_kept(const struct state *state, const char *tag)
{
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (is_tag(tag, kept[i], true))
            return state->unlinked > 0;
    return false;
}

static void close_tag(struct state *state, const char *tag)
{
    state->unlinked -= ends_kept(state, tag);
    if (state->heading && (is_tag(tag, "h1", true) || is_tag(tag, "h2", true))) {
        put_arches(state->heading);
        state->heading = NULL;
    }
}

static void put_navigation(void)
{
    struct html page = {.out = stdout, .root = "../"};

    putchar('\n');
    html_navigation(&page);
}

/* Copies a tag. Returns the position after the tag. */
static const char *copy_tag(struct state *state, const char *tag)
{
    const char *end = strchr(tag, '>');

    if (!end)
        end = tag + strlen(tag) - 1;
    fwrite(tag, 1, (size_t)(end - tag) + 1, stdout);
    if (is_tag(tag, "body", false))
        put_navigation();
    if (tag[1] == '/')
        close_tag(state, tag);
    else
        open_tag(state, tag);
    return end + 1;
}

/* Copies a word in capitals, as a link if the word is an instruction that this section has not linked yet. */
static const char *copy_word(struct state *state, const char *word)
{
    const size_t length = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    const struct sfp_insn *insn = state->unlinked ? NULL : instruction_named(word, length);

    if (insn && !state->linked[insn->id]) {
        state->linked[insn->id] = true;
        printf("<a class=\"instruction\" href=\"../reference/%s/%s.html\">%.*s</a>",
               sfp_arch_name(sfp_first_arch(insn->arch)), instruction_name((enum sfp_id)insn->id), (int)length, word);
    } else {
        fwrite(word, 1, length, stdout);
    }
    return word + length;
}

static void copy(const char *text)
{
    struct state state = {0};

    while (*text) {
        const size_t other = strcspn(text, "<ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

        fwrite(text, 1, other, stdout);
        text += other;
        if (*text == '<')
            text = copy_tag(&state, text);
        else if (*text)
            text = copy_word(&state, text);
    }
}

int main(void)
{
    struct sfp_buffer page = {0};
    char *error = NULL;

    if (!file_read_text("-", &page, &error)) {
        fprintf(stderr, "%s\n", error ? error : "no memory");
        free(error);
        return 1;
    }
    copy(page.data);
    buffer_free(&page);
    return fflush(stdout) != 0;
}
