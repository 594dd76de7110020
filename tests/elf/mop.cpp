/* A MOP that is configured by stores: template 1, two times three steps of Dst by 2. */
#include "kernel.h"

static const word config[] = {2, 3, 0x02000000, 0x02000000, 0x02000000, 0x38008000, 0x02000000, 0x38008000, 0x38008000};

extern "C" void _start()
{
    wait_for(MOP_DONE);
    for (unsigned i = 0; i < sizeof config / sizeof *config; i++)
        MOP_CONFIG(i) = config[i];
    TT(0x01800000); /* ttmop 1, 0, 0 */
    wait_for(MOP_DONE);
    for (;;)
        continue;
}
