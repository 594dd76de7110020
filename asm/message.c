/* Messages are one line. */
#include "message.h"

#include <ctype.h>

void sfp_message_one_line(char *text)
{
    for (; *text; text++)
        if (iscntrl((unsigned char)*text))
            *text = ' ';
}
