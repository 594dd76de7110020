/* Runs a program, and records its executed words and the address modifiers that they use. */
#include "loop_body.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "isa/timing.h"
#include "isa/vector_unit.h"
#include "base/array.h"
#include "base/fail.h"

void loop_body_free(struct loop_body *body)
{
    free(body->executed);
    *body = (struct loop_body){0};
}

/* ---- The run ---- */

struct recording {
    struct loop_body *body;
    size_t room;
    struct sfp_index index;
    uint32_t used;       /* bit i: a load or store uses address modifier i */
    uint32_t differs;    /* bit i: modifier i was seen with different steps */
    bool lost;           /* memory ran out: for the words, or to stop the run and read LaneConfig */
};

static void note_modifier_step(struct recording *r, uint32_t word, int step)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&r->index, word);
    const uint32_t number = insn ? sfp_field(insn, word, SFP_F_ADDR_MODE) : 0;

    if (!insn || !sfp_has_field(insn, SFP_F_ADDR_MODE) || insn->unit == SFP_UNIT_NONE || number >= LOOP_ADDRMODS)
        return;
    if (r->used >> number & 1 && r->body->addrmods[number].rows != step)
        r->differs |= UINT32_C(1) << number;
    r->used |= UINT32_C(1) << number;
    r->body->addrmods[number].rows = step;
}

/* Returns whether the word also uses index registers in some lane. Sets r->lost if LaneConfig cannot be read. */
static bool is_indexed(struct recording *r, const struct sfp_insn *insn, uint32_t word)
{
    uint32_t lanes[SFPU_LANES], config = 0;

    if (!insn || insn->unit == SFP_UNIT_NONE)
        return false;
    r->lost = sfpu_get_lane_config(r->body->machine, lanes) != SFPU_OK;
    if (r->lost)
        return false;
    for (unsigned lane = 0; lane < SFPU_LANES; lane++)
        config |= lanes[lane];
    return sfp_index_lregs(insn, word, config) != 0;
}

static void record_executed_word(void *context, const struct sfpu_event *event)
{
    struct recording *r = context;
    const struct sfp_insn *insn;

    if (event->kind != SFPU_EVENT_EXEC || event->scheduled || r->lost)
        return;
    insn = sfp_insn_of_word(&r->index, event->word);
    if (insn && (insn->id == SFP_I_NOP || insn->id == SFP_I_REPLAY || insn->id == SFP_I_MOP))
        return;
    r->lost = !array_room(&r->body->executed, r->body->executed_count, &r->room, sizeof *r->body->executed);
    if (r->lost)
        return;
    r->body->executed[r->body->executed_count++] = (struct loop_word){
        .word = event->word,
        .lanes = insn && insn->unit != SFP_UNIT_NONE ? event->lanes : UINT32_MAX,
        .indexed = is_indexed(r, insn, event->word),
        .index = event->index,
    };
    note_modifier_step(r, event->word, event->step);
}

/* Runs the program up to the limits, recording its words. */
static bool run_recorded(sfpu_machine *m, struct recording *r, char **error)
{
    const struct sfpu_limits limits = {
        .size = sizeof limits, .instructions = LOOP_MOST_EXECUTED, .cycles = LOOP_MOST_CYCLES};
    int code;

    sfpu_fail_findings(m, SFPU_ERROR); /* findings of severity error, for loop_body_is_sound() */
    sfpu_on_event(m, record_executed_word, r);
    code = sfpu_run_until(m, &limits);
    sfpu_on_event(m, NULL, NULL);
    if (code < 0)
        return fail_with(error, "%s", sfpu_error(m));
    sfpu_end_run(m);
    if (!r->lost)
        return true;
    *error = NULL;
    return false;
}

bool loop_body_is_sound(const struct loop_body *body, char **error)
{
    struct sfpu_finding finding = {.size = sizeof finding};
    char place[LOOP_PLACE_SIZE];

    for (size_t i = 0; sfpu_get_finding(body->machine, i, &finding) == SFPU_OK; i++)
        if (finding.severity == SFPU_ERROR)
            return fail_with(error, "%s: %s [%s]", loop_body_place(body, finding.index, place), finding.text,
                             finding.name);
    return true;
}

/* ---- Address modifiers that the loop does not use, from the machine's state ---- */

