/* The index of the manual's pages. */
#include "pages.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/fileio.h"

enum { LONGEST_PATH = 4096, LONGEST_NAME = 256 };

/* Is the file a page of the manual? Its name then ends in .html. */
static int is_page(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name), ending = strlen(".html");

    return length > ending && strcmp(entry->d_name + length - ending, ".html") == 0 &&
           strcmp(entry->d_name, "index.html") != 0;
}

/* Writes the page's description, which is HTML. */
static void put_subject(struct html *page, const char *file)
{
    static const char begins[] = "<span class=\"Nd\">";
    struct sfp_buffer buffer = {0};
    char path[LONGEST_PATH], *error = NULL;
    const char *subject;

    snprintf(path, sizeof path, "%s/%s", page->manual, file);
    if (file_read_text(path, &buffer, &error) && (subject = strstr(buffer.data, begins)) != NULL) {
        subject += strlen(begins);
        fwrite(subject, 1, strcspn(subject, "<"), page->out);
    }
    buffer_free(&buffer);
    free(error);
}

/* Writes a link with the text "sfpu-dst(7)" for the file "sfpu-dst.7.html". */
static void put_link(struct html *page, const char *file)
{
    char name[LONGEST_NAME];

    snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - strlen(".7.html")), file);
    html(page, "<dt><a href=\"%s\">%s(%s)</a></dt>\n<dd>", file, name, (char[]){file[strlen(name) + 1], '\0'});
}

void write_manual_index(struct html *page)
{
    struct dirent **entries;
    const int count = scandir(page->manual, &entries, is_page, alphasort);

    html_begin(page, "Manual");
    html(page, "<dl class=\"manual\">\n");
    for (int i = 0; i < count; i++) {
        put_link(page, entries[i]->d_name);
        put_subject(page, entries[i]->d_name);
        html(page, "</dd>\n");
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    html(page, "</dl>\n");
    html_end(page);
}
