/* What the loop keeps in registers. */
#define LOG2E L4
#define MINUS_LN2_HIGH L5   /* 15 bits: its product with k is exact */
#define MINUS_LN2_LOW L6
#define C5 L7
#define C4 L12
#define C3 L13
#define C2 L14

    set_constant 12, 0x3D2AAC91     // C4 = 0.0416684768
    set_constant 13, 0x3E2AAA49     // C3 = 0.166665205
    set_constant 14, 0x3EFFFFFE     // C2 = 0.49999994
    load_word LOG2E, 0x3FB8AA3B
    load_word MINUS_LN2_HIGH, 0xBF317200
    load_word MINUS_LN2_LOW, 0xB5BFBE8E
    load_word C5, 0x3C091D06        // 0.00836873613
