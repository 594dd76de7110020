/* The registers of the loops of exp.S and exp-macros.S. */
#define R_LOG2E L4
#define R_MINUS_LN2_HIGH L5   /* 15 bits: its product with k is exact */
#define R_MINUS_LN2_LOW L6
#define R_C5 L7
#define R_C4 L12
#define R_C3 L13
#define R_C2 L14

    set_constant 12, C4
    set_constant 13, C3
    set_constant 14, C2
    load_word R_LOG2E, LOG2E
    load_word R_MINUS_LN2_HIGH, MINUS_LN2_HIGH
    load_word R_MINUS_LN2_LOW, MINUS_LN2_LOW
    load_word R_C5, C5
