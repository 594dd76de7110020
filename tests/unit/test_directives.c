/* Directives: what they assemble to, worked by hand from GNU as's manual, and what is wrong with them. */
#include "assembly/asm.h"
#include "assembly/directive_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_WORDS = 12 };

/* The first error, and what there was besides. */
struct findings {
    size_t errors, warnings, notes;
    unsigned long line, column;
    size_t steps, omitted;
    char macro[40]; /* of the first step */
    char text[300];
};

static void collect(void *context, const struct sfp_diagnostic *d)
{
    struct findings *findings = context;

    findings->notes += d->note;
    findings->warnings += !d->error && !d->note;
    if (!d->error || findings->errors++ > 0)
        return;
    findings->line = d->line;
    findings->column = d->column;
    findings->steps = d->step_count;
    findings->omitted = d->omitted;
    snprintf(findings->macro, sizeof findings->macro, "%s",
             d->step_count && d->steps[0].macro ? d->steps[0].macro : "");
    snprintf(findings->text, sizeof findings->text, "%s", d->text);
}

static bool assemble(const char *text, size_t max_errors, struct sfp_program *program, struct findings *findings)
{
    struct sfp_asm_options options = {.sink = collect, .context = findings, .max_errors = max_errors};
    const struct sfp_asm_source source = {.path = "test.s", .text = text, .size = strlen(text)};

    *findings = (struct findings){0};
    warnings_init(&options.warnings);
    return assembly_make(&options, &source, 1, program);
}

struct example {
    const char *text;
    size_t count;
    uint32_t words[MOST_WORDS];
};

static void assert_examples(const struct example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct sfp_program program;
        struct findings findings;

        if (!assemble(examples[i].text, 0, &program, &findings))
            fail_msg("%s: %lu:%lu: %s", examples[i].text, findings.line, findings.column, findings.text);
        if (program.count != examples[i].count ||
            memcmp(program.words, examples[i].words, program.count * sizeof *program.words) != 0) {
            for (size_t w = 0; w < program.count; w++)
                print_error("0x%08x ", program.words[w]);
            fail_msg("%s: %zu words", examples[i].text, program.count);
        }
        sfp_program_free(&program);
    }
}

/* A text that is refused: the place of its first error, a part of what that says, and how many there are. */
struct refusal {
    const char *text;
    unsigned long line, column;
    const char *says;
    size_t errors;
};

static void assert_refusals(const struct refusal *refusals, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct refusal *r = &refusals[i];
        struct sfp_program program;
        struct findings f;

        if (assemble(r->text, 0, &program, &f))
            fail_msg("%s: not refused", r->text);
        if (f.line != r->line || f.column != r->column || !strstr(f.text, r->says) || f.errors != r->errors)
            fail_msg("%s: %lu:%lu, %zu errors: %s", r->text, f.line, f.column, f.errors, f.text);
    }
}

#define EXAMPLES(table) assert_examples(table, sizeof table / sizeof table[0])
#define REFUSALS(table) assert_refusals(table, sizeof table / sizeof table[0])

