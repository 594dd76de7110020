/* Writes words of commands, quoted for a shell. */
#include "shell_word.h"

#include <ctype.h>
#include <string.h>

void put_shell_word(struct text *out, const char *word)
{
    static const char plain_characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    const bool plain = word[0] && word[strspn(word, plain_characters)] == '\0';

    if (!plain)
        text_add_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            text_print(out, "'\\''");
        else
            text_add_char(out, iscntrl((unsigned char)*word) ? '?' : *word);
    if (!plain)
        text_add_char(out, '\'');
}
