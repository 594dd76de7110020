/*
 * libsfpu: Tenstorrent's vector unit (SFPU), bit for bit and cycle by cycle, as a library.
 *
 *     sfpu_machine *m;
 *
 *     sfpu_open(&(struct sfpu_options){.size = sizeof(struct sfpu_options), .arch = SFPU_WORMHOLE}, &m);
 *     sfpu_load_file(m, "kernel.s");
 *     sfpu_set(m, "init", "llk");
 *     sfpu_write_dst(m, SFPU_FP32, SFPU_TILE, values, sizeof values);
 *     if (sfpu_run(m, 1) != SFPU_OK)
 *         fputs(sfpu_error(m), stderr);
 *     sfpu_read_dst(m, SFPU_FP32, SFPU_TILE, values, sizeof values);
 *     sfpu_close(m);
 *
 * A function that can fail returns an enum sfpu_code. A negative code means that the function failed and, unless its
 * comment says otherwise, changed nothing; sfpu_error() then has the reason in words. The library never prints and
 * never ends the program.
 *
 * Machines share no state that changes. Any number of machines may run at once; only one thread at a time may use a
 * machine. Functions return BAD_ARGUMENT for a NULL machine.
 *
 * Every struct begins with its size as the caller's compiler knew it, so that a later library can add members. Members
 * beyond that size count as 0 when the library reads, and stay unwritten when the library writes. A size of 0 is a
 * BAD_ARGUMENT. A comment beside each function says how to free the memory that the function returns.
 */
#ifndef SFPU_H
#define SFPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SFPU_API __attribute__((visibility("default")))
#else
#define SFPU_API
#endif

enum { SFPU_LANES = 32, SFPU_LREGS = 17 /* L0 to L15, and the staging register L16 */ };

enum sfpu_code {
    SFPU_OK = 0,
    SFPU_STOPPED = 1,       /* the run reached a limit and can continue */
    SFPU_DIFFERENT = 2,     /* the comparison found values outside the tolerance */
    SFPU_NO_MEMORY = -1,
    SFPU_BAD_ARGUMENT = -2, /* the caller's mistake: a NULL, a number or a size out of range, an unknown name */
    SFPU_BAD_INPUT = -3,    /* a malformed text or file, or an unreadable file */
    SFPU_BAD_SOURCE = -4,   /* the source has errors, already diagnosed */
    SFPU_NO_PROGRAM = -5,   /* no program is loaded */
    SFPU_REFUSED = -6,      /* the program reached an instruction outside the model; the instructions before it have
                             * run */
    SFPU_DEADLOCK = -7,     /* the program waits for ever; the instructions before the wait have run */
    SFPU_INTERRUPTED = -8,  /* sfpu_interrupt() ended the run; the instructions before that have run */
};

/* Returns the code in words: "not enough memory". */
SFPU_API const char *sfpu_code_text(int code);

/* Returns the library's version: "1.2.3". */
SFPU_API const char *sfpu_version(void);

/* Takes `size` bytes of a report. Returns 0 to continue, or another value to receive no more bytes of this report. */
typedef int sfpu_write(void *context, const char *bytes, size_t size);

/* ---- Machines ---- */

typedef struct sfpu_machine sfpu_machine;

enum sfpu_arch { SFPU_ANY_ARCH = 0, SFPU_WORMHOLE = 1, SFPU_BLACKHOLE = 2 };

/* The threads of a Tensix core (sfpu-threads(7)), by their hardware numbers. */
enum sfpu_thread { SFPU_THREAD_UNPACK = 0, SFPU_THREAD_MATH = 1, SFPU_THREAD_PACK = 2 };
enum { SFPU_THREADS = 3 };

/* Returns the thread with this name: "unpack", "math" or "pack". Returns -1 for another name. */
SFPU_API int sfpu_thread_named(const char *name);

/* Returns the thread's name, or "no thread". */
SFPU_API const char *sfpu_thread_name(int thread);

struct sfpu_options {
    size_t size;
    int arch; /* an enum sfpu_arch. ANY: the arch stated by the first loaded program, or else Wormhole. Without a
               * program, the first access to the state also makes the machine a Wormhole. */
};

/* sfpu_arch_named() returns the arch with this name ("wormhole", "wh", ...), or ANY if the name is unknown.
 * sfpu_arch_name() returns an arch's long name, or "any arch". */
SFPU_API int sfpu_arch_named(const char *name);
SFPU_API const char *sfpu_arch_name(int arch);

/* Writes the names that sfpu_arch_named() accepts, for error messages: "wormhole (wh) or blackhole (bh)". The text
 * is cut to `size` bytes, including its NUL. */
SFPU_API int sfpu_arch_names(char *text, size_t size);

/* Opens a machine in its power-on state. `options` may be NULL, which means all 0. sfpu_close() frees the machine. */
SFPU_API int sfpu_open(const struct sfpu_options *options, sfpu_machine **machine);

/* Closes and frees the machine; NULL is ignored. A machine lent to a batch is freed when the batch is closed. */
SFPU_API void sfpu_close(sfpu_machine *m);

/* Returns the machine's arch, or ANY while the arch is still open. */
SFPU_API int sfpu_machine_arch(const sfpu_machine *m);

/* Returns the host's vector instruction set that the machine computes with: "x86-64-v3". "" before the arch is
 * known. */
SFPU_API const char *sfpu_simd_level(const sfpu_machine *m);

/* Returns the message of the last function that failed on this machine, one line without a newline. The text is
 * valid until the next call. "" if no function has failed. */
SFPU_API const char *sfpu_error(const sfpu_machine *m);

/* ---- Programs ---- */

/* A message of the assembler about a source. The pointers are valid only during the call. */
struct sfpu_diagnostic {
    size_t size;
    const char *severity;  /* "error", "warning" or "note" */
    const char *warning;   /* the warning class, as -W spells it, or NULL */
    const char *file;      /* NULL: the message has no place */
    unsigned long line, column; /* line and column in bytes, from 1; line 0: the file as a whole */
    const char *text;
    const char *printed;   /* the whole message as sfpasm prints it, with the source line, as lines with newlines */
    const char *colored;   /* the same for a terminal with colour */
    const char *source_line; /* `source_length` bytes, without the newline; or NULL */
    size_t source_length;
    const char *made_from;   /* the file from which a compiler made the line, according to .loc; or NULL */
    unsigned long made_from_line;
};

/*
 * The type of a function that receives diagnostics.
 *
 * A callback is a function of the caller's that the library calls on behalf of a machine: sfpu_diagnose,
 * sfpu_hear_read, sfpu_differs, sfpu_observe, sfpu_visit, sfpu_write, sfpu_perturbing.each. During the call the
 * callback may only read that machine. A function that would change the machine returns BAD_ARGUMENT; a function
 * without a code, such as sfpu_close(), then has no effect. The rule does not concern other machines.
 */
typedef void sfpu_diagnose(void *context, const struct sfpu_diagnostic *diagnostic);

/* Sends the machine's diagnostics to `diagnose`; NULL: discards the diagnostics. */
SFPU_API void sfpu_on_diagnostic(sfpu_machine *m, sfpu_diagnose *diagnose, void *context);

/* Receives the path of a file that the library reads, possibly more than once. */
typedef void sfpu_hear_read(void *context, const char *path);

/* Reports the files that later loads read to `hear`: sources, included files, files named by line tables. A failed
 * load reports the files read up to the failure. The loaded path itself is reported only if it is a source. NULL: no
 * reports. */
SFPU_API void sfpu_on_read(sfpu_machine *m, sfpu_hear_read *hear, void *context);

struct sfpu_assembly;

/*
 * Sets how later loads assemble sources: include paths, definitions, warnings, gnu_strict, fix_hazards and max_errors
 * of `how`. The values are copied. NULL: no options. The machine supplies the arch and the receiver of diagnostics, so
 * those members of `how` are ignored. BAD_ARGUMENT: a warning class is unknown.
 */
SFPU_API int sfpu_configure_assembly(sfpu_machine *m, const struct sfpu_assembly *how);

/*
 * Each of the following functions gives the machine a new program. The old program is dropped, together with its gaps,
 * findings, reports and stopped run. The machine's state is kept. BAD_INPUT: the program is for another arch.
 */

/* Loads Tensix words, in plain (not rotated) form. The words are copied. */
SFPU_API int sfpu_load_words(sfpu_machine *m, const uint32_t *words, size_t count);

/* Assembles a source in memory, called `name` in messages. */
SFPU_API int sfpu_load_text(sfpu_machine *m, const char *name, const char *text, size_t length);

/* Words with the places from which they were made: an assembled, read or recorded program. Only one thread at a time
 * may use a program. */
typedef struct sfpu_program sfpu_program;

/* Loads a program, called `name` in messages, and takes its words and places. On success, `program` is then empty; the
 * caller still frees it with sfpu_program_free(). */
SFPU_API int sfpu_load_program(sfpu_machine *m, const char *name, sfpu_program *program);

/*
 * Loads a RISC-V ELF file from memory. A file with loadable segments is a compiled kernel (see below): `symbol` names
 * the function to call, or is NULL. Any other file, such as an object for a linker or the output SFPU_ELF, contributes
 * its Tensix words, or only the words of the function `symbol`; a table written by sfpasm -g supplies the source lines.
 */
SFPU_API int sfpu_load_elf(sfpu_machine *m, const void *bytes, size_t size, const char *symbol);

/* Sets the directories in which later loads look for the source lines of compiled kernels, as option --source-dir of
 * sfpsim-machine(7). The names are copied. Without directories, the paths of the line tables are used; a warning
 * reports paths outside the ELF file's directory. */
SFPU_API int sfpu_search_sources(sfpu_machine *m, const char *const *directories, size_t count);

/* Loads a file: assembly source (*.s, or *.S, which the C preprocessor processes first), an ELF file, or words, with
 * the table that sfpasm -g wrote beside the words. For the path "-", standard input, text is source and other
 * content is words. A large source is mapped for the lifetime of the program: the process gets SIGBUS if the file
 * becomes shorter. */
