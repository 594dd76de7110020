/* Pages. */
#include "html_page.h"

#include <stdlib.h>

#include "cli/interrupt.h"
#include "base/fail.h"
#include "base/fileio.h"
#include "voice.h"

bool page_put(FILE *stream, page_document *document, const void *of)
{
    size_t size = 0;
    char *json = NULL;
    FILE *kept = open_memstream(&json, &size);
    bool whole = kept && document(kept, of);

    whole = kept && fclose(kept) == 0 && whole;
    whole = whole && sfpu_write_page(json, size, voice_write, stream) == SFPU_OK;
    free(json);
    return whole;
}

int page_write(const char *path, page_document *document, const void *of)
{
    struct sfp_writer writer;
    char *error;

    if (!writer_open(&writer, &(const struct sfp_target){path, "--html", NULL}, &interruptible, &error))
        return complain_of(error);
    if (page_put(writer.stream, document, of))
        return writer_commit(&writer, &error) ? 0 : complain_of(error);
    writer_abort(&writer);
    return complain(NO_MEMORY " for '%s'", path);
}
