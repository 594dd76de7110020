/* The headers that recording puts before the user's, and the other files of its directory. */
#include "files.h"

#include "record.h"

#include <stdio.h>
#include <stdlib.h>

const char *const sfp_record_files[] = {
    RECORD_HEADER, RECORD_SOURCE, RECORD_PREPROCESSED, RECORD_DEPENDENCIES, RECORD_PROGRAM, RECORD_WORDS,
    RECORD_TABLE,
#define STAND_IN(name) name,
#include "stand_ins.def"
#undef STAND_IN
    NULL,
};

static const char header[] =
#include "sfpu_record.inc"
    ;

static const char stand_in[] = "#include \"" RECORD_HEADER "\"\n";

char *record_path(const char *directory, const char *name)
{
    char *path;

    return asprintf(&path, "%s/%s", directory, name) < 0 ? NULL : path;
}

bool record_write(const char *directory, const char *name, const char *text, size_t size, char **error)
{
    char *path = record_path(directory, name);
    struct sfp_writer writer;
    bool written;

    *error = NULL;
    if (!path)
        return false;
    written = sfp_writer_open(&writer, path, NULL, error);
    if (written) {
        fwrite(text, 1, size, writer.stream);
        written = sfp_writer_commit(&writer, error);
    }
    free(path);
    return written;
}

bool sfp_record_write_headers(const char *directory, char **error)
{
    static const char *const stand_ins[] = {
#define STAND_IN(name) name,
#include "stand_ins.def"
#undef STAND_IN
    };

    if (!record_write(directory, RECORD_HEADER, header, sizeof header - 1, error))
        return false;
    for (size_t i = 0; i < sizeof stand_ins / sizeof stand_ins[0]; i++)
        if (!record_write(directory, stand_ins[i], stand_in, sizeof stand_in - 1, error))
            return false;
    return true;
}