SFPU_API int sfpu_load_file(sfpu_machine *m, const char *path);

/*
 * A cache of the C preprocessor's output for *.S sources, for many machines, in any number of threads. The preprocessor
 * runs once for a source and a set of options; later changes of the files go unseen. A machine that shares the cache
 * keeps it alive after sfpu_preprocessed_close(). sfpu_share_preprocessed() with NULL ends the sharing; closing NULL
 * has no effect.
 */
typedef struct sfpu_preprocessed sfpu_preprocessed;
SFPU_API int sfpu_preprocessed_open(sfpu_preprocessed **preprocessed);
SFPU_API void sfpu_preprocessed_close(sfpu_preprocessed *preprocessed);
SFPU_API int sfpu_share_preprocessed(sfpu_machine *m, sfpu_preprocessed *preprocessed);

/* Returns the arch that the loaded program states, or ANY if the program states no arch. Useful on a machine opened
 * for ANY. */
SFPU_API int sfpu_stated_arch(const sfpu_machine *m);

/* Returns the initial state that the program states by .init in its source: "reset" or "llk", a value for
 * sfpu_set(m, "init", ...). A load does not apply the state. NULL: the program states none. */
SFPU_API const char *sfpu_stated_init(const sfpu_machine *m);

SFPU_API size_t sfpu_word_count(const sfpu_machine *m);
SFPU_API const uint32_t *sfpu_words(const sfpu_machine *m); /* the words are valid until the next load */

/* Writes the place of a word: "FILE:LINE:COLUMN", or "FILE: word N". For an instruction of a compiled kernel:
 * "FILE:LINE:COLUMN: FUNCTION+0x10 (0x00006010)", or without a line "FILE: FUNCTION+0x10 (0x00006010)". The text is
 * cut to `size` bytes, including its NUL. */
SFPU_API int sfpu_place(sfpu_machine *m, size_t index, char *text, size_t size);

/* The place in the source from which a word was made. */
struct sfpu_where {
    size_t size;
    const char *file;           /* the name by which the file was opened; valid until the next load */
    unsigned long line, column; /* line and column, from 1 */
    int further; /* 1: the directive or statement gave the preceding word too */
    const char *text;           /* the source line, of a macro's body with the arguments' values; without a NUL; valid
                                 * until the next load */
    size_t length;              /* the line's length, without its newline */
};

/* Gets a word's place in parts. BAD_INPUT: the word's source is unknown. */
SFPU_API int sfpu_get_where(sfpu_machine *m, size_t index, struct sfpu_where *where);

/* Gets the place of the outermost call of a macro, or of the directive of a block such as .irp, from whose text the
 * word was made. BAD_INPUT: the source has the word's instruction itself, or is unknown. */
SFPU_API int sfpu_get_call(sfpu_machine *m, size_t index, struct sfpu_where *call);

/* A function that a compiler inlined. */
struct sfpu_inlined {
    size_t size;
    const char *function;
    const char *file;           /* the file that contains the call, valid until the next load; NULL: unknown */
    unsigned long line, column; /* line and column of the call, from 1; column 0: unknown */
};

/* Gets a function through which an instruction of a compiled kernel was inlined; level 0 is the innermost function.
 * BAD_INPUT: `level` is beyond the outermost function. */
SFPU_API int sfpu_get_inlined(sfpu_machine *m, size_t index, size_t level, struct sfpu_inlined *inlined);

/* Convert between a word's index and a code address, for debuggers. In a compiled kernel the address is the
 * instruction's, and with several threads only the words of the selected thread have addresses; other words have the
 * address SFPU_CODE + 4 * index. BAD_ARGUMENT: the index has no word, or the address has no instruction. */
#define SFPU_CODE UINT32_C(0x00010000)
SFPU_API int sfpu_code_address(sfpu_machine *m, size_t index, uint32_t *address);
SFPU_API int sfpu_code_index(sfpu_machine *m, uint32_t address, size_t *index);

/* Returns the name of the i-th region, a range of words between .region and .endregion (sfpasm(5)), in program
 * order; NULL if `i` is out of range. *first is the region's first word, *end the index after the last word; either
 * pointer may be NULL. Several regions may share a name. */
SFPU_API const char *sfpu_region(const sfpu_machine *m, size_t i, size_t *first, size_t *end);

/* Returns the name of the i-th constant, a symbol that the source sets (.set, .equ, =, -D), each time to the same
 * value; NULL if `i` is out of range, or the program has no source, or several threads. *value is the constant's value;
 * the pointer may be NULL. The name is valid until the next load. */
SFPU_API const char *sfpu_constant(const sfpu_machine *m, size_t i, int64_t *value);

/* Returns the profile with which sfpasm --call selected at least one word of first..end-1 from sfpi code (sfpasm(1),
 * Recording). The name is valid until the next load. NULL: no word of the range is known to be selected. 0 and
 * SIZE_MAX ask for the whole program. A report of such words' cycles should mention the selection, because the
 * assembler chose the registers and the order. */
SFPU_API const char *sfpu_selected(const sfpu_machine *m, size_t first, size_t end);

/* Returns the thread that runs word `index`, an enum sfpu_thread; -1 without such a word. */
SFPU_API int sfpu_word_thread(const sfpu_machine *m, size_t index);

/* Returns the name of the loaded kernel, or the names of the threads' kernels, as "a.s, b.s", valid until the next
 * load; NULL: no program is loaded. */
SFPU_API const char *sfpu_kernel_name(const sfpu_machine *m);

/* Returns the name of the kernel whose words the thread runs, valid until the next load; NULL: it has no words. */
SFPU_API const char *sfpu_thread_kernel(const sfpu_machine *m, int thread);

/* Writes an instruction as assembly, cut to `size` bytes, including its NUL. */
SFPU_API int sfpu_disassemble(sfpu_machine *m, uint32_t word, char *text, size_t size);

/* Returns the i-th file from which the program was made; NULL if `i` is out of range. The name is the name by which
 * the file was opened. Files named in a table of sfpasm -g have the table's names. A compiled kernel's files have
 * the names in its line tables, beginning with the file of the entry. */
SFPU_API const char *sfpu_source_file(const sfpu_machine *m, size_t i);

/* Returns the path by which the i-th file of a compiled kernel's line tables was read; NULL if `i` is out of range. */
SFPU_API const char *sfpu_source_path(const sfpu_machine *m, size_t i);

/* ---- State ---- */

/*
 * Changes a setting. `name` and `value` are an option of sfpsim-machine(7) without its dashes and the option's
 * argument: "init" "llk"; "fp32-dest" ""; "srcb-format" "bf16"; "addr-mod" "3:4"; "addr-mod-base" ""; "dst-16bit-view"
 * ""; "dst-base" "64"; "dst-is-input" ""; "skip-fpu" ""; "prng-seed" "1"; "mop-cfg" "2:0x70000000"; "pushed-by"
 * "inline"; "gathering" "on".
 */
SFPU_API int sfpu_set(sfpu_machine *m, const char *name, const char *value);

/* Checks a setting without a machine, as far as the arch does not matter. Returns OK and writes "" to `text`, or
 * returns BAD_ARGUMENT and writes the reason, cut to `size` bytes, including its NUL. */
SFPU_API int sfpu_check_setting(const char *name, const char *value, char *text, size_t size);

/* Resets the state to power-on and abandons a stopped run. The program is kept. */
SFPU_API int sfpu_reset(sfpu_machine *m);

/* Get and set LReg `reg`, 0 to 16, one word for each lane. L8 to L10 and L15 are constants: setting a constant is a
 * BAD_ARGUMENT. */
SFPU_API int sfpu_get_lreg(sfpu_machine *m, unsigned reg, uint32_t lanes[SFPU_LANES]);
SFPU_API int sfpu_set_lreg(sfpu_machine *m, unsigned reg, const uint32_t lanes[SFPU_LANES]);

/* Get and set LaneFlags and UseLaneFlagsForLaneEnable, bit l = lane l. */
SFPU_API int sfpu_get_flags(sfpu_machine *m, uint32_t *flags, uint32_t *use_flags);
SFPU_API int sfpu_set_flags(sfpu_machine *m, uint32_t flags, uint32_t use_flags);

/* Gets the enabled lanes according to flags and LaneConfig (sfpu-semantics(7), Lanes), bit l = lane l. */
SFPU_API int sfpu_get_enabled(sfpu_machine *m, uint32_t *lanes);

enum { SFPU_STACK = 15 /* the highest value of the flag stack's counter */ };

/* The flag stack, bottom first. The hardware stores eight entries: entry i from 8 on lies where entry i - 8 was
 * (sfpu-semantics(7), Flag stack). */
struct sfpu_stack {
    size_t size;
    unsigned depth;
    uint32_t flags[SFPU_STACK], use_flags[SFPU_STACK];
};
SFPU_API int sfpu_get_stack(sfpu_machine *m, struct sfpu_stack *stack);

enum { SFPU_MACROS = 4 };

/* LoadMacroConfig, one word for each lane (sfpu-timing(7), Sequences). */
struct sfpu_macros {
    size_t size;
    uint32_t templates[SFPU_MACROS][SFPU_LANES]; /* instructions */
    uint32_t sequences[SFPU_MACROS][SFPU_LANES];
    uint32_t misc[SFPU_LANES];
};
SFPU_API int sfpu_get_macros(sfpu_machine *m, struct sfpu_macros *macros);

/* The read-write counters (sfpu-dst(7), Counters). */
enum sfpu_counter {
    SFPU_COUNTER_DST, SFPU_COUNTER_DST_CR, SFPU_COUNTER_SRCA, SFPU_COUNTER_SRCA_CR, SFPU_COUNTER_SRCB,
    SFPU_COUNTER_SRCB_CR, SFPU_COUNTER_FIDELITY, SFPU_COUNTER_EXTRA_ADDR_MOD, SFPU_COUNTER_SP,
};
SFPU_API const char *sfpu_counter_name(unsigned counter); /* The counter's name in the state's JSON ("dst"), or NULL
                                                           * if `counter` is out of range. */
