/* Prints the yardsticks of this machine; with --integer the ns of YARDSTICK_INTEGER alone, for scripts. */
#include <stdio.h>
#include <string.h>

#include "yardstick.h"

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--integer") == 0)
        printf("%.2f\n", yardstick_ns(YARDSTICK_INTEGER, ""));
    else
        yardstick_print();
    return 0;
}
