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
/* The 33th root of logistic(-s), 1.1351 of the way to what rounds wrongly; made by coefficients.py. */
#define T0  0x3F7AADD4 /* 0.979214907 */
#define T1  0x3CC2D195 /* 0.0237815771 */
#define T2  0xBC0C61C0 /* -0.00856822729 */
#define T3  0x3AFE0620 /* 0.00193804875 */
#define T4  0x3A9AD9A7 /* 0.0011814133 */
#define T5  0x39D958D9 /* 0.00041455662 */
#define T6  0x38A5C0BB /* 7.90371196e-05 */
#define T7  0x3709D781 /* 8.21601225e-06 */
#define T8  0x35000000 /* 4.76837158e-07 */
#define T9  0x327C0000 /* 1.46683306e-08 */
#define T10 0x2F4E0000 /* 1.87355909e-10 */