SFPU_API int sfpu_get_counter(sfpu_machine *m, unsigned counter, uint32_t *value);

/* Write in words what a sequence schedules, and what Misc sets. The text is cut to `size` bytes, including its NUL. */
SFPU_API int sfpu_explain_sequence(uint32_t sequence, char *text, size_t size);
SFPU_API int sfpu_explain_misc(uint32_t misc, char *text, size_t size);

/* sfpu_get_lane_config() gets LaneConfig, one word for each lane (sfpu-semantics(7), LaneConfig).
 * sfpu_explain_lane_config() writes the names of the fields set in such a word, cut to `size` bytes, including its
 * NUL. */
SFPU_API int sfpu_get_lane_config(sfpu_machine *m, uint32_t lanes[SFPU_LANES]);
SFPU_API int sfpu_explain_lane_config(uint32_t config, char *text, size_t size);

/* A field of the configuration registers used by the vector unit and its addressing (sfpu-frontend(7), Fields), in
 * the active bank; or the setting dst_16bit_view. */
struct sfpu_config {
    size_t size;
    const char *name;
    unsigned count;     /* number of values: 1, or 8 for a family of fields */
    uint32_t values[8];
};

/* Gets the i-th field of the machine's arch. BAD_ARGUMENT: `i` is out of range. */
SFPU_API int sfpu_get_config(sfpu_machine *m, size_t i, struct sfpu_config *config);

/* Gets the state as JSON (sfpsim-files(5), State), NUL-terminated, with the findings of the last timed run. The
 * caller frees *json with sfpu_free(). `size` may be NULL. */
SFPU_API int sfpu_get_state(sfpu_machine *m, char **json, size_t *size);

/* Changes the parts of the state that the JSON names. */
SFPU_API int sfpu_set_state(sfpu_machine *m, const char *json, size_t size);

/* Checks whether sfpu_set_state() would accept the JSON. The state stays unchanged. */
SFPU_API int sfpu_check_state(sfpu_machine *m, const char *json, size_t size);

/* Receives a value that differs from the expected one: its path, "lreg[3][0]", and both values as JSON text. */
typedef void sfpu_differs(void *context, const char *path, const char *got, const char *expected);

/* Compares the state with the parts named in the JSON, except `cycles` and `hazards`. Returns OK or DIFFERENT.
 * `differs` may be NULL. */
SFPU_API int sfpu_compare_state(sfpu_machine *m, const char *json, size_t size, sfpu_differs *differs, void *context);

SFPU_API void sfpu_free(void *memory); /* frees memory returned by the library; NULL is ignored */

/* ---- Dst ---- */

/* How a value is spelled in files and lies in Dst: sfpsim-files(5), Image formats. Int8 values have 1 byte; the
 * others have 2 or 4 bytes (sfpu_format_bytes()). */
enum sfpu_format {
    SFPU_ANY_FORMAT = 0, /* the format stated by a .npy file, or else raw */
    SFPU_RAW, SFPU_FP32, SFPU_BF16, SFPU_FP16, SFPU_INT32, SFPU_UINT32, SFPU_UINT16, SFPU_SM32, SFPU_INT16, SFPU_INT8,
};

/* sfpu_format_named() returns the format with this name, or -1. sfpu_format_name() returns a format's name, or "any
 * format". */
SFPU_API int sfpu_format_named(const char *name);
SFPU_API const char *sfpu_format_name(int format);
SFPU_API size_t sfpu_format_bytes(int format); /* bytes of a value; 0: unknown format */

/* Returns the number that the bits represent in the format. `bits` is zero-extended. For raw cells the number is the
 * bits themselves. */
SFPU_API double sfpu_value(int format, uint32_t bits);

/*
 * Writes the value as text, cut to `size` bytes, including its NUL: the shortest text that reads back as the same
 * number. A NaN other than 0x7fc00000 (bf16 0x7fc0, fp16 0x7e00) has its bits in parentheses. A raw cell is written in
 * hexadecimal.
 */
SFPU_API int sfpu_value_text(int format, uint32_t bits, char *text, size_t size);

enum sfpu_layout {
    SFPU_ROWS, /* row-major, 16 values to a row of Dst */
    SFPU_TILE, /* row-major 32x32 tiles */
};

/* Returns the layout with this name ("rows", "tile"), or -1. */
SFPU_API int sfpu_layout_named(const char *name);

/* Copy `size` bytes of values to Dst, from row 0 on, and back. `size` is a number of whole rows, or of whole tiles;
 * for raw values, all of Dst (32768 bytes). */
SFPU_API int sfpu_write_dst(sfpu_machine *m, int format, int layout, const void *values, size_t size);
SFPU_API int sfpu_read_dst(sfpu_machine *m, int format, int layout, void *values, size_t size);

enum { SFPU_DST_ROWS = 1024, SFPU_DST_COLUMNS = 16 };

/* Get and set a 16-bit cell of Dst as stored, by its physical row and column (sfpu-dst(7), Storage). In a row
 * cleared by ZEROACC every cell reads as 0; setting a cell there leaves the rest of the row 0. */
SFPU_API int sfpu_get_dst_word(sfpu_machine *m, unsigned row, unsigned column, uint16_t *value);
SFPU_API int sfpu_set_dst_word(sfpu_machine *m, unsigned row, unsigned column, uint16_t value);

/* Configures loads and stores of format 0 to use this format, as a kernel for such values expects. SFPU_RAW and
 * SFPU_ANY_FORMAT change nothing. */
SFPU_API int sfpu_configure_format(sfpu_machine *m, int format);

/* Returns the format meant by format 0: FP32, BF16 or FP16 (sfpu-dst(7), Format 0); or a negative code. */
SFPU_API int sfpu_configured_format(sfpu_machine *m);

/* ---- Images: values with their format, layout and shape, as files hold them ---- */

typedef struct sfpu_image sfpu_image;

enum sfpu_container { SFPU_PLAIN, SFPU_NPY };

/* Returns SFPU_NPY for a path that ends in .npy, or else SFPU_PLAIN. */
SFPU_API int sfpu_container_of(const char *path);

/* Parses a file's bytes into an image, which sfpu_image_free() frees. `m` receives the error messages and may be
 * NULL. */
SFPU_API int sfpu_image_parse(sfpu_machine *m, const void *bytes, size_t size, int container, int format, int layout,
                              sfpu_image **image);
SFPU_API int sfpu_image_format(const sfpu_image *image);

/* Copy an image to Dst, and from Dst. `like` gives the number and place of the rows, the shape, and the format if
 * `format` is ANY; `like` may be NULL. *lost describes values that could not be kept, or is NULL; the caller frees
 * *lost with sfpu_free(). `lost` may be NULL. */
SFPU_API int sfpu_image_to_dst(sfpu_machine *m, const sfpu_image *image, char **lost);
SFPU_API int sfpu_image_from_dst(sfpu_machine *m, int format, int layout, const sfpu_image *like, sfpu_image **image,
                                 char **lost);

/* Changes an expected image to what Dst would return after storing the image. BAD_INPUT: the machine's Dst cannot
 * hold the image. */
SFPU_API int sfpu_image_normalise(sfpu_machine *m, sfpu_image *image, char **lost);

/* Makes an image of `rows` rows of zeros, to be used as `like` of sfpu_image_from_dst(). */
SFPU_API int sfpu_image_zeros(sfpu_machine *m, int format, int layout, unsigned rows, sfpu_image **image);

/* Set and get the first row of Dst at which the image lies, counted in rows of the image's format. The default is
 * row 0. An image from sfpu_image_from_dst() lies where `like` lies. BAD_INPUT: Dst has too few rows. */
SFPU_API int sfpu_image_place(sfpu_machine *m, sfpu_image *image, unsigned row);
SFPU_API int sfpu_image_rows(const sfpu_image *image, unsigned *first, unsigned *count);

/* Makes a file's bytes, which the caller frees with sfpu_free(). */
SFPU_API int sfpu_image_bytes(const sfpu_image *image, int container, void **bytes, size_t *size);
SFPU_API void sfpu_image_free(sfpu_image *image);

/* ---- Data for the matrix unit ---- */

enum sfpu_source { SFPU_SRCA, SFPU_SRCB };

/*
 * Feeds banks of SrcA or SrcB, as an unpacker would bring them: runs take them in order, each as soon as the matrix
 * unit waits for it. From the first call until sfpu_reset() the words of the matrix unit compute (sfpu-matrix(7));
 * before, they are refused. `bytes` are those of a file, and are copied. `format` is bf16, tf32, fp16, int8, bits or
 * bits-FORMAT, and after a colon may have the number of rows that go into one bank: "bf16:16"; 64 without. Also sets
 * the source's format in the configuration, Fp32_enabled to SFPU_Fp32_enabled, and INT8_math_enabled for int8. Gives
 * up a stopped run; snapshots taken before can no longer be restored. BAD_INPUT: the bytes do not fit the format.
 */
SFPU_API int sfpu_feed_source(sfpu_machine *m, int source, const void *bytes, size_t size, int container,
                              const char *format, int layout);

enum { SFPU_SOURCE_BANKS = 2, SFPU_SOURCE_ROWS = 64, SFPU_SOURCE_COLUMNS = 16 };

/* A bank of SrcA or SrcB (sfpu-matrix(7), Banks). A datum has its sign in bit 18, its exponent in bits 17:10, and its
 * mantissa in bits 9:0. */
