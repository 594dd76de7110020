/*
 * Findings about the matrix unit with the vector unit, the banks and the configuration (sfpu-matrix(7), Findings). For
 * each finding: programs that have the finding, and similar programs that do not. include/explained.def has a mended twin
 * for each finding.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reference/slow_pipeline.h"

static const struct row {
    enum sfp_arch arch;
    const char *name, *source;
    bool found;
} rows[] = {
    /* ELWMUL of block 0 writes rows 0 to 7; a load as bf16 reaches 4 rows. */
    {SFP_WH, "matrix-load", "ttelwmul 0,0,0,0,0\n sfpload L0,0,2,0", true},
    {SFP_BH, "matrix-load", "ttelwmul 0,0,0,0,0\n ttnop\n sfpnop\n sfpload L0,4,2,0", true},
    {SFP_BH, "matrix-load", "ttelwmul 0,0,0,0,0\n ttnop\n sfpnop\n ttincrwc 0,0,0,0\n sfpload L0,4,2,0", false},
    {SFP_WH, "matrix-load", "ttelwmul 0,0,0,0,0\n sfpload L0,8,2,0", false},
    {SFP_WH, "matrix-load", "ttelwmul 0,0,0,0,8\n sfpload L0,8,2,0", true},
    /* The older of two writes is found too, up to three instructions later. */
    {SFP_WH, "matrix-load", "ttelwmul 0,0,0,0,0\n ttelwmul 0,0,0,0,8\n sfpload L0,0,2,0", true},
    {SFP_WH, "matrix-load",
     "ttelwmul 0,0,0,0,0\n ttelwmul 0,0,0,0,8\n ttelwmul 0,0,0,0,16\n ttelwmul 0,0,0,0,24\n sfpload L0,0,2,0", false},
    {SFP_WH, "matrix-load",
     "ttelwmul 0,0,0,0,0\n ttelwmul 0,0,0,0,8\n ttelwmul 0,0,0,0,16\n ttelwmul 0,0,0,0,24\n sfpload L0,8,2,0", true},
    /* GMPOOL writes 4 rows; this MOVA2D writes row 13 alone. */
    {SFP_WH, "matrix-load", "ttgmpool 0,1,0,0,0\n sfpload L0,0,2,0", true},
    {SFP_WH, "matrix-load", "ttgmpool 0,1,0,0,0\n sfpload L0,4,2,0", false},
    {SFP_WH, "matrix-load", "ttmova2d 0,0,0,0,13\n sfpload L0,12,2,0", true},
    {SFP_WH, "matrix-load", "ttmova2d 0,0,0,0,13\n sfpload L0,8,2,0", false},
    /* Under Fp32_enabled row 8 of 32 bits has its halves in 16-bit rows 16 and 24. */
    {SFP_WH, "matrix-load", "ttrmwcib3 0x20,0x20,1\n ttnop\n ttelwmul 0,0,0,0,8\n sfpload L0,24,2,0", true},
    {SFP_WH, "matrix-load", "ttrmwcib3 0x20,0x20,1\n ttnop\n ttelwmul 0,0,0,0,8\n sfpload L0,8,2,0", false},
    /* Moves to sources write no Dst. A wait for the matrix unit drains, a wait for the vector unit does not. */
    {SFP_WH, "matrix-load", "ttmovd2b 0,0,0,0,0\n sfpload L0,0,2,0", false},
    {SFP_WH, "matrix-load", "ttelwmul 0,0,0,0,0\n ttstallwait 0x100,0x80\n sfpload L0,0,2,0", false},
    {SFP_BH, "matrix-load", "ttelwmul 0,0,0,0,0\n ttstallwait 0x100,0x10\n sfpload L0,0,2,0", false},
    {SFP_WH, "matrix-load", "ttelwmul 0,0,0,0,0\n ttstallwait 0x100,0x4000\n sfpload L0,0,2,0", true},

    {SFP_WH, "store-matrix", "sfpstore L0,0,2,0\n ttelwmul 0,0,0,0,0", true},
    {SFP_WH, "store-matrix", "sfpstore L0,8,2,0\n ttelwmul 0,0,0,0,0", false},
    {SFP_BH, "store-matrix", "sfpstore L0,4,2,0\n ttmovd2b 0,16,0,0,5", true},
    {SFP_BH, "store-matrix", "sfpstore L0,0,2,0\n ttmovd2b 0,16,0,0,5", false},
    {SFP_WH, "store-matrix", "sfpstore L0,0,2,0\n ttelwadd 0,0,0,0,0", false},
    {SFP_WH, "store-matrix", "sfpstore L0,0,2,0\n ttelwadd 0,1,0,0,0", true},
    {SFP_WH, "store-matrix", "sfpstore L0,0,2,0\n ttmova2d 0,0,0,2,0", false},
    {SFP_WH, "store-matrix", "sfpstore L0,0,2,0\n ttstallwait 0x40,0x4000\n ttelwmul 0,0,0,0,0", false},
    {SFP_WH, "store-matrix", "sfpstore L0,0,2,0\n ttstallwait 0x40,0x80\n ttelwmul 0,0,0,0,0", true},
    {SFP_WH, "store-matrix",
     "ttstallwait 0x40,0x4000\n ttnop\n ttnop\n sfpstore L0,0,2,0\n .rept 9\n sfpnop\n .endr\n ttelwmul 0,0,0,0,0",
     true},

    {SFP_WH, "source-unowned", "ttmovd2a 0,0,0,0,0", true},
    {SFP_WH, "source-unowned", "ttstallwait 0x40,0x480\n ttmovd2a 0,0,0,0,0", false},
    {SFP_WH, "source-unowned", "ttstallwait 0x40,0x880\n ttmovd2a 0,0,0,0,0", true},
    {SFP_BH, "source-unowned", "ttstallwait 0x40,0x110\n ttmovd2b 0,0,0,0,0", false},
    /* A wait that does not hold the matrix unit shows nothing. */
    {SFP_BH, "source-unowned", "ttstallwait 0x100,0x110\n ttmovd2b 0,0,0,0,0", true},
    {SFP_WH, "source-unowned", "ttelwadd 0,0,0,0,0\n ttmovd2b 0,0,0,0,0", false},
    {SFP_WH, "source-unowned", "ttelwadd 1,0,0,0,0\n ttmovd2b 0,0,0,0,0", false},
    {SFP_WH, "source-unowned", "ttelwadd 2,0,0,0,0\n ttmovd2b 0,0,0,0,0", true},
    {SFP_WH, "source-unowned", "ttmovb2d 0,0,0,0,0\n ttmovb2a 0,0,0,0", true},
    {SFP_WH, "source-unowned", "ttmova2d 0,0,0,0,0\n ttmovb2a 0,0,0,0", false},
    /* ZEROSRC clears the matrix unit's bank; the bank that an unpacker fills; both banks. */
    {SFP_WH, "source-unowned", "ttzerosrc 0,1,0,1", true},
    {SFP_WH, "source-unowned", "ttzerosrc 0,0,0,1", false},
    {SFP_WH, "source-unowned", "ttzerosrc 0,1,1,1", false},

    {SFP_BH, "valid-undrained", "ttelwmul 3,0,0,0,0\n ttstallwait 0x40,0x100\n ttnop", true},
    {SFP_BH, "valid-undrained", "ttelwmul 3,0,0,0,0\n ttstallwait 0x40,0x110\n ttnop", false},
    {SFP_BH, "valid-undrained", "ttelwmul 1,0,0,0,0\n ttstallwait 0x40,0x100\n ttnop", false},
    {SFP_BH, "valid-undrained", "ttelwmul 1,0,0,0,0\n ttstallwait 0x40,0x80\n ttnop", true},
    {SFP_BH, "valid-undrained", "ttelwmul 0,0,0,0,0\n ttstallwait 0x40,0x180\n ttnop", false},
    /* ELWMUL works in cycles 0 to 4 on Wormhole: in cycle 5 all is over. */
    {SFP_WH, "valid-undrained", "ttelwmul 3,0,0,0,0\n .rept 4\n ttnop\n .endr\n ttstallwait 0x40,0x400\n ttnop", false},
    {SFP_WH, "valid-undrained", "ttelwmul 3,0,0,0,0\n .rept 3\n ttnop\n .endr\n ttstallwait 0x40,0x400\n ttnop", true},

    {SFP_WH, "source-twice", "ttsetrwc 3,0,0,0,0,0\n ttsetrwc 3,0,0,0,0,0", true},
    {SFP_WH, "source-twice", "ttsetrwc 1,0,0,0,0,0\n ttsetrwc 2,0,0,0,0,0", false},
    {SFP_WH, "source-twice", "ttsetrwc 3,0,0,0,0,0\n ttmova2d 0,0,0,2,0\n ttsetrwc 3,0,0,0,0,0", false},
    {SFP_WH, "source-twice", "ttmovb2d 0,0,0,0,0\n ttcleardvalid 2,0\n ttcleardvalid 2,0", true},
    {SFP_WH, "source-twice", "ttelwadd 2,0,0,0,0\n ttsetrwc 1,0,0,0,0,0", false},
    {SFP_WH, "source-twice", "ttsetrwc 1,0,0,0,0,0\n ttstallwait 0x40,0x480\n ttsetrwc 1,0,0,0,0,0", false},

    {SFP_WH, "matrix-config", "ttmvmul 0,0,0,0\n ttsetc16 7,8", true},
    {SFP_WH, "matrix-config", "ttmvmul 0,0,0,0\n ttsetc16 7,0", false}, /* as it is */
    {SFP_WH, "matrix-config", "ttmvmul 0,0,0,0\n ttsetc16 1,64", false}, /* the offset of rows */
    {SFP_BH, "matrix-config", "ttmvmul 0,0,0,0\n ttsetc16 11,1", true},  /* the base of phases */
    {SFP_WH, "matrix-config", "ttmvmul 0,0,0,0\n ttrmwcib3 0x20,0x20,1", true},
    {SFP_WH, "matrix-config", "ttmvmul 0,0,0,0\n ttrmwcib3 0x40,0x40,1", false}, /* SFPU_Fp32_enabled */
    {SFP_WH, "matrix-config", "ttmvmul 0,0,0,0\n .rept 4\n ttnop\n .endr\n ttsetc16 7,8", false},
    {SFP_BH, "matrix-config", "ttmvmul 0,0,0,0\n .rept 4\n ttnop\n .endr\n ttsetc16 12,8", true},
    {SFP_WH, "matrix-config", "ttsetdmareg 0,0xFFFF,0,0\n ttsetdmareg 0,0xFFFF,0,1\n ttnop\n ttmvmul 0,0,0,0\n"
                              " ttwrcfg 0,0,1\n ttnop\n ttnop", true}, /* lands a cycle later */

    {SFP_WH, "product-twice", "ttmvmul 0,0,0,0\n ttmvmul 0,0,0,0", true},
    {SFP_WH, "product-twice", "ttmvmul 0,0,0,0\n ttmvmul 0,0,0,8\n ttmvmul 0,0,0,0", true},
    {SFP_WH, "product-twice", "ttmvmul 0,0,0,0\n ttmvmul 0,0,0,8", false},
    {SFP_WH, "product-twice", "ttsetc16 23,0x2000\n .rept 4\n ttmvmul 0,0,0,0\n .endr", false},
    {SFP_WH, "product-twice", "ttsetc16 23,0x2000\n .rept 5\n ttmvmul 0,0,0,0\n .endr", true}, /* four phases */
    {SFP_WH, "product-twice", "ttsetc16 7,0x0010\n ttmvmul 0,0,0,0\n ttmvmul 0,0,0,0", false}, /* SrcA goes on */
    {SFP_WH, "product-twice", "ttsetc16 7,0x0800\n ttmvmul 0,0,0,0\n ttmvmul 0,0,0,0", false}, /* SrcB goes on */
    {SFP_WH, "product-twice", "ttmvmul 1,0,0,0\n ttmvmul 0,0,0,0", false}, /* another bank */
    {SFP_WH, "product-twice", "ttmvmul 0,0,0,0\n ttsetrwc 2,0,0,0,0,0\n ttmvmul 0,0,0,0", false},
    {SFP_WH, "product-twice", "ttmvmul 0,0,0,0\n ttsetrwc 0,0,0,0,0,0\n ttmvmul 0,0,0,0", true},
    {SFP_WH, "product-twice", "ttmvmul 0,0,0,0\n ttzeroacc 3,0,0\n ttmvmul 0,0,0,0", false},
    {SFP_WH, "product-twice", "ttmvmul 0,0,0,0\n sfpstore L0,0,2,0\n ttmvmul 0,0,0,0", false},
    {SFP_WH, "product-twice", "ttmvmul 0,0,0,0\n ttelwmul 0,0,0,0,0", false},
    {SFP_WH, "product-twice", "ttelwmul 0,0,0,0,0\n ttelwmul 0,0,2,0,0", false}, /* one row of SrcB for all */
    {SFP_WH, "product-twice", "ttgmpool 0,1,0,0,0\n ttgmpool 0,1,0,0,0", false},
};

