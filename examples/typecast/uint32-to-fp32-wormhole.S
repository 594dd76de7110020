/* uint32 to fp32 on Wormhole, two vectors at a time. See README.md. */
#define PAIRS
#include "uint32-to-fp32.S"