struct sfpu_source_bank {
    size_t size;
    int valid;      /* not 0: the bank belongs to the matrix unit; 0: to its unpacker */
    int is_read;    /* not 0: the matrix unit reads this bank of the source */
    int is_filled;  /* not 0: the unpacker fills this bank of the source */
    unsigned format; /* code of the format of the data (sfpu-dst(7), Format 0) */
    size_t waiting; /* banks of data that wait to be brought to the source */
    uint32_t data[SFPU_SOURCE_ROWS][SFPU_SOURCE_COLUMNS];
};

/* Gets a bank, 0 or 1. BAD_ARGUMENT, too, before sfpu_feed_source(): there are no banks then. */
SFPU_API int sfpu_get_source_bank(sfpu_machine *m, int source, unsigned bank, struct sfpu_source_bank *got);

/* When two values count as equal, as in sfpsim-run(1). A limit counts only if its has_ flag is not 0. Without
 * limits, values must have the same bits. */
struct sfpu_tolerance {
    size_t size;
    int has_ulp, has_rtol, has_atol;
    uint64_t ulp;
    double rtol, atol;
};

/* Compares two images. Returns OK or DIFFERENT. *report is the text that sfpsim prints; the caller frees *report
 * with sfpu_free(). `report` may be NULL. A tolerance of NULL demands the same bits. */
SFPU_API int sfpu_image_compare(sfpu_machine *m, const sfpu_image *got, const sfpu_image *expected,
                                const struct sfpu_tolerance *tolerance, char **report);

/*
 * The detailed result of a comparison. sfpu_compare() compares as sfpu_image_compare(); sfpu_comparison_free() frees
 * the result.
 *
 * `inputs` are the images that Dst held before the run; later images overlay earlier ones. For each mismatch the result
 * then has the input of the same cell. `inputs` may be NULL with a count of 0. The images are copied.
 */
typedef struct sfpu_comparison sfpu_comparison;

SFPU_API int sfpu_compare(sfpu_machine *m, const sfpu_image *got, const sfpu_image *expected,
                          const struct sfpu_tolerance *tolerance, const sfpu_image *const *inputs, size_t input_count,
                          sfpu_comparison **comparison);
SFPU_API void sfpu_comparison_free(sfpu_comparison *comparison); /* accepts NULL */

/* Kinds of mismatching pairs: both values finite; an infinity and no NaN; a NaN. */
enum sfpu_mismatch_kind { SFPU_FINITE, SFPU_INFINITE, SFPU_NAN };

/* Counts of a comparison. Units in the last place (ulp) are measured for all pairs, accepted or not, except
 * differing pairs with an infinity or a NaN. */
struct sfpu_compared {
    size_t size;
    int format;
    size_t compared, different; /* numbers of pairs: compared; outside the tolerance */
    size_t exact;               /* number of pairs with the same bits */
    size_t measured;            /* number of pairs with an ulp */
    uint64_t max_ulp, p50, p95, p99; /* percentiles: p95 is the smallest ulp not exceeded by 95 % of the measured
                                      * pairs */
    double mean_ulp;
    double max_abs, max_rel;    /* over finite pairs; max_rel only where the expected value is not 0 */
    size_t kinds[3];            /* the `different` pairs by kind */
};
SFPU_API int sfpu_get_compared(const sfpu_comparison *comparison, struct sfpu_compared *compared);

/* A pair outside the tolerance. */
struct sfpu_mismatch {
    size_t size;
    size_t index;               /* index of the value in the file */
    unsigned row, column, lane; /* the cell of Dst, in rows of the format, and the lane that accesses the cell */
    uint32_t got, expected;     /* bits of the two values in the format */
    uint64_t ulp;               /* distance in ulps; 0 for a NaN, as is `error` */
    double error;               /* got - expected */
    int input_format;           /* format of the cell's input; ANY: no input */
    uint32_t input;
};

/* Gets a mismatch of a kind: finite pairs worst first, other pairs in file order. At most ten of a kind are listed.
 * BAD_ARGUMENT: `i` is out of range. */
SFPU_API int sfpu_get_mismatch(const sfpu_comparison *comparison, int kind, size_t i, struct sfpu_mismatch *mismatch);

/* Writes the comparison as sfpsim prints it. */
SFPU_API int sfpu_comparison_report(const sfpu_comparison *comparison, sfpu_write *write, void *context);

/* Checks whether the tolerance applies to the image's format. */
SFPU_API int sfpu_check_tolerance(sfpu_machine *m, const sfpu_image *image, const struct sfpu_tolerance *tolerance);

/* ---- Runs ---- */

/* How later runs work. */
struct sfpu_running {
    size_t size;
    int untimed;      /* run without time: faster, with the same results but without cycles */
    int ignore_waits; /* waits on semaphores count as satisfied */
    int quiet;        /* the run looks for no findings */
    int no_partners;  /* a compiled kernel's wait for another thread lasts for ever */
    int keeps_words;  /* keeps the words that a compiled kernel pushes, for sfpu_get_pushed() and words_cycles; 16
                       * bytes a word */
    uint64_t vectors; /* number of vectors of a pass, for the cycles for each vector; 0: derived from the stores
                       * (sfpsim-stats(7)) */
    int keeps_writers; /* keeps the last writers of a timed run, for sfpu_get_lreg_writer() and its siblings; a run
                        * then executes every pass in full */
};
SFPU_API int sfpu_configure_runs(sfpu_machine *m, const struct sfpu_running *running);

/*
 * Selects the thread for which later calls load words, set gaps and settings, and read counters and the configuration.
 * At first that is the math thread.
 *
 * A load for a thread replaces this thread's words; the program has the words of all threads, one kernel after another.
 * A source with .thread has words of several threads, and such a load replaces the whole program, as does the next load
 * after it. A compiled kernel has the core of its thread. Settings that concern a thread are addr-mod, addr-mod-base,
 * mop-cfg and pushed-by; the others, and "init", concern all threads. After NO_MEMORY the thread may have no words.
 */
SFPU_API int sfpu_select_thread(sfpu_machine *m, int thread);

/* Which thread gets a unit that several want in one cycle: the one that has waited longest; the one with the lowest or
 * the highest number; one that the seed decides. */
enum sfpu_arbiter { SFPU_ARBITER_RR, SFPU_ARBITER_LOW, SFPU_ARBITER_HIGH, SFPU_ARBITER_RANDOM };

enum { SFPU_MOST_START = 1 << 20 };

/* How several threads run. */
struct sfpu_threads {
    size_t size;
    int arbiter;                  /* an enum sfpu_arbiter */
    uint64_t seed;                /* RANDOM: its seed */
    unsigned start[SFPU_THREADS]; /* by thread: cycles by which its first word comes late, up to SFPU_MOST_START; 0 for
                                   * a thread without words */
};
SFPU_API int sfpu_configure_threads(sfpu_machine *m, const struct sfpu_threads *threads);

/* Sets the arbiter and seed that an option --arbiter would: "rr", "low", "high" or "random:SEED". Returns BAD_ARGUMENT
 * for another text. */
SFPU_API int sfpu_parse_arbiter(const char *text, struct sfpu_threads *threads);

/* What a thread did in the last run. */
struct sfpu_thread_result {
    size_t size;
    int ran;               /* the thread had words */
    uint64_t instructions; /* number of its issued instructions */
    uint64_t vector;       /* number of those of the vector unit */
    uint64_t cycles;       /* the cycle after its last instruction issued; of a program of the math thread alone: the
                            * run's length */
    size_t next;           /* of a stopped run: index of its next word to issue; SIZE_MAX: none, or none has come */
};
SFPU_API int sfpu_get_thread_result(sfpu_machine *m, int thread, struct sfpu_thread_result *result);

/* Returns the i-th cause for which a thread can lose cycles (sfpu-timing(7)), and sets *cycles to the cycles that this
 * thread lost so in the last run; NULL if `i` is out of range. `cycles` may be NULL. */
SFPU_API const char *sfpu_thread_stall(sfpu_machine *m, int thread, size_t i, uint64_t *cycles);

/* Delays words of the selected thread. The text has lines of sfpsim-files(5), Gaps: cycles by which a word is pushed
 * late. */
SFPU_API int sfpu_set_gaps(sfpu_machine *m, const char *text, size_t length);

/* Runs job `i` on worker `worker`. A worker runs one job at a time. */
typedef void sfpu_job(void *jobs, size_t i, unsigned worker);

/* Must call job(jobs, i, worker) for each i below `count`, in any order and from any threads, and return when all
 * jobs are done. */
typedef void sfpu_each(void *context, size_t count, sfpu_job *job, void *jobs);

enum { SFPU_MOST_GAP = 64, SFPU_USUAL_GAP = 8, SFPU_USUAL_PAIRS = 4096, SFPU_MOST_WORKERS = 256 };

/* For several threads: the usual longest start, and the usual number of random runs. */
enum { SFPU_USUAL_SKEW = 40, SFPU_USUAL_RANDOM = 300 };

/* Which gaps sfpu_perturb() tries. */
struct sfpu_perturbing {
    size_t size;
    unsigned most;     /* the longest gap in cycles, 1 to SFPU_MOST_GAP; shorter gaps are tried too. Several threads:
                        * most cycles by which a thread starts late */
    size_t pairs;      /* most runs with two gaps; several threads: number of random runs */
    int json;          /* 1: writes the report as JSON */
    unsigned workers;  /* with `each`: number of workers, 1 to SFPU_MOST_WORKERS */
    sfpu_each *each;   /* runs the trial runs in parallel; NULL: one run after another */
    void *each_context;
    int draw;          /* 1: an all-zero Dst is filled with random numbers for the trial runs; the machine's own Dst
                        * stays */
};

/*
 * Tries whether late words change the result of a run of `passes` passes (sfpsim-perturb(1)), and writes a report. For
 * a program of several threads, tries whether another interleaving of one pass changes Dst. The machine stays as it is.
 * Returns OK if nothing that is tried changes the result, DIFFERENT if something does. REFUSED, DEADLOCK: the run fails
 * even as it is.
 */
