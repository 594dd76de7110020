/* Made by coefficients.py. */
#define START 0x7ef2 /* bf16; y0 b ((y0 b - h)^2 + g) is within 0.000124 of 1 */
#define MINUS_CENTRE_BITS 0xBFC0013D /* -h, -1.50003779 */
#define FLOOR 0x3f40 /* g, 0.75 in bf16 */
#define MAGIC 0x4b40 /* 1.5 * 2^23 in bf16 */
#define MAGIC_HIGH_BITS 0x4B369800 /* 1.5 * 2^23 - 616448 */
