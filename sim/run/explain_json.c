/* sfpsim explain --json. */
#include "explain_json.h"

#include "action/voice.h"
#include "errata.h"
#include "explain_names.h"

enum { VERSION = 1 };

static void put_kernel(struct sfp_json *j, const char *member, const char *options, const char *source)
{
    json_begin(j, member);
    json_text(j, "options", options);
    json_text(j, "source", source);
    json_end(j);
}

static void put_finding(struct sfp_json *j, const struct sfpu_finding_kind *named)
{
    json_text(j, "class", severity_class(named->severity));
    json_text_or_null(j, "remark", named->remark);
    if (!named->shown)
        return; /* a finding about a core's code */
    put_kernel(j, "kernel", named->options, named->shown);
    put_kernel(j, "mended", named->mended_options, named->mended);
}

static void put_name(struct sfp_json *j, const struct name_kind *kind, const struct sfpu_finding_kind *named)
{
    json_begin(j, NULL);
    json_text(j, "name", named->name);
    json_text(j, "kind", kind->json);
    json_text(j, "text", named->text);
    json_text(j, "source", named->source ? named->source : kind->page);
    if (kind == &name_kinds[KIND_OF_FINDINGS])
        put_finding(j, named);
    if (kind == &name_kinds[KIND_OF_ERRATA])
        erratum_put(j, erratum_named(named->name));
    json_end(j);
}

/* Writes an object for each kind in which the name exists. */
static void put_named(struct sfp_json *j, const char *name)
{
    for (size_t k = 0; k < NAME_KINDS; k++) {
        struct sfpu_finding_kind named;

        if (name_find(&name_kinds[k], name_strip(name), &named))
            put_name(j, &name_kinds[k], &named);
    }
}

static void put_kind(struct sfp_json *j, const struct name_kind *kind)
{
    struct sfpu_finding_kind named = {.size = sizeof named};

    for (size_t i = 0; kind->take(i, &named); i++)
        put_name(j, kind, &named);
}

int explain_print_json(FILE *out, const char *const *names, size_t count, size_t first)
{
    struct sfp_json j = {0};

    json_begin(&j, NULL);
    json_text(&j, "schema", "sfpsim-explain");
    json_count(&j, "version", VERSION);
    json_list(&j, "names");
    for (size_t i = 0; i < count; i++)
        put_named(&j, names[i]);
    for (size_t k = first; !count && k < NAME_KINDS; k++)
        put_kind(&j, &name_kinds[k]);
    json_list_end(&j);
    json_end(&j);
    return json_print(&j, out) ? 0 : complain_no_memory();
}
