/* Messages are one line. */
#ifndef SFP_MESSAGE_H
#define SFP_MESSAGE_H

/* Makes blanks of newlines and other control characters: others' messages, and what they quote, may hold any. */
void sfp_message_one_line(char *text);

#endif
