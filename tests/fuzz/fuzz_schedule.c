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
     ".schedule_loop t, 9, replay=0\n.schedule_loop t, 9, replay=29\n.schedule_loop t, 9, solid=0\n"
     ".schedule_record t, 29\n.schedule_rest t\n"},
    {".macro row n, a:vararg\n\\n | \\a\n.endm\n.schedule t\n.addrmod 3:+0\nt | Load | Simple | MAD | Round | Store\n",
     "\n.endschedule\nsfpnop\n.schedule_setup t, config\n.schedule_drain t\n"},
};

int fuzz_schedule(const uint8_t *data, size_t size)
{
    return fuzz_within((struct fuzz_input){data, size}, arounds, sizeof arounds / sizeof *arounds);
}
