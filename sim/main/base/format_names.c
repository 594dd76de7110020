/* Names of Dst's formats in messages and in help. */
#include "format_names.h"

const char format_names[] =
#define DST_FORMAT(name, ...) " " #name
#include "formats.def"
    ;

const char swept_format_names[] =
#define DST_SWEPT(name, wider) " " #name
#include "formats.def"
    ;

#define COMMA_NARROW(name) ""
#define COMMA_WIDE(name) ", " name

const char wide_format_names[] =
#define DST_FORMAT(name, id, bytes, cells, ...) COMMA_##cells(#name)
#include "formats.def"
    ;

const char format_help[] =
#define DST_CELLS(name, ...) #name " (default)"
#define DST_FORMAT(name, ...) ", " #name
#define DST_FORMAT_LAST(name, ...) " or " #name
#include "formats.def"
    ;

const char swept_format_help[] = "every value of"
#define DST_SWEPT_FIRST(name, wider) " " #name
#define DST_SWEPT(name, wider) ", " #name
#define DST_SWEPT_LAST(name, wider) " or " #name
#include "formats.def"
    ;
