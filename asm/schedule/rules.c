#include "rules.h"
void schedule_check(struct assembler *as, struct schedule *s)
{
    (void)as;
    (void)s;
}