static void test_macros(void **state)
{
    static const struct example examples[] = {
        {".macro m a\n.word \\a\n.endm\nm 7\n M 8", 2, {7, 8}},
        {".macro m a, b=5\n.word \\a,\\b\n.endm\nm 1\nm 1,2\nm 1 2\nm b=3, a=4\nm a=1", 10,
         {1, 5, 1, 2, 1, 2, 4, 3, 1, 5}},
        {".macro m a=1 b=2\n.word \\a,\\b\n.endm\nm ,9", 2, {1, 9}},
        {".macro m a=1 b=2\n.word \\a,\\b\n.endm\nm /* x */ 3/* y */4\nm 5 /**/ , /* */ 6", 4, {3, 4, 5, 6}},
        {".macro m r:req, rest:vararg\n.word \\r,\\rest\n.endm\nm 1,2 , 3", 3, {1, 2, 3}},
        {".macro m a\n.word \\a\n.endm\nm 1 + 2\nm (1 + 2) * 3", 2, {3, 9}},
        {".macro m a, b\n.word \\a - \\b\n.endm\nm (4 + 3), 2", 1, {5}},
        {".macro m a, b\n.word \\a\\b, \\a\\()1, 0x\\b\\()f\n.endm\nm 2, 3", 3, {23, 21, 0x3f}},
        {".macro m op\nsfp\\op L1,L2,0\n.endm\nm mov\nm \"abs\"", 2, {0x7C000210, 0x7D000210}},
        {".macro m t\n\\t\n.endm\nm \".word 1, 2\"\nm \".word 3; .word 4\"", 4, {1, 2, 3, 4}},
        {".macro m\nl\\@: .word \\@\n.endm\nm\nm\n.word l0,l1", 4, {0, 1, 0, 1}},
        {".macro m\n.word \\+\n.endm\nm\nm\n.macro n\n.word \\+,\\@\n.endm\nn", 4, {0, 1, 0, 2}},
        {".macro m a\n.word \\(1 + )\\a\n.endm\nm 4", 1, {5}},
        {".macro out n, v\n.macro \\n\n.word \\v\n.endm\n.endm\nout in, 3\nin", 1, {3}},
        {".macro sum from=0, to=5\n.long \\from\n.if \\to-\\from\nsum \"(\\from+1)\",\\to\n.endif\n.endm\nsum 0, 3", 4,
         {0, 1, 2, 3}}, /* the manual's example */
        {".macro m a\n.word 1\n.if \\a\n.exitm\n.endif\n.word 2\n.endm\nm 0\nm 1", 3, {1, 2, 1}},
        {".macro m\n.rept 5\n.word 1\n.exitm\n.endr\n.word 2\n.endm\nm", 2, {1, 2}},
        {".macro sfpnop\n.word 9\n.endm\nsfpnop\n.purgem sfpnop\nsfpnop", 2, {9, 0x8F000000}},
        {".macro m; .word 1; .endm; m; m; .word 2", 3, {1, 1, 2}},
        {".macro .m a\n.word \\a\n.endm\n.m 3\nx: .m 4", 2, {3, 4}},
        {".macro m\n.word 1\n.endm\nm = 4\n.word m\nm", 2, {4, 1}},
        {".macro m a, b /* two */\n.word \\b # \\a\n.endm m\nm 1, /* and */ 2 // no", 1, {2}},
        {".macro m a\n.irp v, \\a, 5\n.word \\v\n.endr\n.endm\nm 4", 2, {4, 5}},
        {".rept 3\n.macro m\n.word 1\n.endm\nm\n.purgem m\n.endr", 3, {1, 1, 1}},
        {".macro m a\n.word \\a\n.endm\n.rept 3\nm 1\n.endr\n.macro n\n.word \\@\n.endm\nn", 4, {1, 1, 1, 3}},
        {".macro m\n.word \\@\n.endm\n.rept 3\nm\n.endr", 3, {0, 1, 2}},
        {".macro m a\nTTI_SFPLOADI(\\a, 0, 1 << 2);\n.endm\nm 2", 1, {0x71200004}},
        {".macro m\n.endm\n.rept 1<<40\nm\n.endr\n.word 1", 1, {1}},
    };
    static const struct refusal refusals[] = {
        {".macro m a:req\n.word \\a\n.endm\nm", 4, 1, "macro 'm' needs its argument 'a'", 1},
        {".macro m a\n.endm\nm 1,2", 3, 5, "takes no more than 1 argument", 1},
        {".macro m value\n.endm\nm valeu=1", 3, 3, "no argument 'valeu'; did you mean 'value'?", 1},
        {".macro m a,b\n.endm\nm a=1, 2", 3, 8, "after one with a name", 1},
        {".macro m a,a\n.endm", 1, 12, "a second argument named 'a'", 1},
        {".macro m a:need\n.endm", 1, 12, "req or vararg", 1},
        {".macro m a:vararg,b\n.endm", 1, 19, "no argument may follow a vararg", 1},
        {".macro m\n.endm\n.macro M\n.endm", 3, 8, "already defined, at test.s:1", 1},
        {".macro\n.endm", 1, 1, "needs a name", 1},
        {".macro 1\n.endm", 1, 8, "expected the macro's name", 1},
        {".macro m\nm 1", 1, 1, "has no '.endm'", 1},
        {".macro m\nsfpfoo\n.endm\n m", 2, 1, "unknown instruction", 1},
        {".macro twice\n.endm\ntwyce", 3, 1, "did you mean 'twice'?", 1},
        {".macro m\n.if 1\n.endm\nm\n.endif", 2, 1, "this '.if' has no '.endif'", 2},
        {".macro m\n.if 0\n.endm\nm\nsfpfoo", 2, 1, "this '.if' has no '.endif'", 2}, /* behind m nothing is skipped */
        {".if 1\n.macro m\n.endif\n.endm\nm\n.endif", 6, 1, "'.endif' without '.if'", 1},
        {".macro m\n.endif\n.if 1\n.endm\n.if 1\nm\n.word 1", 3, 1, "this '.if' has no '.endif'", 1},
        {".macro m\n.else\n.endm\n.if 0\n.else\nm\n.endif", 2, 1, "after the '.else' at line 5", 1},
        {".macro m\n.endif\n.exitm\n.endm\n.if 1\nm\n.endif", 7, 1, "'.endif' without '.if'", 1},
        {".if 1\n.rept 2\n.else\n.endr\n.endif", 3, 1, "'.else' after the '.else'", 1},
        {".altmacro", 1, 1, "not supported", 1},
        {".macro m a\n.word \\a.x\n.endm\nm 1", 2, 8, "macro 'm' has no argument 'a.x'", 1},
        {".irp a, 1\n.word \\b\n.endr", 2, 7, "'\\' has no meaning here", 1},
        {".macro m\n.endm\nm 1", 3, 3, "macro 'm' takes no arguments", 1},
        /* one whose header is wrong is called without looking at its body */
        {".macro m a:vararg,b\nsfpfoo\n.endm\nm 1", 1, 19, "no argument may follow a vararg", 1},
        {".macro m a:need\nsfpfoo\n.endm\nm 1", 1, 12, "req or vararg", 1},
    };

    (void)state;
    EXAMPLES(examples);
    REFUSALS(refusals);
}

static void test_repeats(void **state)
{
    static const struct example examples[] = {
        {".irp v, 1, 2+3,\"4\"\n.word \\v\n.endr", 3, {1, 5, 4}},
        {".irp v 1 2\n.word \\v\n.endr", 2, {1, 2}},
        {".irp v\n.word 1\\v\n.endr", 1, {1}},
        {".irp r, L1, L2\n.irp s, L3, L4\nsfpmov \\r,\\s,0\n.endr\n.endr", 4,
         {0x7C000310, 0x7C000410, 0x7C000320, 0x7C000420}},
        {".irpc c, 105\n.word \\c\n.endr", 3, {1, 0, 5}},
        {".irpc c, \"1 2\"\n.word 4\\c\n.endr", 3, {41, 4, 42}},
        {".irpc c\n.word 1\\c\n.endr", 1, {1}},
        {".irp v, 1, 2, 3\n.word \\v\n.if \\v == 2\n.exitm\n.endif\n.endr", 2, {1, 2}},
        {".irp v, 7\n.word \\+\n.endr\n.rept 3\n.word \\+\n.endr", 4, {0, 0, 1, 2}},
        {".rept 2\n.irp v, 1, 2\n.word \\v\n.endr\n.endr", 4, {1, 2, 1, 2}},
        {".rept 2; .rept 2; .word 1; .endr 5; .endr", 4, {1, 1, 1, 1}},
    };
    static const struct refusal refusals[] = {
        {".irp\n.endr", 1, 1, "'.irp' needs the name", 1},
        {".irp a, 1\n.word 1", 1, 1, "has no '.endr'", 1},
        {".irp a, 1, x, 2\n.word \\a\n.endr", 2, 7, "'x' is not defined", 1},
    };

    (void)state;
    EXAMPLES(examples);
    REFUSALS(refusals);
}

