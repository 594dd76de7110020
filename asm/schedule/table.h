/*
 * From the statements between .schedule and .endschedule to a struct schedule, and the schedules of an assembly by
 * name. What the rows say is parsed by the ordinary grammar, which calls these.
 */
#ifndef SFP_TABLE_H
#define SFP_TABLE_H

#include "assembly/expr.h"
#include "assembly/encode.h"
#include "loop.h"
#include "schedule_cells.h"
#include "base/names.h"

struct assembler;

enum {
    CELL_FIELDS = 4, /* a= to d=: VA, VB, VC, VD */
    CELL_ROTATING = 64, /* as a register's number: the rotation of this number less it */
    CELL_UNSAID = -1,
};

/* A cell as it was written. */
struct written_cell {
    const struct sfp_insn *insn; /* NULL: a claim, or wrong */
    bool idle;
    bool macro_form;
    bool old;           /* a register has .old behind it */
    struct place name;
    const struct operand *operands; /* of the statement, `count` of them */
    size_t count;
    int64_t further[CELL_FIELDS];   /* registers, or CELL_UNSAID */
    struct place further_places[CELL_FIELDS];
};

enum schedule_kind { SCHEDULE_PERIOD, SCHEDULE_STEP };

struct schedules {
    struct schedule **items; /* owned, in the order of the source; of two with one name the first has it */
    size_t count, capacity;
    struct names names;
    struct schedule *open; /* NULL: none */
    unsigned depth;        /* .schedule without .endschedule; more than one is an error */
    size_t errors_before;  /* its directive */
    size_t errors_above;   /* its first row */
    size_t kept_capacity;  /* of the program's schedules */
    /* Of the open one. */
    bool period_given, step_given, delays_given;
    bool headed, has_rows;
    bool row_wrong;        /* nothing is made of the cells of the row under way */
    bool too_long;         /* that has been said */
    unsigned titles;       /* columns of its header */
    unsigned row, column;  /* under way */
    size_t row_cells;      /* cells before this row */
    struct written_cell written;
};

/* ---- table.c: from the grammar ---- */

void schedule_begin(struct assembler *as, struct place directive, struct place name);

/* One whose name was wrong, and reported: only what ends it is wanted still. */
void schedule_begin_nameless(struct assembler *as, struct place directive);

/* NAME=VALUE behind a schedule's name. */
void schedule_key(struct assembler *as, struct place key, const struct value *value, struct place place);
void schedule_end(struct assembler *as, struct place directive);

/* At the end of all sources: reports a schedule that is still open. */
void schedule_check_closed(struct assembler *as);
void schedules_free(struct schedules *schedules);

/* Directives within. */
void schedule_number(struct assembler *as, struct place directive, const struct value *value, struct place place);
void schedule_addrmod(struct assembler *as, const struct value *modifier, struct place modifier_place,
                      const struct value *rows, struct place rows_place);
void schedule_rotate(struct assembler *as, struct place directive, struct place name);
void schedule_rotate_to(struct assembler *as, unsigned reg, struct place place);
void schedule_carry(struct assembler *as, unsigned reg);
void schedule_delays(struct assembler *as, struct place directive, struct place word);
void schedule_gapless(struct assembler *as, struct place word);

/* Is this the name of a rotation of the schedule that is open? */
bool schedule_rotation(const struct assembler *as, const char *name, size_t length, int64_t *number);

/* The header, and its titles from left to right. */
void schedule_header(struct assembler *as, struct place place);
void schedule_title(struct assembler *as, struct place title);

/* A row, and its cells from left to right. */
void schedule_row(struct assembler *as, const struct value *number, struct place place);
void schedule_next_cell(struct assembler *as);

/* ---- table_cells.c: from the grammar ---- */

/* An operand behind the others, such as b=L2. */
void schedule_extra(struct assembler *as, enum sfp_field field, int64_t reg, struct place place);

/* The instruction of a cell, whose `count` operands are the last ones pushed; or `idle`. */
void schedule_gnu(struct assembler *as, struct place name, size_t count);
void schedule_macro(struct assembler *as, struct place name, size_t count);

/* Adds the cell that was written, with its tag or NULL; or one of another kind. */
void schedule_cell(struct assembler *as, struct place place, const struct place *tag);
void schedule_claim(struct assembler *as, enum cell_kind kind, struct place place);

/* A cell of a part of a table that nothing is said of. */
void schedule_free_cell(struct assembler *as, struct place place);

/* ---- For what is made of schedules ---- */

/* The schedule of this name, which has ended. NULL, reported, if there is none, or an error in it (then without a word:
 * it has been reported). */
struct schedule *schedule_find(struct assembler *as, struct place name);

/* ---- Columns, and which of them is under way ---- */

/* The sub-unit of the column under way, which the header has. */
enum sfp_unit schedule_unit(const struct schedules *all);

/* Does the header have the column under way? */
bool schedule_on_grid(const struct schedules *all);

/* ---- The directives that make words of schedules ---- */

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
    size_t set_up_end;        /* the program's words up to the end of the last one */
    bool early;               /* an SFPLOADMACRO right behind the last one would be too early (struct setup) */
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
void schedule_rest(struct assembler *as, struct place directive, struct place name);
void schedule_drain(struct assembler *as, struct place directive, struct place name);

/* ---- program_schedule.c: schedules as the program keeps them ---- */

/* Adds the table of a schedule to the program, if it is not there yet. False, reported, if memory ran out. */
bool schedule_keep(struct assembler *as, struct schedule *s);

/* Notes that the next word of the program is a cell of that schedule. False, reported, if memory ran out. */
bool schedule_keep_word(struct assembler *as, const struct schedule *s, const struct cell *cell, unsigned turn);

#endif
