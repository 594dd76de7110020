/* Names of Dst's formats in messages and in help, from their table. */
#ifndef SFP_FORMAT_NAMES_H
#define SFP_FORMAT_NAMES_H

/* Of all, and of those that are swept, with a space before each. */
extern const char format_names[], swept_format_names[];

/* Of those of 32 bits, with ", " before each. */
extern const char wide_format_names[];

/* What --help says of an option that takes any, and of one that takes those that are swept. */
extern const char format_help[], swept_format_help[];

#endif
