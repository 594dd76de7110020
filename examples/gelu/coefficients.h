/* The 33th root of normal(-s), 0.9986 of the way to what rounds wrongly; made by coefficients.py. */
#define Q0 0x3F7AADD1 /* 0.979214728 */
#define Q1 0x3CC1F65D /* 0.0236770455 */
#define Q2 0xBC15EE38 /* -0.00915103406 */
#define Q3 0x3A660674 /* 0.00087747653 */
#define Q4 0x397E7467 /* 0.000242666909 */
#define Q5 0x3768CAF6 /* 1.38755331e-05 */
#define Q6 0x3426DA89 /* 1.55394574e-07 */
#define Q7 0xB1740000 /* -3.55066732e-09 */
#define Q8 0x2FBF0000 /* 3.47426976e-10 */
#define Q9 0x2D870000 /* 1.53477231e-11 */
