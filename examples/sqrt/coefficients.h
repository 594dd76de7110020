/* Of sqrt and rsqrt, made by coefficients.py: y0 p(c) is 1/sqrt(x) to 2^-15.6. */
#define MAGIC 0x5F111080
#define CENTRE 0x3F903626 /* 1.12665248 */
#define MINUS_CENTRE 0xBF903626
#define FLOOR 0x3F81AFA6 /* 1.01317286 */
/* With this y0 p(c) is nowhere above 1/sqrt(x). */
#define FLOOR_BELOW 0x3F81AEC5 /* 1.01314604 */
/* With these sqrt and rsqrt of all bf16 numbers are rounded correctly. */
#define FLOOR_SQRT_BF16 0x3F81AF2E /* 1.01315856 */
#define FLOOR_RSQRT_BF16 0x3F81AF06 /* 1.01315379 */