static void test_conditions(void **state)
{
    static const struct example examples[] = {
        {".if 1\n.word 1\n.else\n.word 2\n.endif", 1, {1}},
        {".if 0\n.word 1\n.else\n.word 2\n.endif", 1, {2}},
        {".if 0\n.word 1\n.elseif 2\n.word 2\n.elseif 1/0\n.word 3\n.else\n.word 4\n.endif", 1, {2}},
        {".if 0\n.if 1\n.else\n.endif\n.elseif 0\n.endif\n.word 5", 1, {5}},
        {".if 0\n.elseif 1; .word 1; .else; .word 2; .endif; .word 3", 2, {1, 3}},
        {".if 0\n' \" ) .word nonsense # .endif\n/* .endif */ .if 1\n.endif\n.endif\n.word 1", 1, {1}},
        /* As in GNU as: behind a label there is no directive in text that is skipped. */
        {".if 0\nx: .else\n.word 1\n.endif\n.word 2", 1, {2}},
        {".if 0\nx: .if 1\n.endif\n.word 2", 1, {2}},
        {".macro m\n.endif\n.word 3\n.endm\n.if 1\nm\n.word 1", 2, {3, 1}},
        {".macro m\n.else\n.word 7\n.endm\n.if 1\n.word 1\nm\n.word 2\n.endif\n.word 3", 2, {1, 3}},
        {".macro m\n.elseif 1\n.word 7\n.endm\n.if 1\n.word 1\nm\n.word 2\n.else\n.word 8\n.endif\n.word 3", 2, {1, 3}},
        {".macro m n\n.if \\n == 0\n.endif\n.endif\n.endm\n.if 1\n.if 1\nm 0\nm 1\n.word 4", 1, {4}},
        {".if 1\n.rept 2\n.word 1\n.endif\n.if 1\n.endr\n.endif", 2, {1, 1}},
        {".if 1\n.if 1\n.rept 2\n.endif\n.endr\n.word 1", 1, {1}},
        {".irp v, 0, 1\n.if \\v\n.word \\v\n.endr\n.endif\n.endif\n.word 2", 1, {2}},
        {".ifeq 0\n.word 1\n.endif\n.ifne 0\n.word 2\n.endif", 1, {1}},
        {".iflt 0\n.word 1\n.endif\n.ifle 0\n.word 2\n.endif\n.ifgt 1\n.word 3\n.endif\n.ifge -1\n.word 4\n.endif", 2,
         {2, 3}},
        {".ifgt 0\n.word 1\n.endif\n.ifge 0\n.word 2\n.endif\n.iflt -1\n.word 3\n.endif\n.ifle 1\n.word 4\n.endif", 2,
         {2, 3}},
        {".set a, 0\n.ifdef a\n.word 1\n.endif\n.ifndef a\n.word 2\n.endif\n.ifnotdef b\n.word 3\n.endif", 2, {1, 3}},
        {".ifdef l\n.word 1\n.endif\nl: .word 2\n.ifdef l\n.word 3\n.endif", 2, {2, 3}},
        {".ifb\n.word 1\n.endif\n.ifb x\n.word 2\n.endif\n.ifnb x\n.word 3\n.endif\n.ifnb # x\n.word 4\n.endif", 2,
         {1, 3}},
        {".ifc a b , a  b\n.word 1\n.endif\n.ifc ab,a b\n.word 2\n.endif\n.ifnc a,b\n.word 3\n.endif\n.ifc ,\n"
         ".word 4\n.endif",
         3, {1, 3, 4}},
        {".ifeqs \"a\",\"a\"\n.word 1\n.endif\n.ifnes \"a\" , \"b\"\n.word 2\n.endif", 2, {1, 2}},
        {".ifeqs \"\\x41\\n\",\"A\\012\"\n.word 1\n.endif\n.ifeqs \"\\\"\",\"\\\\\"\n.word 2\n.endif\n"
         ".ifeqs \"\",\"\"\n.word 3\n.endif",
         2, {1, 3}},
        /* A quote is a character like others, and a character its number. */
        {".ifc \"a,b\",\"a,b\"\n.word 1\n.endif\n.ifc \"a\", \"a\"\n.word 2\n.endif\n.ifnc \"a\",a\n.word 3\n.endif\n"
         ".ifc 'a, 97\n.word 4\n.endif\n.ifc 'b',98\n.word 5\n.endif",
         4, {2, 3, 4, 5}},
        {".set i, 0\n.rept 4\n.if i % 2\n.word i\n.endif\n.set i, i + 1\n.endr", 2, {1, 3}},
        {".if 0\n.macro m\n.endif\n.word 1", 1, {1}}, /* as in GNU as: skipped is skipped */
    };
    static const struct refusal refusals[] = {
        {".word 1\n.if 1\n.word 2", 2, 1, "this '.if' has no '.endif'", 1},
        {".if 0\n.word 2", 1, 1, "this '.if' has no '.endif'", 1},
        {".ifdef x\n.if 0", 1, 1, "this '.ifdef' has no '.endif'", 1},
        {".endif", 1, 1, "'.endif' without '.if'", 1},
        {".else", 1, 1, "'.else' without '.if'", 1},
        {".elseif 1", 1, 1, "'.elseif' without '.if'", 1},
        {".if 1\n.else\n.else\n.endif", 3, 1, "'.else' after the '.else' at line 2", 1},
        {".if 0\n.else\n.elseif 1\n.endif", 3, 1, "'.elseif' after the '.else' at line 2", 1},
        {".if zork\nsfpfoo\n.else\nsfpbar\n.endif", 1, 5, "'zork' is not defined", 1},
        {".if )\nsfpfoo\n.elseif 1\nsfpbar\n.endif", 1, 5, "before ')'", 1},
        {".if 1\n.else 2\n.endif", 2, 7, "nothing may follow '.else'", 1},
        {".ifdef 1\n.endif", 1, 8, "'.ifdef' takes one name", 1},
        {".ifc a\n.endif", 1, 6, "two texts", 1},
        {".ifeqs a,b\n.endif", 1, 8, "two strings", 1},
        {".rept 2\n.if 1\n.endr\n.word 1", 2, 1, "this '.if' has no '.endif'", 1},
        /* Of a condition that is wrong no branch is assembled, nor what follows an .else too many. */
        {".if 0\n.elseif zork\nsfpfoo\n.else\nsfpbar\n.endif", 2, 9, "'zork' is not defined", 1},
        {".if 0\n.elseif )\nsfpfoo\n.else\nsfpbar\n.endif", 2, 9, "before ')'", 1},
        {".if 0\n.else\n.else\nsfpfoo\n.endif", 3, 1, "'.else' after the '.else' at line 2", 1},
        {".if 0\n.else\n.elseif 1\nsfpfoo\n.else\nsfpbar\n.endif", 3, 1, "'.elseif' after the '.else' at line 2", 2},
        {".ifdef a b\nsfpfoo\n.else\nsfpbar\n.endif", 1, 8, "'.ifdef' takes one name", 1},
        {".ifdef\nsfpfoo\n.else\nsfpbar\n.endif", 1, 1, "'.ifdef' takes one name", 1},
        {".ifeqs \"a\" \"b\"\nsfpfoo\n.else\nsfpbar\n.endif", 1, 8, "two strings", 1},
        {".ifeqs \"a\",\"a\" b\nsfpfoo\n.else\nsfpbar\n.endif", 1, 8, "two strings", 1},
    };

    (void)state;
    EXAMPLES(examples);
    REFUSALS(refusals);
}

