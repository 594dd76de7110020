/*
 * Makes a struct schedule from the statements between .schedule and .endschedule, and keeps an assembly's schedules by
 * name. The grammar parses the rows and calls these functions.
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
    CELL_FIELDS = 4, /* number of fields in a cell, a= to d=: VA, VB, VC, VD */
    CELL_ROTATING = 64, /* register numbers from here on mean rotations: CELL_ROTATING + n is rotation n */
    CELL_UNSAID = -1,
};

/* A cell as written. */
struct written_cell {
    const struct sfp_insn *insn; /* instruction of the cell; NULL: a claim, or an error */
    bool idle;
    bool macro_form;
    bool old;           /* a register in the cell has the suffix .old */
    struct place name;
    const struct operand *operands; /* operands of the statement, `count` of them */
    size_t count;
    int64_t further[CELL_FIELDS];   /* registers of a= to d=, or CELL_UNSAID */
    struct place further_places[CELL_FIELDS];
};

enum schedule_kind { SCHEDULE_PERIOD, SCHEDULE_STEP };

struct schedules {
    struct schedule **items; /* schedules in source order, owned; if two have one name, `names` has the first */
    size_t count, capacity;
    struct names names;
    struct schedule *open; /* the schedule between its directives, or NULL */
    unsigned depth;        /* number of open .schedule directives; above one, an error was reported */
    size_t errors_before;  /* number of errors before the open schedule */
    size_t errors_above;   /* number of errors before its first row */
    size_t kept_capacity;  /* capacity of the program's array of schedules */
    /* State of the open schedule. */
    bool period_given, step_given, delays_given;
    bool headed, has_rows;
    bool row_wrong;        /* the current row's cells are ignored */
    bool too_long;         /* the error about length was reported */
    unsigned titles;       /* number of columns in the header */
    unsigned row, column;  /* numbers of the current row and column */
    size_t row_cells;      /* number of cells before the current row */
    struct written_cell written;
};

/* ---- table.c: from the grammar ---- */

/* schedule_begin() opens the schedule of a .schedule directive; schedule_end() closes and checks it at .endschedule. */
void schedule_begin(struct assembler *as, struct place directive, struct place name);

/* Opens a schedule whose name was wrong, which has been reported. Its statements are still parsed up to
 * .endschedule. */
void schedule_begin_nameless(struct assembler *as, struct place directive);

/* NAME=VALUE after a schedule's name. */
void schedule_key(struct assembler *as, struct place key, const struct value *value, struct place place);
void schedule_end(struct assembler *as, struct place directive);

/* Reports a schedule still open at the end of the sources. */
void schedule_check_closed(struct assembler *as);
void schedules_free(struct schedules *schedules);

/* Directives within a schedule. */
void schedule_number(struct assembler *as, struct place directive, const struct value *value, struct place place);
void schedule_addrmod(struct assembler *as, const struct value *modifier, struct place modifier_place,
                      const struct value *rows, struct place rows_place);
void schedule_rotate(struct assembler *as, struct place directive, struct place name);
void schedule_rotate_to(struct assembler *as, unsigned reg, struct place place);
void schedule_carry(struct assembler *as, unsigned reg);
void schedule_delays(struct assembler *as, struct place directive, struct place word);
void schedule_gapless(struct assembler *as, struct place word);

/* If the open schedule has a rotation of this name, sets *number to its index and returns true. */
bool schedule_rotation(const struct assembler *as, const char *name, size_t length, int64_t *number);

/* The header, and its titles from left to right. */
void schedule_header(struct assembler *as, struct place place);
void schedule_title(struct assembler *as, struct place title);

/* A row, and its cells from left to right. */
void schedule_row(struct assembler *as, const struct value *number, struct place place);
void schedule_next_cell(struct assembler *as);

/* ---- table_cells.c: from the grammar ---- */

/* An operand of the form b=L2, after the other operands. */
void schedule_extra(struct assembler *as, enum sfp_field field, int64_t reg, struct place place);

/* The instruction of a cell, whose operands are the last `count` pushed; or `idle`. */
void schedule_gnu(struct assembler *as, struct place name, size_t count);
void schedule_macro(struct assembler *as, struct place name, size_t count);

/* schedule_cell() adds the cell in `written`, with its tag or NULL; schedule_claim() adds a claim. */
void schedule_cell(struct assembler *as, struct place place, const struct place *tag);
void schedule_claim(struct assembler *as, enum cell_kind kind, struct place place);

/* Handles "?", a free cell, which only a partial table may have. */
void schedule_free_cell(struct assembler *as, struct place place);

/* ---- For the users of schedules ---- */

/* Returns the schedule of this name. Reports an unknown name and returns NULL. Returns NULL without a report for a
 * schedule that is still open, or that had an error, which has been reported. */
struct schedule *schedule_find(struct assembler *as, struct place name);

/* ---- The current column ---- */

/* The sub-unit of the current column, which the header must have. */
enum sfp_unit schedule_unit(const struct schedules *all);

/* Does the header have the current column? */
bool schedule_on_grid(const struct schedules *all);

/* ---- The directives that make words from schedules ---- */

enum { MOST_SET_UP = 16 }; /* most schedules in one .schedule_setup */

/* The operands of the current directive, and the state from earlier directives. */
struct schedule_request {
    struct place names[MOST_SET_UP];
    unsigned name_count;
    bool by_config;
    bool form_given;
    enum loop_form form;
    unsigned slot;            /* number of REPLAY's first slot */
    bool no_drain;
    bool wrong;               /* an error was reported */
    unsigned set_ups;         /* number of setups so far */
    struct place last_set_up; /* the directive of the last setup */
    size_t set_up_end;        /* number of words that the thread had at the end of the last setup */
    bool early;               /* an SFPLOADMACRO directly after the last setup would come too early (struct setup) */
};

/* ---- setup_directive.c ---- */

/* Begins a directive, and takes the names and options after it: NAME, or NAME=VALUE. */
void schedule_ask(struct assembler *as);
void schedule_ask_name(struct assembler *as, struct place name);

/* Writes the words of .schedule_setup, which set up the schedules named before. */
void schedule_setup(struct assembler *as, struct place directive);

/* ---- loop_directive.c ---- */

/* NAME, or NAME=VALUE if `value` is not NULL. */
void schedule_ask_option(struct assembler *as, struct place name, const struct value *value, struct place place);

/* Reads a slot number of REPLAY. Returns false, after reporting an error, if the number is invalid. */
bool schedule_take_slot(struct assembler *as, const struct value *value, struct place place, unsigned *slot);

/* Write the words of .schedule_loop, .schedule_record, .schedule_rest and .schedule_drain. */
void schedule_loop(struct assembler *as, struct place directive, struct place name, const struct value *count,
                   struct place place);
void schedule_record(struct assembler *as, struct place directive, struct place name, const struct value *slot,
                     struct place place);
void schedule_rest(struct assembler *as, struct place directive, struct place name);
void schedule_drain(struct assembler *as, struct place directive, struct place name);

/* ---- program_schedule.c: schedules in the finished program ---- */

/* Adds the schedule's table to the program, unless already present. Returns false, after a report, if memory ran
 * out. */
bool schedule_keep(struct assembler *as, struct schedule *s);

/* Records that the program's next word is this cell of the schedule. Returns false, after a report, if memory ran
 * out. */
bool schedule_keep_word(struct assembler *as, const struct schedule *s, const struct cell *cell, unsigned turn);

#endif
