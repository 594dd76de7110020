/*
 * Tables of schedules. Input: options, then text, which can be the whole source, the inside of a schedule, or its rows.
 */
#include "fuzz.h"

#include "sources.h"

/* What stands around the input. */
static const struct fuzz_around arounds[] = {
    {"", ""},
    {".schedule t\n", "\n.endschedule\n.schedule_setup t\n.schedule_loop t, 5, unroll\n"},
    {".schedule t, period=2\n.rows 2\n.addrmod 2:+2, 3:+0\n.rotate v = L0, L1\n.rotate w = L2, L3, L4\n.carried L5\n"
     "t | Load | Simple | MAD | Round | Store | Front end\n", "\n.endschedule\n.schedule_setup t\n"
     ".schedule_loop t, 9, replay=0\n.schedule_loop t, 9, solid=0\n"},
    {".macro row n, a:vararg\n\\n | \\a\n.endm\n.schedule t\n.addrmod 3:+0\nt | Load | Simple | MAD | Round | Store\n",
     "\n.endschedule\nsfpnop\n.schedule_setup t, config\n.schedule_drain t\n"},
};

enum { AROUNDS = sizeof arounds / sizeof *arounds };

int fuzz_schedule(const uint8_t *data, size_t size)
{
    enum { BLACKHOLE = 1, ALL_WARNINGS = 2, FEW_ERRORS = 4, AROUND_LSB = 4, PROMISE_LSB = 6 };
    struct fuzz_input in = {data, size};
    const unsigned chosen = fuzz_byte(&in);
    struct sfp_asm_options options = {
        .arch = chosen & BLACKHOLE ? SFP_BH : SFP_WH,
        .max_errors = chosen & FEW_ERRORS ? 1 : FUZZ_MOST_ERRORS,
    };
    size_t length;
    char *text = fuzz_surround(in, &arounds[(chosen >> AROUND_LSB) % AROUNDS], &length);

    fuzz_warnings(&options, chosen & ALL_WARNINGS, false);
    fuzz_source(&options, (enum fuzz_promise)(chosen >> PROMISE_LSB), text, length);
    return 0;
}