SFPU_API int sfpu_perturb(sfpu_machine *m, unsigned long passes, const struct sfpu_perturbing *perturbing,
                          sfpu_write *write, void *context);

/* Runs the program `passes` times, back to back, from the machine's current state. If a run is stopped, finishes
 * that run instead and ignores `passes`. BAD_ARGUMENT: `passes` is 0. */
SFPU_API int sfpu_run(sfpu_machine *m, unsigned long passes);

enum sfpu_watched {
    SFPU_WATCH_LREG, SFPU_WATCH_FLAGS, SFPU_WATCH_USE_FLAGS, SFPU_WATCH_COUNTER, SFPU_WATCH_DST, SFPU_WATCH_MEMORY,
};

/* A value that sfpu_run_until() checks in each cycle. MEMORY is the memory of a compiled kernel, as sfpu_peek()
 * reads it; in L1 and the local data RAM the core's stores count in program order (see below). */
struct sfpu_watch {
    size_t size;
    int what;         /* an enum sfpu_watched */
    unsigned number;  /* LREG: 0 to 16; COUNTER: an enum sfpu_counter; DST: the physical row of 16-bit cells */
    uint32_t lanes;   /* LREG, FLAGS, USE_FLAGS: mask of lanes; DST: mask of columns; 0: all */
    uint32_t address; /* MEMORY: first byte */
    size_t bytes;     /* MEMORY: length, at least 1 */
};

/* Where a run stops: before the next instruction issues. A member that is 0 or NULL sets no limit. */
struct sfpu_limits {
    size_t size;
    uint64_t cycles;       /* most further cycles */
    uint64_t instructions; /* most instructions that the run may issue from here on; two instructions that issue in
                            * the same cycle both count (sfpu-timing(7), What is held with it) */
    const size_t *breakpoints; /* indices of words; the run stops before such a word issues, but not at its current
                                * position */
    size_t breakpoint_count;
    int at_issue;         /* 1: a breakpoint stops only in the cycle in which the word issues, not while it is held;
                           * each instruction stops once */
    unsigned long passes; /* passes of a run that begins here, back to back; 0: one */
    /* For a compiled kernel's core, in program order (struct sfpu_core_state): */
    const size_t *core_breakpoints; /* indices of the core's instructions, as words of the program; the run stops
                                     * before such an instruction, but not at its current position */
    size_t core_breakpoint_count;
    uint64_t core_instructions;     /* most further instructions of the core */
    const struct sfpu_watch *watches; /* the run stops after the cycle, or in program order after the core's store,
                                       * that changes a watched value; every element has the same `size` */
    size_t watch_count;
    int findings;         /* 1: stops after a cycle with a new finding that sfpu_get_finding() reports */
};

/* Begins a run, or continues a stopped run. Returns OK at the run's end, or STOPPED at a limit. The run is always
 * timed; stops do not change its cycles. `limits` may be NULL. BAD_ARGUMENT: a limit of the core without a compiled
 * kernel, or an unknown watch. NO_MEMORY also if the stopped core cannot be shown in program order. */
SFPU_API int sfpu_run_until(sfpu_machine *m, const struct sfpu_limits *limits);

/* Ends a stopped run at its current position. Instructions in flight are dropped; reports are available as after a
 * complete run. Without a stopped run, has no effect. */
SFPU_API int sfpu_end_run(sfpu_machine *m);

/* Runs until the next instruction, as sfpu_run_until() with a limit of one instruction. */
SFPU_API int sfpu_step(sfpu_machine *m);

/* ---- Snapshots ---- */

/*
 * A copy of a machine and its run, at any point before, within or after the run: state, instructions in flight,
 * findings, results, last writers, and a compiled kernel's memory, core and devices.
 */
typedef struct sfpu_snapshot sfpu_snapshot;

/* Takes a snapshot. sfpu_free_snapshot() frees it, before or after the machine is closed. BAD_ARGUMENT: a view other
 * than the summary is wanted; such views gather data during the run and cannot go back. */
SFPU_API int sfpu_take_snapshot(sfpu_machine *m, sfpu_snapshot **snapshot);

/*
 * Returns the machine to the snapshot, any number of times and in any order. The continuation repeats exactly, cycle by
 * cycle. The run keeps the configuration with which it began; views of a finished run are dropped. BAD_ARGUMENT: the
 * snapshot is of another machine or program, or from before the gaps, calls or device values changed, or a view is
 * wanted as above. NO_MEMORY: the stopped run may be abandoned.
 */
SFPU_API int sfpu_restore_snapshot(sfpu_machine *m, const sfpu_snapshot *snapshot);

/* Returns the snapshot's size in bytes, without the pages shared with the snapshot taken or restored before it. */
SFPU_API size_t sfpu_snapshot_bytes(const sfpu_snapshot *snapshot);

SFPU_API void sfpu_free_snapshot(sfpu_snapshot *snapshot); /* accepts NULL */

/* ---- Who wrote last ---- */

/* The instruction or scheduled item that wrote a place, with members as in struct sfpu_event. For a store by a
 * compiled kernel's core, `index` is the core's instruction. */
struct sfpu_writer {
    size_t size;
    size_t index;
    uint64_t cycle;     /* the cycle at whose end the value was stored */
    uint64_t id;        /* UINT64_MAX: the core */
    uint32_t word;
    int scheduled;
    size_t macro_index;
    const char *text;   /* scheduled: the instruction with its actual registers; valid until the next call of these
                         * functions */
};

/*
 * Get the last writer in the last or stopped run, if struct sfpu_running.keeps_writers was set when the run began. An
 * instruction does not count as the writer of a lane for which it was disabled. BAD_ARGUMENT: the run wrote nothing
 * there, or kept no writers.
 */
SFPU_API int sfpu_get_lreg_writer(sfpu_machine *m, unsigned reg, unsigned lane, struct sfpu_writer *writer);

/* The writer of a 16-bit cell of Dst, by physical row, 0 to 1023, and column, 0 to 15. A cell cleared by ZEROACC
 * reads as 0 until the next write. For a cell of 32 bits, ZEROACC counts as the writer of the high half. */
SFPU_API int sfpu_get_dst_writer(sfpu_machine *m, unsigned row, unsigned column, struct sfpu_writer *writer);

/* The writer of a lane's LaneFlags and UseLaneFlagsForLaneEnable. */
SFPU_API int sfpu_get_flags_writer(sfpu_machine *m, unsigned lane, struct sfpu_writer *writer);

/* Results of the last run, or of the stopped run so far. */
struct sfpu_result {
    size_t size;
    uint64_t cycles;       /* length of the run in cycles; 0 without time */
    uint64_t instructions; /* number of issued instructions */
    uint64_t vector;       /* number of issued instructions of the vector unit */
    size_t next;           /* STOPPED: the next word to issue, or SIZE_MAX; after a failure: the failed word */
    uint64_t reused;       /* number of passes that reused the schedule of earlier passes */
    const char *not_reused; /* reason why many passes did not reuse a schedule; NULL: few passes, or reused */
    /* After a complete run that gathered SFPU_STATS: cycles for each vector of 32 lanes in the steady state, without
     * set-up and end (sfpsim-stats(7)); 0: no vectors. */
    double steady_cycles_per_32_lanes;
    size_t position;       /* STOPPED: the word that produced `next`: `next` itself, or the MOP or REPLAY that
                            * expands to it */
    unsigned reasons;      /* STOPPED: a set of enum sfpu_stop, every limit reached */
    /* After such a run: cycles for each vector over the whole run; the number of vectors; 1 if the run has a steady
     * state, in which results repeat periodically. */
    double cycles_per_32_lanes;
    uint64_t vectors;
    int is_steady;
    size_t watch;          /* STOPPED by WATCH: index of the first watch that changed */
    const char *finding;   /* STOPPED by FINDING: name of the first finding in the cycle */
    size_t finding_index;  /* STOPPED by FINDING: index of this finding's word */
    int seeks_races;       /* 1: the run looks for races: it is timed, of several threads without a core among them, and
                            * looks for findings */
};

/* Reasons for a stop: the limit that the run reached. */
enum sfpu_stop {
    SFPU_STOP_CYCLES = 1, SFPU_STOP_INSTRUCTIONS = 2, SFPU_STOP_BREAKPOINT = 4, SFPU_STOP_CORE_BREAKPOINT = 8,
    SFPU_STOP_CORE_INSTRUCTIONS = 16, SFPU_STOP_WATCH = 32, SFPU_STOP_FINDING = 64,
};

SFPU_API int sfpu_get_result(sfpu_machine *m, struct sfpu_result *result);

/* The progress of a run: whether a run is in progress, the wanted and the completed passes, and the simulated cycles
 * (0 without time). sfpu_get_progress() may also be called from signal handlers and other threads. */
struct sfpu_progress {
    size_t size;
    int running;
    uint64_t wanted, passes, cycles;
};
SFPU_API int sfpu_get_progress(const sfpu_machine *m, struct sfpu_progress *progress);

/* Ends the current run as soon as possible at its current position, with code INTERRUPTED. sfpu_perturb() ends after
 * its current trial run. May be called from signal handlers, other threads and callbacks. Without a current run, has
 * no effect. */
SFPU_API void sfpu_interrupt(sfpu_machine *m);

/*
 * ---- Compiled kernels ----
 *
 * A RISC-V core pushes the words of a compiled kernel. The library simulates the core with its memory and the devices
 * in reach (sfpu-riscv(7)). Each run begins with the memory contents of the file. Word i of the program is the word
 * last pushed by the instruction at byte 4 * i of the code, or 0 before the first push. Gaps and batches do not support
 * compiled kernels.
 */

/* Returns 1 if the program is a compiled kernel, or else 0. */
SFPU_API int sfpu_is_compiled(const sfpu_machine *m);

/* Adds a call to every pass of later runs, after the calls added before. The call runs the function `symbol`, or the
 * file's entry if `symbol` is NULL, with up to eight arguments. The symbol is spelled as in the file, or as a C++
 * name without template arguments and parameters. Without any call, a pass calls the entry. BAD_INPUT: no function,
 * or more than one, has this name. */