enum { DST_INCREMENT = SFP_COUNTER_MASK + 1 }; /* increments are modulo this */

static int32_t sign_increment(json_int_t increment)
{
    return (int32_t)(increment < DST_INCREMENT / 2 ? increment : increment - DST_INCREMENT);
}

static bool modifier_only_adds(const json_t *entry)
{
    return json_is_false(json_object_get(entry, "dst_clear")) && json_is_false(json_object_get(entry, "dst_cr")) &&
           json_is_false(json_object_get(entry, "dst_c_to_cr"));
}

/* Fills body->addrmods. An unused modifier that adds 0 is not known: 0 may mean unset. */
static void read_addrmods(struct loop_body *body, const struct recording *r, const json_t *state)
{
    enum { BASE = 4 };
    const json_t *entries = json_object_get(state, "addr_mod");
    const struct sfp_arch_facts *facts = sfp_arch_facts(body->arch);
    const size_t count = (size_t)1 << facts->addr_mod_bits;
    const bool moved = json_is_true(json_object_get(json_object_get(state, "config"), "addr_mod_base"));
    const size_t first = moved && count < LOOP_ADDRMODS ? BASE : 0;

    for (size_t i = 0; i < count && i < LOOP_ADDRMODS; i++) {
        const json_t *entry = json_array_get(entries, first + i);
        const int32_t rows = sign_increment(json_integer_value(json_object_get(entry, "dst_incr")));
        struct loop_addrmod *a = &body->addrmods[i];

        if (!(r->used >> i & 1))
            a->rows = rows;
        a->known = modifier_only_adds(entry) && a->rows == rows && !(r->differs >> i & 1) &&
                   (r->used >> i & 1 || rows != 0);
    }
}

static bool read_run_state(sfpu_machine *m, const struct recording *r, char **error)
{
    struct sfpu_stack stack = {.size = sizeof stack};
    uint32_t flags, use_flags;
    json_t *state;
    char *text;
    size_t size;

    if (sfpu_get_flags(m, &flags, &use_flags) != SFPU_OK || sfpu_get_stack(m, &stack) != SFPU_OK ||
        sfpu_get_state(m, &text, &size) != SFPU_OK)
        return fail_with(error, "%s", sfpu_error(m));
    r->body->predicated = use_flags == UINT32_MAX;
    r->body->stacked = stack.depth > 0;
    state = json_loadb(text, size, 0, NULL);
    sfpu_free(text);
    if (state)
        read_addrmods(r->body, r, state);
    r->body->dst_16bit_view = json_is_true(json_object_get(json_object_get(state, "config"), "dst_16bit_view"));
    json_decref(state);
    *error = NULL;
    return state != NULL;
}

/* ---- Regions ---- */

/* Marks in `counts` the executed words of regions named `name`. False if no region has the name. */
static bool mark_region(const struct loop_body *body, const char *name, bool *counts)
{
    const char *region;
    size_t first, end;
    bool found = false;

    for (size_t i = 0; (region = sfpu_region(body->machine, i, &first, &end)); i++) {
        if (strcmp(region, name) != 0)
            continue;
        found = true;
        for (size_t word = 0; word < body->executed_count; word++)
            counts[word] |= body->executed[word].index >= first && body->executed[word].index < end;
    }
    return found;
}

static bool find_loop_in(struct loop_body *body, const char *region, char **error)
{
    bool *counts = calloc(body->executed_count + 1, sizeof *counts), found;

    *error = NULL;
    if (!counts)
        return false;
    if (!region)
        memset(counts, true, body->executed_count);
    if (region && !mark_region(body, region, counts))
        found = fail_with(error, "there is no region '%s'", region);
    else
        found = loop_body_find(body, counts, error);
    free(counts);
    return found;
}

bool loop_body_read(sfpu_machine *m, const char *region, struct loop_body *body, char **error)
{
    struct recording r = {.body = body};

    *body = (struct loop_body){.machine = m};
    if (sfpu_word_count(m) == 0)
        return fail_with(error, "no program, or an empty one");
    if (!sfp_arch_parse(sfpu_arch_name(sfpu_machine_arch(m)), &body->arch))
        return fail_with(error, "the arch is not known: give it by --arch");
    sfp_index_init(&r.index, body->arch);
    return run_recorded(m, &r, error) && read_run_state(m, &r, error) && find_loop_in(body, region, error);
}
