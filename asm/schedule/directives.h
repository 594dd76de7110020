/* The directives that make words of schedules. */
#ifndef SFP_SCHEDULE_DIRECTIVES_H
#define SFP_SCHEDULE_DIRECTIVES_H

#include "assembly/expr.h"
#include "loop.h"

struct assembler;

enum { MOST_SET_UP = 16 }; /* schedules of one .schedule_setup */

/* The operands of the directive under way, and what came before. */
struct schedule_request {
    struct place names[MOST_SET_UP];
    unsigned name_count;
    bool by_config;
    bool form_given;
    enum loop_form form;
    unsigned slot;            /* of REPLAY */
    bool no_drain;
    bool wrong;               /* an error was reported */
    unsigned set_ups;         /* so far */
    struct place last_set_up; /* the directive of the last one */
};

/* ---- setup_directive.c ---- */

/* Begins a directive, and takes the names and further words behind it: NAME, or NAME=VALUE. */
void schedule_ask(struct assembler *as);
void schedule_ask_name(struct assembler *as, struct place name);

void schedule_setup(struct assembler *as, struct place directive);

/* ---- loop_directive.c ---- */

/* NAME, or NAME=VALUE with a value. */
void schedule_ask_option(struct assembler *as, struct place name, const struct value *value, struct place place);

/* A slot of REPLAY. False, reported, if it is none. */
bool schedule_take_slot(struct assembler *as, const struct value *value, struct place place, unsigned *slot);

void schedule_loop(struct assembler *as, struct place directive, struct place name, const struct value *count,
                   struct place place);
void schedule_record(struct assembler *as, struct place directive, struct place name, const struct value *slot,
                     struct place place);
void schedule_drain(struct assembler *as, struct place directive, struct place name);

#endif