static void test_layout(void **state)
{
    static const struct example examples[] = {
        {".word 1\n.org 3\n.word 2", 4, {1, 0, 0, 2}},
        {".org 2, 7\nx: .word x, .", 4, {7, 7, 2, 3}},
        {".org . + 1\n.org 1", 1, {0}},
        {".word 1\n.align 2\n.word 2", 5, {1, 0x02000000, 0x02000000, 0x02000000, 2}},
        {".word 1\n.p2align 1, 5\n.balign 2\n.word 2", 3, {1, 5, 2}},
        {".word 1\n.balign 4, , 2\n.balign 4, 9, 3", 4, {1, 9, 9, 9}},
        {".word 1\n.balign 4, 9, 0\n.word 2\n.p2align 2, 8, -1", 8, {1, 9, 9, 9, 2, 8, 8, 8}},
        {".balign 1<<40\n.balign 0\n.word 1", 1, {1}},
        {".fill 2, 4, 0x12345678\n.fill 1, 4\n.fill 0, 4", 3, {0x12345678, 0x12345678, 0}},
        {".rept 2\n.org . + 1\n.word .\n.endr", 4, {0, 1, 0, 3}},
        {".equiv a, 3\n.int a\n.4byte a+1\n.long 5", 3, {3, 4, 5}},
        {".fill 1, 4, -2147483648\n.fill 1, 4, 0xffffffff", 2, {0x80000000, 0xFFFFFFFF}},
        {".p2align 31\n.balign 1\n.word 1\n.p2align 0\n.balign 1\n.word 2", 2, {1, 2}},
    };
    static const struct refusal refusals[] = {
        {".word 1, 2\n.org 1", 2, 6, "'.org' goes forward only, and this is word 2", 1},
        {".org -1", 1, 6, "forward only", 1},
        {".org 1<<62", 1, 1, "more than", 1},
        {".fill 1<<62, 4", 1, 1, "more than", 1},
        {".fill 4", 1, 1, "by default it is 1", 1},
        {".fill 4, 8", 1, 10, "a whole word", 1},
        {".fill -1, 4", 1, 7, "not a number of times", 1},
        {".fill 1, 4, 1<<32", 1, 13, "does not fit", 1},
        {".fill 1, 4, -2147483649", 1, 13, "does not fit", 1},
        {".word 1<<32", 1, 7, "4294967296 does not fit", 1},
        {".ttinsn -2147483649", 1, 9, "-2147483649 does not fit", 1},
        {".ttinsn 1<<32", 1, 9, "4294967296 does not fit", 1},
        {".balign 3", 1, 9, "a power of two", 1},
        {".balign -2", 1, 9, "a power of two", 1},
        {".align 32", 1, 8, "the exponent of two, 0..31", 1},
        {".align -1", 1, 8, "the exponent of two, 0..31", 1},
        {"ttnop\n.balign 1<<40", 2, 1, "more than", 1},
        {".align", 1, 7, "expected an expression", 1},
        {".equiv a, 1\n.equiv a, 2", 2, 8, "'a' is already defined, at test.s:1", 1},
        {".equiv a, 1\n.set a, 2", 2, 6, "'a' is already defined, at test.s:1", 1},
        {".equiv a, 1\na = 1", 2, 1, "'a' is already defined, at test.s:1", 1},
        {"a == 1\na = 2", 2, 1, "'a' is already defined, at test.s:1", 1},
        {"a = 1\na == 2", 2, 1, "'a' is already defined, at test.s:1", 1},
        {"int i = 4;\n.set i, 5", 2, 6, "'i' is an integer of C here", 1},
        {".set ., 1", 1, 6, "'.org'", 1},
        /* What could not be given a value can be given one later; where it got its last one is where it is defined. */
        {"a = zork\na == 2\n.word a", 1, 5, "'zork' is not defined", 1},
        {"a = zork\na = 2\n.if a == 2\nsfpfoo\n.endif", 1, 5, "'zork' is not defined", 2},
        {"a == 1\na = zork\n.if a == 1\nsfpfoo\n.endif", 2, 5, "'zork' is not defined", 2},
        {"a: ttnop\na = zork\n.if a == 0\nsfpfoo\n.endif", 2, 5, "'zork' is not defined", 2},
        {"a = 1\na = 2\na == 3", 3, 1, "'a' is already defined, at test.s:2", 1},
    };

    (void)state;
    EXAMPLES(examples);
    REFUSALS(refusals);
}

