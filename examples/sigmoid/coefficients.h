/* e^-f = 1 - f + f^2 / 2 + C3 f^3 + ... + C6 f^6 for |f| <= ln2 / 2, 2^-27.7 off; made by coefficients.py. */
#define C3 0xBE2AAA42 /* -0.166665107 */
#define C4 0x3D2AAA0F /* 0.0416660868 */
#define C5 0xBC092000 /* -0.0083694458 */
#define C6 0x3AB70000 /* 0.0013961792 */
/* Of the reduction; made by coefficients.py. */
#define MINUS_LOG2E      0xBFB8AA3B /* -1.44269502 */
#define MINUS_LN2_HIGH   0xBF310000 /* -0.69140625 */
#define MINUS_LN2_LOW    0xBAE42FF0 /* -0.0017409306 */
#define MAGIC            0x4B400057 /* 12582999 */
#define MINUS_RECIPROCAL 0xFEF30000 /* -1.61501201e+38 */
#define SCALE            0x2B800000 /* 9.09494702e-13 */
#define MINUS_SCALE      0xAB800000 /* -9.09494702e-13 */
