/* Polynomials of atan, made by coefficients.py. */
/* -1/c, to 2^-13.9. */
#define P0 0x3DAE /* as fp16: 1.41992188 */
#define P1 0x395F /* as fp16: 0.671386719 */
#define P2 0x2EC4 /* as fp16: 0.105712891 */
/* -1/c, to 2^-19.2. */
#define BF16_P0 0x3FF15A04 /* 1.88555956 */
#define BF16_P1 0x3FAA8D04 /* 1.33242846 */
#define BF16_P2 0x36B1 /* as fp16: 0.418212891 */
#define BF16_P3 0x2A4C /* as fp16: 0.0491943359 */
/* atan, to 2^-24.8; Q_TURN Q3 is pi/2. */
#define Q0 0xBEAAAA57 /* -0.33333084 */
#define Q1 0x3E4CBA04 /* 0.199928343 */
#define Q2 0xBE1178EA /* -0.142062813 */
#define Q3 0x3DDA33FC /* 0.106544465 */
#define Q4 0xACD3 /* as fp16: -0.075378418 */
#define Q5 0x2985 /* as fp16: 0.0431213379 */
#define Q6 0xA42F /* as fp16: -0.0163421631 */
#define Q7 0x19FA /* as fp16: 0.00291824341 */
#define Q_TURN 0x416BE3C3 /* 14.7431059 */
/* atan, to 2^-17.5; BF16_Q_TURN BF16_Q1 is pi/2. */
#define BF16_Q0 0xBEAA8974 /* -0.333079934 */
#define BF16_Q1 0x3E48DD4D /* 0.196156695 */
#define BF16_Q2 0xAFD7 /* as fp16: -0.122497559 */
#define BF16_Q3 0x2B86 /* as fp16: 0.0587768555 */
#define BF16_Q4 0xA326 /* as fp16: -0.013961792 */
#define BF16_Q_TURN 0x41002037 /* 8.00786495 */
