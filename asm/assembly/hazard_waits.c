/*
 * .hazards auto inserts waits (SFPNOPs) where the arch needs them between the words that the source spells out.
 * isa/timing.h has the rules for the distance of two words. The waits before a word depend only on earlier words of its
 * thread, so that one pass is enough. Another thread's words between two words only bring these further apart.
 */
#include "assembler.h"

#include "isa/timing.h"
#include "isa/vector_unit.h"

/* Returns why words of this instruction cannot stand under .hazards auto, or NULL if they can. */
static const char *reason_against(enum sfp_id id)
{
    switch (id) {
    case SFP_I_REPLAY: return "it counts the words that it records, and the words that it plays back are unknown";
    case SFP_I_MOP:
    case SFP_I_MOP_CFG: return "the words of a MOP are unknown";
    case SFP_I_SFPLOADMACRO: return "a wait would come between it and the instructions that it schedules";
    default: return NULL;
    }
}

_Static_assert((int)RECENT_WORDS >= (int)SFP_REPLAY_SLOTS, "recent words include a REPLAY that records the next word");

/* Does an earlier REPLAY of the thread record the thread's next word? */
static bool replay_takes_next(const struct assembler *as)
{
    const uint32_t *word;

    for (size_t back = 1; back <= SFP_REPLAY_SLOTS && (word = recent_word(as, as->threads.thread, back)); back++) {
        const struct sfp_replay replay = sfp_replay_of(sfp_insn_of_word(&as->index, *word), *word);

        if (replay.records && back <= replay.length)
            return true;
    }
    return false;
}

/* Returns the thread's last instruction if it starts work that the program's words do not show, or NULL. */
static const struct sfp_insn *ends_unknown(const struct assembler *as)
{
    const uint32_t *word = recent_word(as, as->threads.thread, 1);
    const struct sfp_insn *insn = word ? sfp_insn_of_word(&as->index, *word) : NULL;

    return insn && reason_against((enum sfp_id)insn->id) ? insn : NULL;
}

bool hazards_refuse_start(struct assembler *as, struct place directive)
{
    const struct sfp_insn *unknown = ends_unknown(as);

    if (replay_takes_next(as))
        report_error(as, directive, "'.hazards auto' cannot begin among words that a ttreplay before it records");
    else if (unknown)
        report_error(as, directive, "'.hazards auto' cannot begin directly after %s, since %s: put a wait between them",
                     unknown->gnu, reason_against((enum sfp_id)unknown->id));
    else
        return false;
    return true;
}

void directive_hazards(struct assembler *as, struct place directive, struct place name)
{
    const bool automatic = place_says(name, "auto");

    if (as->stopped || report_gnu(as, directive, "GNU as has no '.hazards'"))
        return;
    as->changes++;
    if (!automatic && !place_says(name, "manual"))
        report_error(as, name, "expected auto or manual, not '%.*s'", place_precision(name), place_text(name));
    else if (!automatic || !hazards_refuse_start(as, directive))
        hazards_begin(as, automatic);
}

static void issue_word(struct assembler *as, enum sfp_thread_id thread, uint32_t word)
{
    const struct sfp_issued issued = sfp_issued_of(&as->index, word);

    sfp_issuing_take(&as->hazards.issuing[thread], as->program->arch, &issued);
}

void hazards_begin(struct assembler *as, bool automatic)
{
    as->hazards = (struct hazards){.automatic = automatic};
    for (unsigned thread = 0; automatic && thread < SFP_THREADS; thread++) {
        for (size_t back = RECENT_WORDS; back > 0; back--) {
            const uint32_t *word = recent_word(as, thread, back);

            if (word) /* its issue may still affect later words */
                issue_word(as, thread, *word);
        }
    }
}

void hazards_take(struct assembler *as, uint32_t word)
{
    issue_word(as, as->threads.thread, word);
}

/* Reports, once under each .hazards auto, a construct that cannot stand here. */
static void refuse_under_auto(struct assembler *as, struct place place, const char *what, int length,
                              const char *reason)
{
    if (!as->hazards.told)
        report_error(as, place, "%.*s cannot stand where '.hazards auto' inserts waits: %s; write '.hazards manual' "
                     "before it", length, what, reason);
    as->hazards.told = true;
}

bool hazards_refuse_schedule(struct assembler *as, struct place directive)
{
    if (as->hazards.automatic)
        refuse_under_auto(as, directive, place_text(directive), place_precision(directive),
                          "the table fixes the places of a schedule's words");
    return as->hazards.automatic;
}

unsigned hazards_waits(struct assembler *as, uint32_t word, struct place place)
{
    const struct sfp_insn *insn = sfp_insn_of_word(&as->index, word);
    const char *reason = insn ? reason_against((enum sfp_id)insn->id) : NULL;
    const struct sfp_issued next = sfp_issued_of(&as->index, word);

    if (!reason)
        return sfp_issuing_early(&as->hazards.issuing[as->threads.thread], as->program->arch, &next);
    refuse_under_auto(as, place, insn->gnu, insn->gnu_length, reason);
    return 0;
}

uint32_t hazards_wait(const struct assembler *as)
{
    return sfp_word_made(&as->index, SFP_I_SFPNOP, NULL, 0);
}