static void test_messages(void **state)
{
    static const struct refusal refusals[] = {
        {".error \"no\\tway\\033\\177\\n \\\"x\\\"\"", 1, 8, "no\tway??? \"x\"", 1},
        {".error", 1, 1, "'.error' is reached", 1},
        {".rept 2\n.error \"x\"\n.endr", 2, 8, "x", 1},
        {".fooo \"x\" )", 1, 1, "unknown directive '.fooo'", 1},
        {".cfi_ 1", 1, 1, "unknown directive '.cfi_'", 1},
        {".elsif 1", 1, 1, "did you mean '.elseif'?", 1},
        {".rpet 1", 1, 1, "did you mean '.rept'?", 1},
        {".err", 1, 1, "'.err' is reached", 1},
        {".abort", 1, 1, "'.abort' is not supported; write '.error'", 1},
        {".nop", 1, 1, "'.nop' is not supported; write sfpnop", 1},
        {".linefile 1", 1, 1, "'.linefile' is not supported; write '.file' and '.line'", 1},
        {".byte 1", 1, 1, "'.byte' is not supported; write whole words", 1},
        {".2byte 1", 1, 1, "write whole words", 1},
        {".zero 4", 1, 1, "write whole words", 1},
        {".data", 1, 1, "'.data' is not supported; a program has one section", 1},
        {".eqv a, 1", 1, 1, "write '.set' with a known value", 1},
        {"ttnop\n.end", 2, 1, "ends at the end of its file", 1},
        {".section .rodata", 1, 1, "'.section' is supported only for '.text'", 1},
        {".section", 1, 1, "'.section' is supported only for '.text'", 1},
        {".attribute arch, \"rv32im_xtttensixbh\"\n.arch wh", 2, 7, "this says wormhole", 1},
        {".arch wh\n.arch bh", 2, 7, "this says blackhole, but wormhole was stated before", 1},
        {"ttnop\n.arch bh", 2, 7, "before the first instruction", 1},
        {".arch blackhole_and_more", 1, 7, "'blackhole_and_more' is not an arch", 1},
        {".word (1", 1, 9, "expected ')' before the end of the statement", 1},
        {".word 1f\n1: ttnop", 1, 7, "'1f' is a label after this", 1},
        {".word ab, b\nab: .set b, 1", 1, 7, "'ab' is defined only below", 2},
        {".word b\n.word ab, b == 1, b.c\nab: cb: .set b_, 1", 1, 7, "'b' is not defined", 4},
        {".word b\n.set  b , 1", 1, 7, "'b' is defined only below", 1},
        {".word 2b", 1, 7, "no label '2:' stands before this", 1},
        {".word L1", 1, 7, "'L1' is not defined", 1},
        {".set T1, 3\nsfpmad T1, L0, L0, L0, 0", 2, 8, "VD", 1},
        {".include \"no/such/file.s\"", 1, 10, "cannot read 'no/such/file.s'", 1},
        {".include \"/dev/zero\"", 1, 10, "not a readable file", 1},
        {".include \"a\\0b\"", 1, 10, "no file can have this name", 1},
        {".include \"\"", 1, 10, "no file can have this name", 1},
        {".include 5", 1, 10, "expected a string", 1},
        {".incbin \"no/such/file.s\"", 1, 9, "cannot read", 1},
        {".loc 3 4", 1, 1, "no '.file 3'", 1},
        {".loc x", 1, 6, "this is not .loc FILE LINE", 1},
    };
    struct sfp_program program;
    struct findings f;

    (void)state;
    REFUSALS(refusals);
    assert_true(assemble(".rept 3\n.warning \"w\"\n.print \"n\"\n.endr\n.exitm\n.endm\n.endr\n.purgem x\n.ttinsn 1", 0,
                         &program, &f));
    assert_int_equal(f.warnings, 7);
    assert_int_equal(f.notes, 3);
    sfp_program_free(&program);
    assert_false(assemble("sfpfoo\nsfpfoo\nsfpfoo", 2, &program, &f));
    assert_int_equal(f.errors, 2);
    assert_int_equal(f.notes, 1);
    assert_false(assemble("sfpmad L99,L99,L99,L99,99\nsfpfoo", 1, &program, &f));
    assert_int_equal(f.errors, 1);
}

/* What GNU as takes as a symbol, a label or a character. */
static void test_names(void **state)
{
    static const struct example examples[] = {
        {"a == 3\n.word a", 1, {3}},
        {"1: .word 1b\n1 : .word 1b, 1b + 1\n0: .word 0b, 0b1", 5, {0, 1, 2, 3, 1}},
        {".rept 3\n5: .word 5b\n.endr", 3, {0, 1, 2}},
        {".macro m\n9: .word 9b\n.endm\nm\nm", 2, {0, 1}},
        {".if 0\n1: .endif\n.endif\n.word 1", 1, {1}},
        {".set T1, 3\nsfpload L0, T1, 3, 3\n.word T1", 2, {0x7003C003, 3}},
        {"T0 = 1\nT1: .word T0 + T1\n.word T1, -T0", 3, {1, 0, 0xFFFFFFFF}},
        {"sfpmad T1, L1, L2, L3, 0\n.set L2, 7\n.word L2\nsfpmov L1, L2, 0", 3, {0x840123D0, 7, 0x7C000210}},
        {"int T2 = 5;\nsfpload L0, T2, 3, 3", 1, {0x7003C005}},
        {".macro L0 a\n.word \\a\n.endm\nL0 4\nL3: .word L3", 2, {4, 1}},
        {".word '''\n.word ''\n.word '', 1", 4, {0x27, 0x27, 0x27, 1}},
        {".word 1!!0, 5!!3, 1!!!0, 5 ! ! 3, 5!3, !!5, 5+1!!3", 7, {1, 6, 0, 6, 0xFFFFFFFD, 1, 7}},
        {".macro m a, b\n.word \\a, 0x\\b\n.endm\nm 'a, 'b'\nm '\\101', ' ", 4, {97, 0x98, 65, 0x32}},
        {"\xEF\xBB\xBF.word 1", 1, {1}},
        {".type x, @function\n.size x, .-x\n.ident \"a;b\"; .word 1\n.cfi_startproc\n.cfi_def_cfa_offset 16\n"
         ".section .text.k, \"ax\", @progbits\n.section .text\n.option norvc\n.attribute arch, \"rv32i\"\n"
         ".comm x, 4\n.weak x\n.local y\n.hidden x",
         1, {1}},
        {".attribute arch, \"rv32im_xtttensixbh1p0\"\nsfpgt L0, L1, 0, 1", 1, {0x97000101}},
        /* Constants of the arch that holds where they stand: XMOV is 0x1000 on Wormhole, and 0x200 on Blackhole. */
        {".set a, p_stall::XMOV\n.arch bh\n.word a, p_stall::XMOV", 2, {0x1000, 0x200}},
        {".rep 2\n.word 1\n.endr", 2, {1, 1}},
        {".macro m\n.word 1\n.exitm 5\n.endm\nm", 1, {1}},
    };
    static const struct refusal refusals[] = {
        {"ttnop\n\xEF\xBB\xBF.word 1", 2, 1, "byte 0xef has no meaning here", 1},
        {"\xEF\xBB\xBF#if 1\nttnop", 1, 4, "'#if' is for the C preprocessor", 1},
    };

    (void)state;
    EXAMPLES(examples);
    REFUSALS(refusals);
}

