/* Finds operands, and names in them, in the line of a source from which a word was made. */
#include "operand_text.h"

#include <ctype.h>
#include <string.h>

#include "print_names.h"

/* ---- Operands ---- */

static struct span trim_blanks(const char *at, const char *end)
{
    while (at < end && isblank((unsigned char)*at))
        at++;
    while (end > at && isspace((unsigned char)end[-1]))
        end--;
    return (struct span){at, (size_t)(end - at)};
}

/* Returns whether a statement ends here: at a separator of statements, or at a comment. */
static bool ends_statement(const char *at, const char *end)
{
    return *at == ';' || *at == '#' || (*at == '/' && at + 1 < end && (at[1] == '/' || at[1] == '*'));
}

/* Divides operands at their commas. Returns their number, at most SFP_MAX_OPERANDS. */
static size_t split_operands(const char *at, const char *end, struct span operands[static SFP_MAX_OPERANDS])
{
    const char *begin = at;
    size_t count = 0;
    int depth = 0;

    for (; at < end && !ends_statement(at, end) && count + 1 < SFP_MAX_OPERANDS; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at == ',' && depth == 0) {
            operands[count++] = trim_blanks(begin, at);
            begin = at + 1;
        }
    }
    operands[count++] = trim_blanks(begin, at);
    return count;
}

bool operand_text_immediate(const struct sfpu_where *where, const struct sfp_insn *insn, struct span *immediate)
{
    const size_t name = strlen(insn->gnu), before = where->column - 1;
    struct span operands[SFP_MAX_OPERANDS];
    const struct sfp_operand *operand;
    size_t count;

    if (!where->text || where->column == 0 || before + name >= where->length ||
        strncmp(where->text + before, insn->gnu, name) != 0 || !isblank((unsigned char)where->text[before + name]))
        return false;
    count = split_operands(where->text + before + name, where->text + where->length, operands);
    for (unsigned n = 0; n < count; n++) {
        operand = written_operand(insn, written_operand(insn, false, (unsigned)count - 1) == NULL, n);
        if (operand && operand->field == SFP_F_IMM) {
            *immediate = operands[n];
            return true;
        }
    }
    return false;
}

/* ---- Names ---- */

bool operand_text_is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

static bool begins_name(char c)
{
    return operand_text_is_in_name(c) && !isdigit((unsigned char)c);
}

bool operand_text_next_name(struct span *rest, struct span *name)
{
    const char *at = rest->at, *end = rest->at + rest->length;
    bool found = false;

    while (at < end && !found) {
        found = begins_name(*at);
        *name = (struct span){at, 0};
        while (at < end && operand_text_is_in_name(*at))
            at++;
        name->length = (size_t)(at - name->at);
        at += name->length == 0;
    }
    *rest = (struct span){at, (size_t)(end - at)};
    return found;
}