SFPU_API int sfpu_add_call(sfpu_machine *m, const char *symbol, const uint32_t *arguments, size_t count);

/* Sets the values that a device offers the kernel in each run, on behalf of threads that are not simulated
 * (sfpu-riscv(7), Other threads). The values are copied and replace earlier ones. BAD_INPUT: the device is unknown,
 * absent on this arch, or takes other values. BAD_ARGUMENT: a run is stopped. */
SFPU_API int sfpu_give(sfpu_machine *m, const char *device, const uint64_t *values, size_t count);

/* Gets the address of a function or variable of the file. BAD_INPUT: the name is unknown. */
SFPU_API int sfpu_find_symbol(sfpu_machine *m, const char *name, uint32_t *address);

/* Writes bytes to `address`, in L1 or the local data RAM, at the start of each run. The bytes are copied. */
SFPU_API int sfpu_poke(sfpu_machine *m, uint32_t address, const void *bytes, size_t size);

/*
 * Adds an idle action. The core is idle when it polls unchanging values for ever; without an action such a run is a
 * DEADLOCK. An action writes its bytes, which are copied, to `address`, and the core continues; with `bytes` NULL, the
 * action ends the run. Each run takes the actions in order from the first, one each time the core becomes idle.
 * BAD_ARGUMENT: a run is stopped.
 */
SFPU_API int sfpu_when_idle(sfpu_machine *m, uint32_t address, const void *bytes, size_t size);

/* Reads memory after a run, or while a run is stopped. L1 and the local data RAM are then read in program order (see
 * below). Devices that can be read without an effect are read as they are: GPRs, configuration, semaphores, and
 * Blackhole's window to Dst. */
SFPU_API int sfpu_peek(sfpu_machine *m, uint32_t address, void *bytes, size_t size);

/*
 * The core in program order. The real core runs ahead of the words in the queues. Program order shows each of the
 * core's instructions as if it executed after all earlier words have issued, and an instruction that pushes a word as
 * if it lasted until that word issues. At most 2^20 instructions of lead are tracked; beyond that, the oldest appear
 * early. A stop in program order comes in the cycle after the last awaited word issues, or, without words in flight,
 * when the core arrives.
 */
struct sfpu_core_state {
    size_t size;
    uint32_t x[32];
    uint32_t pc;
    uint64_t ahead;        /* number of instructions by which the real core is ahead */
    uint64_t instructions; /* number of instructions executed in this run, in program order */
};

/* Gets the core's registers. During a stopped run they are in program order; before a run they have their initial
 * values; after a run they have their final values. */
SFPU_API int sfpu_get_core_state(sfpu_machine *m, struct sfpu_core_state *state);

/* Sets registers and pc of a stopped core. BAD_ARGUMENT: no run is stopped, the core is ahead, or pc is not the
 * address of an instruction. */
SFPU_API int sfpu_set_core_state(sfpu_machine *m, const struct sfpu_core_state *state);

/* Writes L1 or the local data RAM of a stopped run, in program order. A later store that the core has already
 * executed stays, and values that the core has already read stay read. BAD_ARGUMENT: no run is stopped, or the
 * address is outside of memory. */
SFPU_API int sfpu_set_memory(sfpu_machine *m, uint32_t address, const void *bytes, size_t size);

/* Runs until the core has executed its next instruction in program order. */
SFPU_API int sfpu_step_core(sfpu_machine *m);

/* Returns a register's name in the ABI: "ra" for 1. NULL: `number` is 32 or more. */
SFPU_API const char *sfpu_core_register_name(unsigned number);

/* A call frame of the core, in a stopped or finished run. Level 0 is the current function, level 1 its caller, and
 * so on. Frames are found from the ELF file's debug information; at level 0, without such information, from register
 * ra. */
struct sfpu_frame {
    size_t size;
    size_t index;     /* index of the current instruction, or of the call that leads to the frame below */
    uint32_t address; /* address of this instruction */
    uint32_t sp;      /* stack pointer; 0: unknown */
    int by_ra;        /* 1: the frame was derived from ra, which is right only if the function below has not changed
                       * ra */
};

/* Gets a frame. BAD_ARGUMENT: `level` is too high, or the core is outside of its code. */
SFPU_API int sfpu_get_frame(sfpu_machine *m, size_t level, struct sfpu_frame *frame);

/* What a DEADLOCK waits for. BAD_ARGUMENT: the last run did not deadlock, or waits for nothing readable. */
struct sfpu_wait {
    size_t size;
    int by_word;       /* 1: a word waits; 0: the core waits */
    uint32_t address;  /* address at which the core reads, or would read, the awaited value */
    char device[48];   /* name of the awaited device, such as "semaphore 1", "mailbox-b" or "L1" */
    char state[96];    /* state of the device, such as "value 0, maximum 1"; "" if the device has no state */
};
SFPU_API int sfpu_get_wait(sfpu_machine *m, struct sfpu_wait *wait);

/* Counts of the last run of a compiled kernel. The three counts of cycles are 0 without time. */
struct sfpu_core {
    size_t size;
    uint64_t instructions; /* number of instructions that the core executed */
    uint64_t words;        /* number of words that the core pushed */
    uint64_t helped;       /* number of waits for other threads, satisfied at once */
    uint64_t cycles;       /* length in cycles of core and words together, with their mutual delays */
    uint64_t core_cycles;  /* length in cycles of the core alone, as if only its own code delayed it */
    uint64_t words_cycles; /* length in cycles of the words alone, as if all words were queued at the start, and MOP
                            * had the core's configuration in time; 0 unless words were kept */
};
SFPU_API int sfpu_get_core(sfpu_machine *m, struct sfpu_core *core);

/* What pushed the words of the last run: the core of a compiled kernel, or the caller modelled by the setting
 * "pushed-by" (sfpu-riscv(7), WORDS WITHOUT A CORE). BAD_ARGUMENT: nothing has run. */
struct sfpu_pusher {
    size_t size;
    const char *name;       /* "core" for a compiled kernel; else the setting's value: "ideal", "inline", ... */
    uint64_t instructions;  /* number of instructions that the core executed; 0 for "ideal" */
    uint64_t fetching;      /* number of cycles for which the instruction cache delayed the core; 0 for a compiled
                             * kernel without time */
    unsigned miss;          /* number of cycles of an instruction cache miss; 0: no cache misses */
    const char *provenance; /* source of `miss`: "given", or "fit" with the error of the fit; or "" */
    int assumed;            /* for "ideal": the timed run pushes SFPLOADMACROs, so its figures assume one word in
                             * every cycle */
};
SFPU_API int sfpu_get_pusher(sfpu_machine *m, struct sfpu_pusher *pusher);

/* A deed of a thread outside the simulation (sfpu-riscv(7), Other threads), assumed to happen at once so that the
 * kernel can continue. The last run has one entry for each deed and instruction, in order of first use; entries
 * after the 256th are dropped. BAD_ARGUMENT: `i` is out of range. */
struct sfpu_help {
    size_t size;
    const char *deed;    /* action: "posted", "taken" or "set up" a semaphore; "read" a word in a mailbox */
    const char *device;  /* kind of device: "semaphore", "mailbox-b", "mailbox-t0" or "mailbox-t2" */
    unsigned number;     /* number of the semaphore */
    size_t index;        /* index of the instruction that waited or wrote */
    uint64_t cycle;      /* cycle of the first time; without time, the number of instructions executed before it */
    uint64_t times;
};
SFPU_API int sfpu_get_help(sfpu_machine *m, size_t i, struct sfpu_help *help);

/* Returns the name of the i-th cause for which the core did not issue, and the cause's cycles in the last run. NULL:
 * `i` is out of range. */
SFPU_API const char *sfpu_core_stall(sfpu_machine *m, size_t i, uint64_t *cycles);

/* A word that the last run pushed and kept. BAD_ARGUMENT: `i` is out of range. `index` is the core's instruction
 * that pushed the word. */
struct sfpu_pushed {
    size_t size;
    uint32_t word;
    size_t index;
    uint64_t cycle; /* cycle of the push; 0 without time */
};
SFPU_API int sfpu_get_pushed(sfpu_machine *m, size_t i, struct sfpu_pushed *pushed);

/* Makes a program of all kept words, in order. Each word has the place of the instruction that pushed it. The
 * program's outputs are a kernel and its table. sfpu_program_free() frees the program. BAD_ARGUMENT: the last run
 * kept no words. */
SFPU_API int sfpu_get_recorded(sfpu_machine *m, sfpu_program **program);

/* ---- Batches: the program on many contents of Dst ---- */

/* Cells of Dst in a format. A cell's number is 16 * row + column, with rows counted in the format. */
struct sfpu_cells {
    size_t size;
    int format; /* format of the values, an enum sfpu_format */
    const uint32_t *cells;
    size_t count;
};

typedef struct sfpu_batch sfpu_batch;

/*
 * Opens a batch: runs one timed pass and keeps its schedule, so that later passes on other values cost only the
 * arithmetic. Every pass begins with the machine's state at this call, except the cells of `in`; the cells of `out` are
 * the results. Data of sfpu_feed_source() are then there again, and passes are simulated in full. Results equal those
 * of sfpu_run(), including those of instructions that read a value too early. A batch makes no findings. The batch
 * borrows the machine until sfpu_batch_close(). Until then only sfpu_error(), sfpu_get_result() (for the first pass),
 * sfpu_get_progress() and the functions about the program may be called; other functions return BAD_ARGUMENT, or have
 * no effect if they return no code.
 */
SFPU_API int sfpu_batch_open(sfpu_machine *m, const struct sfpu_cells *in, const struct sfpu_cells *out,
                             sfpu_batch **batch);

