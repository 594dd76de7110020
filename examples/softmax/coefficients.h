/* exp of |r| <= ln2 / 2 to 2^-26.71; the last byte of C5 is 127; made by coefficients.py. */
#define LOG2E     0x3FB8AA3B /* 1.44269502 */
#define MINUS_LN2 0xBF317218 /* -0.693147182 */
#define C2        0x3EFFFFE7 /* 0.499999255 */
#define C3        0x3E2AAA46 /* 0.166665167 */
#define C4        0x3D2AC050 /* 0.0416873097 */
#define C5        0x3C091E7F /* 0.00836908724 */
#define C6        0x3AA60000 /* 0.00126647949 */

/* Less the word of x: a word of a number close to 1 / x. */
#define RECIPROCAL 0x7EF31000