/* Assembles the lines of `text` that start with # inside the braces of C: they give as many errors as outside. */
static void assert_in_block(const char *text, size_t errors)
{
    char block[400] = "{\n";
    struct sfp_program program;
    struct findings findings;

    for (const char *line = text, *end; *line; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        if (line[strspn(line, " ")] == '#')
            snprintf(block + strlen(block), sizeof block - strlen(block), "%.*s\n", (int)(end - line), line);
    }
    strcat(block, "TTI_NOP;\n}\n");
    if (assemble(block, 0, &program, &findings) != (errors == 0) || findings.errors != errors)
        fail_msg("%s: %zu errors: %s", block, findings.errors, findings.text);
    sfp_program_free(&program);
}

/* Which lines with a # are for the C preprocessor: none of them may count as a comment, and no comment as one. */
static void test_preprocessor_lines(void **state)
{
    static const struct refusal refusals[] = {
        {"#if 0\nttnop", 1, 1, "'#if' is for the C preprocessor", 1},
        {" #if defined(A) && !defined B // c", 1, 2, "'#if'", 1},
        {"#if defined A", 1, 1, "'#if'", 1},
        {"#if(A)", 1, 1, "'#if'", 1},
        {"#if !A /* two words */", 1, 1, "'#if'", 1},
        {"#if F(1, 2) > 3", 1, 1, "'#if'", 1},
        {"#if A && \\\nttnop", 1, 1, "'#if'", 1},
        {"#elif A", 1, 1, "'#elif'", 1},
        {"#else", 1, 1, "'#else'", 1},
        {"#else // A\nttnop", 1, 1, "'#else'", 1},
        {"#endif // A", 1, 1, "'#endif'", 1},
    };
    static const struct example examples[] = {
        {"#if this is so\nttnop", 1, {0x02000000}},
        {"#if so, skip\n#if needed.\n#iffy\n#if\n#else we stop\n#elsewhere\n#elif the rest; x\nttnop", 1, {0x02000000}},
        {"#pragma once\nttnop #if 1", 1, {0x02000000}},
        {"#error no\n#endifoo\n#include it\n#undef 1\nttnop", 1, {0x02000000}},
        {"# 5 sevens\n#5 \"x.h\"\n# \"x.h\"\n# 5 \"x.h\nttnop", 1, {0x02000000}},
    };

    /* With blanks behind the # they are comments to GNU as; to C they are not. */
    static const struct example apart[] = {
        {"# if 0\nttnop", 1, {0x02000000}},
        {"#\tendif\nttnop", 1, {0x02000000}},
        {"# define X 1\nttnop", 1, {0x02000000}},
    };

    (void)state;
    REFUSALS(refusals);
    EXAMPLES(examples);
    EXAMPLES(apart);
    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++)
        assert_in_block(apart[i].text, 1);
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
        assert_in_block(refusals[i].text, 1);
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        assert_in_block(examples[i].text, 0);
}

