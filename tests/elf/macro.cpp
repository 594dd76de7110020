/* Reciprocals by SFPLOADMACRO, on Blackhole: a load, SFPARECIP a cycle later, a store another one later. */
#include "kernel.h"

extern "C" void _start()
{
    TT(0x990000C0); /* sfparecip T0, L0, 0: instruction template 0 */
    TT(0x710A0044); /* sfploadi L0, 0x0044, 10 */
    TT(0x71084B00); /* sfploadi L0, 0x4b00, 8 */
    TT(0x91000040); /* sfpconfig 4, 0, 0: sequence 0 */
    TT(0x91011081); /* sfpconfig 8, 0x110, 1: how it stores */
    TT(0x8F000000); /* sfpnop */
    for (int i = 0; i < 2; i++) {
        TT(0x9330E000); /* sfploadmacro 0, L3, 0, 0, 7 */
        TT(0x38008000); /* ttincrwc 0, 2, 0, 0 */
    }
    wait_for(THREAD_DONE);
    for (;;)
        continue;
}