/* Returns whether a finding has this name. Findings are separated by " | ", and begin with their names. */
static bool has_finding(const char *findings, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = findings; (at = strstr(at, name)); at++)
        if ((at == findings || at[-1] == ' ') && at[length] == ' ')
            return true;
    return false;
}

static void test_findings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct watched w;

        watched_start(&w, rows[i].arch);
        w.m->s.skips = true;
        watched_run(&w, rows[i].source);
        if (has_finding(w.findings, rows[i].name) != rows[i].found)
            fail_msg("%s: %s\n%s\n%s", rows[i].name, rows[i].found ? "is missing" : "is there", rows[i].source,
                     w.findings);
        watched_end(&w);
    }
}

/* Runs SFPLOADMACRO after a product: once with the load on rows that the matrix unit is still writing, which is a
 * finding, and once with the load on other rows, which is none. */
static void test_macro(void **state)
{
    struct watched w;

    (void)state;
    watched_start(&w, SFP_WH);
    w.m->s.skips = true;
    watched_run(&w, "ttelwmul 0,0,0,0,0\n sfploadmacro 0,L0,0,2,0");
    assert_true(has_finding(w.findings, "matrix-load"));
    watched_run(&w, "ttelwmul 0,0,0,0,8\n sfploadmacro 0,L0,0,2,0");
    assert_false(has_finding(w.findings, "matrix-load"));
    watched_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_findings), cmocka_unit_test(test_macro)};

    return cmocka_run_group_tests_name("matrix unit: findings", tests, NULL, NULL);
}
