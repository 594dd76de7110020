/* Polynomials of the reciprocals; made by coefficients.py. */
#define LAST    0x3F300000 /* 0.6875 */
#define BF16_C0 0x40027F52 /* 2.03902102 */
#define BF16_C1 0xBF739029 /* -0.951418459 */
#define BF16_C2 0x3E175363 /* 0.147779033 */
#define START_0 0x3F87C1F0 /* 1.060606 */
#define START_1 0x3EBA2E8C /* 0.363636374 */
#define START_2 0x3D257EB5 /* 0.0404040404 */
