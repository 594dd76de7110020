/* Made by coefficients.py. */
#define START 0x7ef3 /* bf16; u ((u - h)^2 + g) is within 0.000131 of 1 */
#define MINUS_CENTRE 0xbfc0 /* -h, -1.5 in bf16 */
#define FLOOR 0x3f40 /* g, 0.75 in bf16 */
#define MAGIC 0x4b40 /* 1.5 * 2^23 in bf16 */
#define MAGIC_HIGH_BITS 0x4B369800 /* 1.5 * 2^23 - 616448 */