/* Runs a pass. `in` and `out` have one word for each cell, with the value in its low bits. */
SFPU_API int sfpu_batch_run(sfpu_batch *batch, const uint32_t *in, uint32_t *out);

/* Returns the reason why every pass is simulated in full, at the cost of a timed run; NULL: passes reuse the
 * schedule. */
SFPU_API const char *sfpu_batch_in_full(const sfpu_batch *batch);

/* Closes the batch and returns the machine in the state after the last pass. NULL is ignored. */
SFPU_API void sfpu_batch_close(sfpu_batch *batch);

/* ---- Events ---- */

enum sfpu_event_kind {
    SFPU_EVENT_FETCH,    /* an instruction becomes the next to issue */
    SFPU_EVENT_STALL,    /* the instruction is held for this cycle; `text` is the cause */
    SFPU_EVENT_EXEC,     /* the instruction starts on its sub-unit. If an instruction of another unit starts beside a
                          * vector instruction that had been held, `text` is the cause of that stall; the stall then
                          * costs one cycle less (sfpu-timing(7), What is held with it) */
    SFPU_EVENT_SCHEDULE, /* an SFPLOADMACRO schedules an item */
    SFPU_EVENT_FORGET,   /* an item is dropped */
    SFPU_EVENT_DISCARD,  /* an issued instruction lost its sub-unit to an item and is dropped */
    SFPU_EVENT_FINDING,  /* `text` is the finding's name */
    SFPU_EVENT_COMPLETE, /* the results have landed; for an item, `text` is the instruction with its actual registers */
    SFPU_EVENT_BUBBLE,   /* no instruction came; `text` is the cause */
    SFPU_EVENT_PASS,     /* a pass begins */
    SFPU_EVENT_CORE,     /* a compiled kernel's core issues the instruction `word` at `index`; or, if `text` is not
                          * NULL, is held there for this cycle by the cause `text` */
    SFPU_EVENT_WAIT_END, /* several threads: the condition of the STALLWAIT or SEMWAIT at `index` is over, at the end of
                          * this cycle */
};

struct sfpu_event {
    size_t size;
    int kind;
    uint64_t cycle;
    const char *unit;   /* sub-unit: "load", "simple", "mad", "round", "store", or "none" */
    uint64_t id;        /* number of the instruction or item in this run, from 0; UINT64_MAX: neither */
    size_t index;       /* index of the event's word in the program; SIZE_MAX: no word */
    uint32_t word;
    int scheduled;      /* the event is about an item of the SFPLOADMACRO at `macro_index` */
    size_t macro_index;
    const char *text;   /* text as the kinds say; for scheduled EXEC and COMPLETE the instruction with its actual
                         * registers; or NULL */
    /* scheduled: */
    uint64_t macro_cycle; /* cycle in which the SFPLOADMACRO executed */
    int macro;          /* number of its sequence */
    int delay;          /* delay of the item, in cycles or instructions */
    /* EXEC and COMPLETE of a load or store: */
    int address;        /* address in Dst (sfpu-dst(7), Addresses), or -1 */
    int step;           /* increment of the counter by the address modifier, -512 to 511 */
    /* COMPLETE: */
    uint32_t lregs;     /* set of LRegs written in enabled lanes: bit r for LReg r */
    int flags;          /* 1: LaneFlags or UseLaneFlagsForLaneEnable were written */
    /* EXEC and COMPLETE of the vector unit: */
    uint32_t lanes;     /* set of lanes enabled at the start, bit l = lane l */
    /* FINDING: */
    int possible;       /* the finding needs other data, as in struct sfpu_finding */
    /* COMPLETE: */
    int stack;          /* 1: the flag stack was written */
    int thread;         /* thread of the instruction, bubble or core, an enum sfpu_thread; of an item: thread of its
                         * SFPLOADMACRO; -1: a pass, which all threads begin */
};

typedef void sfpu_observe(void *context, const struct sfpu_event *event);

/* Sends the events of later timed runs to `observe`; NULL: no events. */
SFPU_API void sfpu_on_event(sfpu_machine *m, sfpu_observe *observe, void *context);

/* ---- Reports ---- */

enum sfpu_view {
    SFPU_SUMMARY,        /* what ran and what it changed */
    SFPU_STATS, SFPU_STATS_JSON, /* wanting either gives both */
    SFPU_TIMELINE, SFPU_TIMELINE_MCA, SFPU_TIMELINE_SCHEDULE,
    SFPU_TRACE, SFPU_COMMIT_LOG, SFPU_KANATA, SFPU_PERFETTO,
    SFPU_PAGE, SFPU_PAGE_JSON, /* the events of each cycle, as an HTML page or as the page's JSON; wanting either
                                * gives both */
    SFPU_TIMELINE_SVG,
    SFPU_CONTRACT,       /* what the kernel expects at its start and leaves at its end, as JSON */
};

/*
 * sfpu_want() makes the next run gather the data of a view. All views except the summary need a timed run. SFPU_TRACE,
 * SFPU_COMMIT_LOG, SFPU_KANATA and SFPU_PERFETTO are written through `write` during the run. For the other views
 * `write` is NULL, and sfpu_report() writes them after the run. The summary of a finished run is always available.
 */
SFPU_API int sfpu_want(sfpu_machine *m, int view, sfpu_write *write, void *context);
SFPU_API int sfpu_report(sfpu_machine *m, int view, sfpu_write *write, void *context);

/* Writes a self-contained HTML page that shows a JSON document. The document's "schema" must be listed in
 * sfpsim-json(5) for pages. The library does not check the document; the page reports text that it cannot show. */
SFPU_API int sfpu_write_page(const char *json, size_t size, sfpu_write *write, void *context);

/* ---- Findings ---- */

/* Applies an argument of option -W of sfpsim-machine(7): NAME, no-NAME or error=NAME. */
SFPU_API int sfpu_warn(sfpu_machine *m, const char *argument);

/* Checks an argument of sfpu_warn() without a machine. */
SFPU_API int sfpu_check_warning(const char *argument);

/* Returns the current name of the finding with this current or former name, or NULL. */
SFPU_API const char *sfpu_finding_named(const char *name);

enum sfpu_severity { SFPU_NOTE, SFPU_ADVICE, SFPU_WARNING, SFPU_ERROR };

/* A kind of finding, as in sfpu-findings(7). */
struct sfpu_finding_kind {
    size_t size;
    const char *name, *text, *source;
    int severity; /* an enum sfpu_severity: the severity without options */
    /* Minimal kernels in source: `shown` has the finding, `mended` does not. Each has the options of sfpsim(1) for
     * its run, separated by blanks. */
    const char *options, *shown, *mended_options, *mended; /* NULL for findings of a compiled kernel's core code */
    const char *remark; /* further explanation in sentences, or NULL */
};

/* Gets the i-th kind of finding. BAD_ARGUMENT: `i` is out of range. */
SFPU_API int sfpu_get_finding_kind(size_t i, struct sfpu_finding_kind *kind);

enum { SFPU_FINDINGS_PRINTED = 50 };

/* Sets the least severity that is printed and counted (default: SFPU_ADVICE), and the largest number of printed
 * groups (0: no limit; default: SFPU_FINDINGS_PRINTED). */
SFPU_API int sfpu_limit_findings(sfpu_machine *m, int least, size_t most);

/* Makes findings of severity `least` or more errors, as --hazards in sfpsim-run(1), and findings below `least` at
 * most warnings, except those made errors by sfpu_warn(). SFPU_ERROR + 1: makes no finding an error. Without this
 * call, a finding is an error if the hardware's behaviour is undefined or loses work. */
SFPU_API int sfpu_fail_findings(sfpu_machine *m, int least);

struct sfpu_finding {
    size_t size;
    const char *name, *text, *source; /* name, text and source, as in sfpu-findings(7) */
    int severity;
    size_t index;     /* index of the word */
    uint64_t times;
    uint64_t cycle;   /* cycle of the first occurrence; 0 without time */
    int fatal;        /* 1: an option error=NAME made the finding an error */
    int scheduled;    /* 1: the finding is about an item of the SFPLOADMACRO at `index` */
    /* The word's place in the source, valid until the next load; NULL and 0 if the program has no source: */
    const char *file;
    unsigned long line, column; /* line and column in bytes, from 1 */
    const char *source_line;    /* `source_length` bytes, without the newline */
    size_t source_length;
    const char *made_from;      /* the file from which a compiler made the line, according to .loc; or NULL */
    unsigned long made_from_line;
    int possible;     /* 1: the finding did not occur, but would with other data */
    int thread;       /* thread that runs the word, an enum sfpu_thread */
};

/* Gets the i-th finding of the runs since the load or the last sfpu_clear_findings(), in program order: one for each
 * kind and word, unless disabled or below the least severity. BAD_ARGUMENT: `i` is out of range. */
SFPU_API int sfpu_get_finding(sfpu_machine *m, size_t i, struct sfpu_finding *finding);

/* Calls `visit` for every finding in turn, which is faster than many calls of sfpu_get_finding(). */
typedef void sfpu_visit(void *context, const struct sfpu_finding *finding);
SFPU_API int sfpu_visit_findings(sfpu_machine *m, sfpu_visit *visit, void *context);

SFPU_API void sfpu_clear_findings(sfpu_machine *m);

/*
 * A race of two threads (sfpu-threads(7), Races): two places in the program use the same state of the vector unit, at
 * least one writes it, and nothing orders them. In arrays, [0] is the place whose access came later in the run.
 */
struct sfpu_race {
    size_t size;
    const char *item;   /* name of the state: "L12", "flags", "template 0", "Dst", "schedule"... */
    int row;            /* Dst: first physical row, of four, that the places shared first; -1 for other state */
    int thread[2];      /* thread of each place, an enum sfpu_thread */
    size_t index[2];    /* index of its word in the program */
    int write[2];       /* 1: the place writes the state; 0: it reads */
    int scheduled[2];   /* 1: an item of the SFPLOADMACRO at `index` makes the access */
    uint64_t count;     /* times that the run showed the race */
};

