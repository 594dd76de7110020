/*
 * Makes a page's text for the library, at build time. Reads page.html in the directory of its argument. A line
 * "@include FILE" stands for the file in that directory, and "@data" for the run. Writes two C arrays: the text before
 * the run, and the text after it. With a FILE and an ARRAY, writes that file as an array of that name.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, PATH = 4096 };

static void end_with_error(const char *path, const char *what)
{
    fprintf(stderr, "gen-page: %s: %s\n", path, what);
    exit(1);
}

static FILE *open_beside(const char *directory, const char *name)
{
    char path[PATH];
    FILE *stream;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    stream = fopen(path, "r");
    if (!stream)
        end_with_error(path, strerror(errno));
    return stream;
}

static void put_c_string(const char *line)
{
    printf("    \"");
    for (const char *c = line; *c; c++) {
        if (*c == '\n')
            printf("\\n");
        else if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if ((unsigned char)*c < ' ' || (unsigned char)*c > '~' || *c == '?') /* avoids trigraphs */
            printf("\\%03o", (unsigned char)*c);
        else
            putchar(*c);
    }
    printf("\"\n");
}

static void put_file_strings(const char *directory, const char *name)
{
    FILE *stream = open_beside(directory, name);
    char line[LINE];

    while (fgets(line, sizeof line, stream))
        put_c_string(line);
    fclose(stream);
}

static void put_page(const char *directory)
{
    static const char include[] = "@include ";
    FILE *page = open_beside(directory, "page.html");
    char line[LINE];

    printf("static const char page_before[] =\n");
    while (fgets(line, sizeof line, page)) {
        if (strncmp(line, include, strlen(include)) == 0) {
            line[strcspn(line, "\n")] = '\0';
            put_file_strings(directory, line + strlen(include));
        } else if (strcmp(line, "@data\n") == 0) {
            printf("    ;\nstatic const char page_behind[] =\n");
        } else {
            put_c_string(line);
        }
    }
    printf("    ;\n");
    fclose(page);
}

int main(int argc, char **argv)
{
    if (argc == 2) {
        put_page(argv[1]);
    } else if (argc == 4) {
        printf("static const char %s[] =\n", argv[3]);
        put_file_strings(argv[1], argv[2]);
        printf("    ;\n");
    } else {
        end_with_error("usage", "gen-page DIRECTORY [FILE ARRAY]");
    }
    return 0;
}
