/* Polynomials of atan, made by coefficients.py. */
/* -1/c, to 2^-13.7. */
#define P0 0x3FB507C9 /* 1.41430008 */
#define P1 0x3954 /* fp16: 0.666015625 */
#define P2 0x2EAF /* fp16: 0.104431152 */
/* atan of fp32, to 2^-23.9. */
#define Q0 0xBEAAAA3D /* -0.333330065 */
#define Q1 0x3E4CB9EF /* 0.19992803 */
#define Q2 0xBE117F6B /* -0.142087623 */
#define Q3 0x3DDA5BBC /* 0.106620282 */
#define Q4 0xACD4 /* fp16: -0.0754394531 */
#define Q5 0x2984 /* fp16: 0.0430908203 */
#define Q6 0xA42B /* fp16: -0.0162811279 */
#define Q7 0x19EF /* fp16: 0.00289726257 */
/* atan of bf16, to 2^-19.3. */
#define BF16_Q0 0xBEAAA4C0 /* -0.333288193 */
#define BF16_Q1 0x3E4BBCAF /* 0.198961958 */
#define BF16_Q2 0xB055 /* fp16: -0.135375977 */
#define BF16_Q3 0x2D6D /* fp16: 0.084777832 */
#define BF16_Q4 0xA8D6 /* fp16: -0.0377807617 */
#define BF16_Q5 0x2026 /* fp16: 0.00810241699 */
#define QUARTER_TURN 0x416BB8D2 /* 14.7326221 */
#define HALF_PI 0x3FC90FDB