/* Gets the i-th race of the last run, in the order in which the run showed them, 1024 at most, whatever the options of
 * findings. Only timed runs of several threads that look for findings look for races. The item's name is valid as long
 * as the library. BAD_ARGUMENT: `i` is out of range. */
SFPU_API int sfpu_get_race(sfpu_machine *m, size_t i, struct sfpu_race *race);

/* Gets the failure that ended the program's last run, REFUSED or DEADLOCK, in the form of a finding. The name is
 * from include/failures.def or sfpu-findings(7). The index is the word that was next, or in a compiled kernel the
 * core's instruction. BAD_ARGUMENT: the last run did not fail. */
SFPU_API int sfpu_get_failure(sfpu_machine *m, struct sfpu_finding *failure);

/* *warnings: the number of warnings and errors; *fatal: the number of findings made errors by error=NAME. */
SFPU_API int sfpu_count_findings(sfpu_machine *m, size_t *warnings, size_t *fatal);

/* Writes the findings as text, grouped by source line; with `hidden`, only a line about the findings that are not
 * printed. */
SFPU_API int sfpu_print_findings(sfpu_machine *m, int hidden, sfpu_write *write, void *context);

/* ---- Assembling ---- */

/* Which printed forms of a diagnostic the library makes; the omitted form is NULL. One form saves time when there
 * are millions. */
enum sfpu_forms { SFPU_BOTH_FORMS, SFPU_PRINTED, SFPU_COLORED };

/* How to assemble, like the options of sfpasm(1). A member that is 0 or NULL means that the option is not given. */
struct sfpu_assembly {
    size_t size;
    int arch;           /* an enum sfpu_arch; ANY: the arch stated by the source, or else Wormhole */
    int gnu_strict;     /* 1: refuses source that the vendor's GNU assembler refuses */
    size_t max_errors;  /* number of errors after which the assembly stops; 0: no limit */
    const char *const *include_dirs;
    size_t include_dir_count;
    const char *const *defines; /* NAME or NAME=EXPRESSION */
    size_t define_count;
    const char *const *warnings; /* arguments of -W, in order */
    size_t warning_count;
    sfpu_diagnose *diagnose; /* receives errors, warnings and notes; NULL: discards */
    void *context;
    int forms; /* an enum sfpu_forms */
    int fix_hazards; /* sources begin as if with .hazards auto: sfpasm(5), Waits */
    sfpu_hear_read *read; /* receives, with `context`, the paths of files read, even if the source has errors; or
                           * NULL. A machine uses sfpu_on_read() instead */
};

/*
 * The next two functions assemble a program, which sfpu_program_free() frees. On failure *program is NULL. BAD_SOURCE:
 * the source has errors, all diagnosed. NO_MEMORY is not diagnosed. BAD_ARGUMENT also for an unknown warning class.
 * `how` may be NULL, which means all 0.
 */

/* Assembles files in order. *.S goes through the C preprocessor first, and "-" is standard input. A large file is
 * mapped for the lifetime of the program: the process gets SIGBUS if the file becomes shorter. */
SFPU_API int sfpu_assemble_files(const struct sfpu_assembly *how, const char *const *paths, size_t count,
                                 sfpu_program **program);

/* Assembles a source in memory, called `name` in messages. The text is copied. */
SFPU_API int sfpu_assemble_text(const struct sfpu_assembly *how, const char *name, const char *text, size_t length,
                                sfpu_program **program);

/* Reads a program: a file of 32-bit little-endian words with the table that sfpasm -g wrote beside it, or an ELF
 * file of sfpasm -g with the table inside. BAD_INPUT, with a diagnostic: the table is missing, or belongs to other
 * words. */
SFPU_API int sfpu_read_program(const char *path, sfpu_diagnose *diagnose, void *context, sfpu_program **program);

/* Warns about operands of the program's words. Useful for a program that was read or recorded, because assembling
 * already gives these warnings. Members of `how` about arch, forms and sources are ignored. BAD_SOURCE: a warning is
 * an error. NO_MEMORY as above. */
SFPU_API int sfpu_warn_words(const struct sfpu_assembly *how, sfpu_program *p);

SFPU_API void sfpu_program_free(sfpu_program *p); /* accepts NULL */

SFPU_API int sfpu_program_arch(const sfpu_program *p);
SFPU_API size_t sfpu_program_word_count(const sfpu_program *p);
SFPU_API const uint32_t *sfpu_program_words(const sfpu_program *p); /* plain Tensix words, valid as long as the
                                                                     * program */

/* Returns the name of the i-th label in order of definition; NULL if `i` is out of range. *index is the number of
 * words before the label; `index` may be NULL. */
SFPU_API const char *sfpu_program_label(const sfpu_program *p, size_t i, size_t *index);

/* Like sfpu_region(), for a program. The name is valid as long as the program. */
SFPU_API const char *sfpu_program_region(const sfpu_program *p, size_t i, size_t *first, size_t *end);

/* Like sfpu_stated_init(), for a program. */
SFPU_API const char *sfpu_program_init(const sfpu_program *p);

/* Returns the thread that runs word `index`, an enum sfpu_thread; -1 without such a word. */
SFPU_API int sfpu_program_thread(const sfpu_program *p, size_t index);

/* Like sfpu_selected(), for a program. The name is valid as long as the program. */
SFPU_API const char *sfpu_program_selected(const sfpu_program *p, size_t first, size_t end);

/* Returns the name by which the i-th file was opened, each file once; NULL if `i` is out of range. *system is 1 if
 * the C preprocessor treats the file as a system header. For a program that was read, the files are those named in
 * its table. */
SFPU_API const char *sfpu_program_file(const sfpu_program *p, size_t i, int *system);

/* Outputs of a program: words in the formats of sfpasm(1), --format; the listing; the table of -g; an ELF file
 * without and with the debug information of -g (lines and table). */
enum sfpu_output { SFPU_BIN, SFPU_HEX, SFPU_C, SFPU_TTINSN, SFPU_LISTING, SFPU_TABLE, SFPU_ELF, SFPU_ELF_DEBUG };

/* Returns the output with this name in --format ("bin", "hex", "c", "gas", "elf"), or -1. */
SFPU_API int sfpu_output_named(const char *name);

/* Returns the suffix of the output's file name. The suffix replaces the source's suffix (".bin"), or, for a table,
 * follows the name of the words' file (".dbg"). NULL: unknown output. */
SFPU_API const char *sfpu_output_suffix(int output);

/* Writes an output. For SFPU_C, the array is named after the file `name`, which may be NULL. BAD_INPUT: the program
 * does not fit an ELF file, because a word has both high bits set, as RISC-V instructions have, or the file would
 * reach 2 GiB; or the program has several threads, which only ELF files and listings keep. */
SFPU_API int sfpu_program_write(sfpu_program *p, int output, const char *name, sfpu_write *write, void *context);

/* Writes an output of the machine's program, as sfpu_program_write() does. BAD_ARGUMENT also for a compiled kernel,
 * whose words are known only once it has run. */
SFPU_API int sfpu_write_loaded(sfpu_machine *m, int output, const char *name, sfpu_write *write, void *context);

/* Returns 1 if the name is that of assembly source, *.s or *.S, or else 0. */
SFPU_API int sfpu_is_assembly(const char *path);

/* A class of the assembler's warnings. */
struct sfpu_warning_class {
    size_t size;
    const char *name, *help;
    int on; /* 1: the class is enabled without options */
};

/* Gets the i-th warning class. BAD_ARGUMENT: `i` is out of range. */
SFPU_API int sfpu_get_warning_class(size_t i, struct sfpu_warning_class *warning);

/* Checks an argument of sfpasm's -W: NAME, no-NAME, error, error=NAME, ... */
SFPU_API int sfpu_check_warning_class(const char *argument);

/* ---- Disassembling ---- */

/* How instructions are spelled: sfpdis(1), --syntax. */
enum sfpu_syntax { SFPU_GNU, SFPU_MACRO, SFPU_GAS };

/* Returns the syntax with this name ("gnu", "macro", "gas"), or -1. */
SFPU_API int sfpu_syntax_named(const char *name);

/* How to disassemble, like the options of sfpdis(1). A member that is 0 or NULL means that the option is not given. */
struct sfpu_disassembly {
    size_t size;
    int arch;           /* an enum sfpu_arch; ANY: the arch stated by the input, or else Wormhole */
    int syntax;         /* an enum sfpu_syntax */
    int raw, all, annotate, source;
    const char *symbol;
    uint64_t start, stop; /* range of addresses, or of offsets in bytes; `stop` is exclusive, 0: to the end */
    sfpu_diagnose *diagnose; /* receives the error, or warnings, without a place; NULL: discards */
    void *context;
    int hex;            /* operands of more than four bits in hexadecimal */
    const char *const *source_dirs; /* the only directories searched for the source files of an ELF file's lines;
                                     * none: the paths in the line tables */
    size_t source_dir_count;
};

/*
 * The next two functions write disassembled words as lines, as sfpdis prints them. The content decides the input's
 * kind: a RISC-V ELF file, text with 0x........ lines, or 32-bit little-endian words. `how` may be NULL, which means
 * all 0. BAD_INPUT, with a diagnostic and nothing written: the input is of no such kind, contradicts the arch, or lacks
 * the symbol.
 */

/* Disassembles a file, with the table that sfpasm -g wrote beside it; "-" is standard input. A large file is mapped:
 * the process gets SIGBUS if the file becomes shorter. */
SFPU_API int sfpu_disassemble_file(const struct sfpu_disassembly *how, const char *path, sfpu_write *write,
                                   void *context);

/* Disassembles bytes, called `name` in messages. */
SFPU_API int sfpu_disassemble_bytes(const struct sfpu_disassembly *how, const char *name, const void *bytes,
                                    size_t size, sfpu_write *write, void *context);

#ifdef __cplusplus
}
#endif

#endif
