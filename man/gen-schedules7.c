/* Copies sfpu-schedules(7) from its text, man/sfpu-schedules.7.in. */
#include "insert.h"

int main(void)
{
    return insert_at_marks(NULL, 0);
}
