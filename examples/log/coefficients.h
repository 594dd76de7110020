/* log.S: ln(1 + r) = r + r^2 (C0 + ... + C8 r^8), within 2^-26.17 of it; made by coefficients.py. */
#define C0        0xBEFFFFF9 /* -0.499999791 */
#define C1        0x3EAAAA8E /* 0.333332479 */
#define C2        0xBE8002B6 /* -0.250020683 */
#define C3        0x3E4CD7EB /* 0.200042412 */
#define C4        0xBE2A0000 /* -0.166015625 */
#define C5        0x3E110000 /* 0.141601562 */
#define C6        0xBE080000 /* -0.1328125 */
#define C7        0x3E050000 /* 0.129882812 */
#define C8        0xBD9C0000 /* -0.076171875 */
#define MINUS_LN2 0xBF317218 /* -0.693147182 */
/* LN, with 0.0084 of half an interval left; made by coefficients.py. */
#define LN_H0   0xBE9D6A84 /* -0.307453275 */
#define LN_H1   0xBE4AA415 /* -0.197891548 */
#define LN_H2   0xBE159874 /* -0.146089375 */
#define LN_H3   0xBDB70000 /* -0.0893554688 */
#define LN_H4   0xBCDC0000 /* -0.0268554688 */
#define LN_OF_2 0x3F317215 /* 0.693147004 */
/* LOG2, with 0.0079 of half an interval left; made by coefficients.py. */
#define LOG2_H0   0xBEE216DE /* -0.441580713 */
#define LOG2_H1   0xBE87061A /* -0.263718426 */
#define LOG2_H2   0xBE0FF18F /* -0.14056991 */
#define LOG2_H3   0xBD240000 /* -0.0400390625 */
#define LOG2_OF_2 0x3F800000 /* 1 */
/* LOG10, with 0.0214 of half an interval left; made by coefficients.py. */
#define LOG10_H0   0xBE08298D /* -0.132971004 */
#define LOG10_H1   0xBDA4739F /* -0.0802986547 */
#define LOG10_H2   0xBD375048 /* -0.0447542965 */
#define LOG10_H3   0xBC620000 /* -0.0137939453 */
#define LOG10_OF_2 0x3E9A209E /* 0.301030099 */
