/* 128 x / ln 2 + 128 (127 - c), and 32767 less that; c is 0.0437; made by coefficients.py. */
#define SLOPE       0x4338AA3B /* 184.664963 */
#define OFFSET      0x467DE9A3 /* 16250.4092 */
#define MINUS_SLOPE 0xC338AA3B /* -184.664963 */
#define REST        0x4681092E /* 16516.5898 */
