/* A locale of a test's own, whose decimal point is a comma. Include it behind cmocka.h. */
#ifndef SFP_COMMA_LOCALE_H
#define SFP_COMMA_LOCALE_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* It becomes the program's, until setlocale(LC_NUMERIC, "C"). */
static void take_comma(void)
{
    static const char make[] =
        "d=$(mktemp -d) && cd $d && "
        "printf 'LC_NUMERIC\\ndecimal_point \",\"\\nthousands_sep \"\"\\ngrouping -1\\nEND LC_NUMERIC\\n' > comma && "
        "{ localedef -c -i ./comma ./out 2> said || :; } && pwd";
    FILE *made = popen(make, "r");
    char place[256];

    assert_non_null(made);
    assert_non_null(fgets(place, sizeof place, made));
    pclose(made);
    place[strcspn(place, "\n")] = '\0';
    setenv("LOCPATH", place, 1);
    assert_non_null(setlocale(LC_NUMERIC, "out"));
    assert_string_equal(localeconv()->decimal_point, ",");
}

#endif
