/* Polynomials of atan, made by coefficients.py. */
/* -1/c, to 2^-13.9. */
#define P0 0x3DAE /* as fp16: 1.41992188 */
#define P1 0x395F /* as fp16: 0.671386719 */
#define P2 0x2EC4 /* as fp16: 0.105712891 */
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
/* atan, to 2^-19.8; BF16_Q_TURN BF16_Q1 is pi/2. */
#define BF16_Q0 0xBEAAA3E8 /* -0.333281755 */
#define BF16_Q1 0x3E4BB973 /* 0.19894962 */
#define BF16_Q2 0xB055 /* as fp16: -0.135375977 */
#define BF16_Q3 0x2D6D /* as fp16: 0.084777832 */
#define BF16_Q4 0xA8D6 /* as fp16: -0.0377807617 */
#define BF16_Q5 0x2027 /* as fp16: 0.00811004639 */
#define BF16_Q_TURN 0x40FCA782 /* 7.89544773 */
