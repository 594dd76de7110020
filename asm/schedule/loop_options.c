/* The words behind the count of .schedule_loop. */
#include "directives.h"

#include "front/assembler.h"

#include <inttypes.h>

static const struct {
    const char *name;
    enum loop_form form;
    bool takes_slot;
} forms[] = {{"unroll", LOOP_UNROLL, false}, {"replay", LOOP_REPLAY, true}, {"solid", LOOP_SOLID, true}};

bool schedule_take_slot(struct assembler *as, const struct value *value, struct place place, unsigned *slot)
{
    if (as->stopped || !value_check(as, value))
        return false;
    if (value->number < 0 || value->number >= SFP_REPLAY_SLOTS) {
        report_error(as, place, "slots of REPLAY are 0..%d, not %" PRId64, SFP_REPLAY_SLOTS - 1, value->number);
        return false;
    }
    *slot = (unsigned)value->number;
    return true;
}

/* Takes the form of a loop. False if it is none. */
static bool take_form(struct assembler *as, struct place name, const struct value *value, struct place place)
{
    struct schedule_request *asked = &as->schedule_request;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (!place_says(name, forms[i].name) || forms[i].takes_slot != (value != NULL))
            continue;
        if (asked->form_given) {
            report_error(as, name, "a second form of this loop");
            asked->wrong = true;
        }
        asked->form_given = true;
        asked->form = forms[i].form;
        asked->wrong |= value && !schedule_take_slot(as, value, place, &asked->slot);
        return true;
    }
    return false;
}

void schedule_ask_option(struct assembler *as, struct place name, const struct value *value, struct place place)
{
    struct schedule_request *asked = &as->schedule_request;

    if (as->stopped || take_form(as, name, value, place))
        return;
    if (!value && place_says(name, "nodrain")) {
        asked->no_drain = true;
        return;
    }
    report_error(as, name, "expected unroll, replay=SLOT, solid=SLOT or nodrain");
    asked->wrong = true;
}