/* Lines as .line, .file and .loc say they are. */
static void test_lines(void **state)
{
    static const struct {
        const char *text;
        const char *file;
        unsigned long line;
        const char *from; /* what .loc says that a compiler made it from */
        unsigned long from_line;
    } cases[] = {
        {"\n\nttnop", "test.s", 3, NULL, 0},
        {".line 40\nttnop", "test.s", 40, NULL, 0},
        {".file \"k.c\"\nttnop", "test.s", 2, NULL, 0},
        {".file \"k.c\"\n.line 7\n\nttnop", "k.c", 8, NULL, 0},
        {".file 1 \"k.c\"\n.loc 1 9 3 is_stmt 0\n\nttnop", "test.s", 4, "k.c", 9},
        {".file 2 \"d\" \"k.c\"\n.loc 2 9\n.loc 2 8\nttnop\n.loc 2 7", "test.s", 4, "d/k.c", 8},
        {"# 7 \"k.h\"\n.if 1\nttnop\n.endif", "k.h", 8, NULL, 0},
        {".if 0\n# 7 \"k.h\"\n.endif\nttnop", "k.h", 8, NULL, 0},
        {"#7 \"k.h\"\nttnop", "test.s", 2, NULL, 0},
        {"{\n # 7 \"k.h\"\nTTI_NOP;\n}", "k.h", 7, NULL, 0},
        {"{\n#7 \"k.h\"\n# 7 k.h \"\nTTI_NOP;\n}", "test.s", 4, NULL, 0},
        {".macro m\n\nttnop\n.endm\n\nm", "test.s", 3, NULL, 0},
        {".macro m\n# 7 \"k.h\"\n\nttnop\n.endm\nm", "k.h", 8, NULL, 0},
        {".macro o\n.macro i\n\nttnop\n.endm\n.endm\no\ni", "test.s", 4, NULL, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfp_program program;
        struct findings findings;
        struct sfp_where where;

        if (!assemble(cases[i].text, 0, &program, &findings))
            fail_msg("%s: %s", cases[i].text, findings.text);
        assert_true(sfp_program_where(&program, 0, &where));
        assert_string_equal(where.file, cases[i].file);
        assert_int_equal(where.line, cases[i].line);
        assert_int_equal(where.from_line, cases[i].from_line);
        if (cases[i].from)
            assert_string_equal(where.from_file, cases[i].from);
        else
            assert_null(where.from_file);
        sfp_program_free(&program);
    }
}

/* Where a word of a macro came from, and the way out of an error in one. */
static void test_steps(void **state)
{
    struct sfp_program program;
    struct findings f;
    struct sfp_where where;

    (void)state;
    assert_true(assemble(".macro m r\n  sfpmov \\r,L2,0\n.endm\nm L1\nm L3", 0, &program, &f));
    assert_true(sfp_program_where(&program, 1, &where));
    assert_int_equal(where.line, 2);
    assert_int_equal(where.column, 3);
    assert_int_equal(where.length, strlen("  sfpmov L3,L2,0"));
    assert_memory_equal(where.text, "  sfpmov L3,L2,0", where.length);
    sfp_program_free(&program);

    assert_false(assemble(".macro m r\nsfpmov \\r,L16,0\n.endm\n.irp v,L1\nm \\v\n.endr", 0, &program, &f));
    assert_int_equal(f.line, 2);
    assert_int_equal(f.column, 11);
    assert_int_equal(f.steps, 2);
    assert_string_equal(f.macro, "m");

    assert_false(assemble(".macro m n\nm \\n\n.endm\nm 1", 0, &program, &f));
    assert_int_equal(f.errors, 1);
    assert_int_equal(f.steps, 10);
    assert_int_equal(f.omitted, 190);
}

/* Blocks in each other, the outermost `repetitions` of them .rept and `turns` .irp, around a word. */
static bool assemble_blocks(int repetitions, int turns, struct findings *f)
{
    char text[1 << 14];
    size_t length = 0;
    struct sfp_program program;
    bool assembled;

    for (int i = 0; i < repetitions + turns; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, i < repetitions ? ".rept 1\n" : ".irp a,1\n");
    length += (size_t)snprintf(text + length, sizeof text - length, ".word 7\n");
    for (int i = 0; i < repetitions + turns; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, ".endr\n");
    assembled = assemble(text, 0, &program, f);
    sfp_program_free(&program);
    return assembled;
}

/* 200 of a kind in each other, and not one more. Files: tests/cases/asm-include.case. */
static void test_deepest(void **state)
{
    static const struct refusal macros[] = {
        {".macro m n\n.if \\n\nm (\\n-1)\n.endif\n.word 7\n.endm\nm 200", 3, 1, "macros are nested more than 200 deep",
         1},
    };
    struct sfp_program program;
    struct findings f;

    (void)state;
    assert_true(assemble(".macro m n\n.if \\n\nm (\\n-1)\n.endif\n.word 7\n.endm\nm 199", 0, &program, &f));
    assert_int_equal(program.count, 200);
    sfp_program_free(&program);
    REFUSALS(macros);
    assert_true(assemble_blocks(200, 0, &f));
    assert_true(assemble_blocks(0, 200, &f));
    assert_true(assemble_blocks(120, 80, &f));
    assert_false(assemble_blocks(201, 0, &f));
    assert_int_equal(f.line, 201);
    assert_string_equal(f.text, "blocks are nested more than 200 deep");
    assert_false(assemble_blocks(0, 201, &f));
    assert_false(assemble_blocks(120, 81, &f));
}

/* The table is searched by halves, so a directive in the wrong place would not be found. */
static void test_every_directive(void **state)
{
    size_t count = 0;

    (void)state;
    for (const struct directive *d; (d = directive_at(count)); count++) {
        assert_ptr_equal(directive_find(d->name, strlen(d->name)), d);
        if (count > 0)
            assert_true(strcmp(directive_at(count - 1)->name, d->name) < 0);
    }
    assert_true(count > 100);
}

/* A schedule that can be set up, recorded, repeated and waited for, and of which half a body is recorded. */
static const char schedule_text[] = ".schedule s, period=1\n"
                                    ".rows 2\n"
                                    ".addrmod 2:+2\n"
                                    ".rotate v = L0, L1\n"
                                    "t | Load                   | Simple               | MAD | Round | Store\n"
                                    "0 | [v] sfpload v, 0, 3, 2 |                      |     |       |\n"
                                    "1 | ...                    | [v] sfpabs L16, v, 1 |     |       |\n"
                                    "2 | ...                    |                      |     |       | "
                                    "[v] sfpstore L16, [v], 3\n"
                                    ".endschedule\n"
                                    ".schedule_setup s\n"
                                    ".schedule_record s, 31\n";

/* The words of a text with a directive in it; 0 if it is refused. */
static size_t words_with(const char *before, const char *directive, const char *operands, const char *after,
                         struct findings *f)
{
    char text[1024];
    struct sfp_program program;
    size_t count;

    snprintf(text, sizeof text, "%s%s %s\n%s", before, directive, operands, after);
    count = assemble(text, 0, &program, f) ? program.count : 0;
    sfp_program_free(&program);
    return count;
}

/* Does a directive make words with these operands? No table takes it then. */
static bool makes_words(const char *directive, const char *operands)
{
    static const char table[] = "ttnop\n.schedule x\nt | Load | Simple\n0 | | sfpabs L1, L0, 0\n";
    struct findings f;
    const size_t without = words_with(schedule_text, "", "", "", &f);

    assert_true(without > 0);
    assert_int_equal(words_with(table, "", "", ".endschedule\n", &f), 1);
    if (words_with(table, directive, operands, ".endschedule\n", &f) > 1)
        fail_msg("%s %s makes words in a table", directive, operands);
    if (words_with(schedule_text, directive, operands, "", &f) <= without)
        return false;
    words_with(table, directive, operands, ".endschedule\n", &f);
    if (!strstr(f.text, "cannot stand in a schedule") || f.line != 5)
        fail_msg("%s %s in a table: line %lu, %s", directive, operands, f.line, f.text);
    return true;
}

/* The directives that make words are those of which the table says it. */
static void test_words_in_tables(void **state)
{
    char file[] = "/tmp/test_directives-XXXXXX", quoted[sizeof file + 2];
    const char *const operands[] = {"", "1", "4", "32", "s", "s, 4", "1, 4", quoted};
    const int fd = mkstemp(file);
    const struct directive *d;

    (void)state;
    assert_int_equal(write(fd, "\n\n\n\n", 4), 4); /* nothing to .include, and a word to .incbin */
    close(fd);
    snprintf(quoted, sizeof quoted, "\"%s\"", file);
    for (size_t i = 0; (d = directive_at(i)); i++) {
        bool makes = false;

        for (size_t o = 0; o < sizeof operands / sizeof operands[0]; o++)
            makes |= makes_words(d->name, operands[o]);
        if (makes != (d->stands == STANDS_WORDS))
            fail_msg("%s %s words, other than directives.def says", d->name, makes ? "makes" : "makes no");
    }
    unlink(file);
}

/* What says something of a stretch of the source cannot stand in a table either; what belongs to one, only there. */
static void test_sides_of_tables(void **state)
{
    static const struct refusal refusals[] = {
        {".schedule x\n.region a\n", 2, 1, "'.region' cannot stand in a schedule", 2},
        {".schedule x\n.hazards auto\n", 2, 1, "'.hazards' cannot stand in a schedule", 2},
        {".schedule x\n.arch bh\n", 2, 1, "'.arch' cannot stand in a schedule", 2},
        {".schedule x\n.data\n", 2, 1, "'.data' cannot stand in a schedule", 2},
        {".rows 2\n", 1, 1, "'.rows' stands between '.schedule' and '.endschedule'", 1},
        {".carried L0\n", 1, 1, "'.carried' stands between '.schedule' and '.endschedule'", 1},
    };

    (void)state;
    REFUSALS(refusals);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* One error each, in no time to speak of. */
static void test_bombs(void **state)
{
    static const struct refusal refusals[] = {
        {".rept 1<<40\nttnop\n.endr", 1, 1, "words", 1},
        {".rept 1<<40\n.set i,1\n.endr", 1, 1, "words", 1},
        {".macro m\nm\n.endm\nm", 2, 1, "nested more than 200 deep", 1},
        {".macro m\nm\nm\n.endm\nm", 2, 1, "nested more than 200 deep", 1},
        /* sfpasm(5): 3 * 2^23 bytes and 16 for each byte of the source, of which there are 27 and 64 */
        {".macro m a\nm \\a\\a\n.endm\nm 1", 2, 1, "included again come to more than 25166256 bytes of text", 1},
        {".macro m n\n.if \\n\n.irp k,0,0\nm (\\n-1+\\k)\n.endr\n.endif\n.endm\nm 60", 3, 1,
         "included again come to more than 25166848 bytes of text", 1},
        {".macro a\n.endm\n.macro b\na\na\na\na\na\na\na\na\n.endm\n.macro c\nb\nb\nb\nb\nb\nb\nb\nb\n.endm\n"
         ".macro d\nc\nc\nc\nc\nc\nc\nc\nc\n.endm\n.macro e\nd\nd\nd\nd\nd\nd\nd\nd\n.endm\n"
         ".macro f\ne\ne\ne\ne\ne\ne\ne\ne\n.endm\n.macro g\nf\nf\nf\nf\nf\nf\nf\nf\n.endm\n"
         ".macro h\ng\ng\ng\ng\ng\ng\ng\ng\n.endm\nh",
         /* A text costs its bytes and 12: a 12, b 28 and 8 of a, 124 in all, c 28 and 8 of b, 1020, ... g 4194300. Of
          * h, six of these fit below 25169552, then g, f, e and d begin, three of c, another with four of
          * b, and of its fifth b only 28 bytes are left. */
         4, 1, "more than 25169552 bytes of text", 1},
    };
    const double begin = now();
    char *nested = malloc(1 << 16);
    struct sfp_program program;
    struct findings f;
    size_t length = 0;

    (void)state;
    assert_non_null(nested);
    REFUSALS(refusals);
    while (length < 5000)
        length += (size_t)sprintf(nested + length, ".rept 2\n");
    assert_false(assemble(nested, 0, &program, &f));
    length = 0;
    while (length < 60000)
        length += (size_t)sprintf(nested + length, ".irp a,1,2,3,4,5,6,7,8,9\n");
    while (length < (1 << 16) - 10)
        length += (size_t)sprintf(nested + length, ".endr\n");
    assert_false(assemble(nested, 0, &program, &f));
    assert_int_equal(f.errors, 1);
    free(nested);
    if (now() - begin > 60)
        fail_msg("%.1f s", now() - begin);
}

/* Many calls cost what they must and no more. */
static void test_many_calls(void **state)
{
    enum { CALLS = 200000 };
    struct sfp_program program;
    struct findings f;
    const double begin = now();
    char *text = malloc(CALLS * 12 + 100);
    size_t length;

    (void)state;
    assert_non_null(text);
    length = (size_t)sprintf(text, ".macro m a\n.word \\a\n.endm\n");
    for (unsigned i = 0; i < CALLS; i++)
        length += (size_t)sprintf(text + length, "m %u\n", i);
    assert_true(assemble(text, 0, &program, &f));
    assert_int_equal(program.count, CALLS);
    assert_int_equal(program.words[CALLS - 1], CALLS - 1);
    sfp_program_free(&program);
    free(text);
    if (now() - begin > 20)
        fail_msg("%.1f s", now() - begin);
}

/* What sfpasm(5) says of them. */
static void test_help(void **state)
{
    static const char *const helps[][2] = {
        {".global", "is read and does nothing"}, {".abort", "is an error: write '.error'"},
        {".word", "words, one for each expression: data"}, {".nop", "is an error: write sfpnop"}, {".byte", "is an error: write whole words, by '.word' or '.fill'"},
        {".rows", "in a schedule: Dst rows from one vector to the next"},
    };
    char help[DIRECTIVE_HELP_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof helps / sizeof helps[0]; i++) {
        directive_help(directive_find(helps[i][0], strlen(helps[i][0])), help);
        assert_string_equal(help, helps[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_macros),    cmocka_unit_test(test_repeats), cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_layout),    cmocka_unit_test(test_messages), cmocka_unit_test(test_lines),
        cmocka_unit_test(test_help),
        cmocka_unit_test(test_names),     cmocka_unit_test(test_preprocessor_lines),
        cmocka_unit_test(test_steps),     cmocka_unit_test(test_deepest), cmocka_unit_test(test_bombs),
        cmocka_unit_test(test_many_calls), cmocka_unit_test(test_every_directive),
        cmocka_unit_test(test_words_in_tables), cmocka_unit_test(test_sides_of_tables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
