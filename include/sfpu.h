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
 * Functions that can fail return an enum sfpu_code, negative where they have failed and changed nothing unless they say
 * otherwise; sfpu_error() then has it in words. Nothing here prints or ends the program. Machines share nothing: each
 * may be used by one thread at a time, and any number of them at once. A NULL machine is a BAD_ARGUMENT.
 *
 * Structs begin with their size as the caller was compiled, so that they may grow; members that a caller does not know
 * count as 0, and a size of 0 is a BAD_ARGUMENT. Memory that a function hands out is freed as it says.
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

enum { SFPU_LANES = 32, SFPU_LREGS = 17 /* L0..L15, and the staging register L16 */ };

enum sfpu_code {
    SFPU_OK = 0,
    SFPU_STOPPED = 1,       /* a run came to one of its limits, and can go on */
    SFPU_DIFFERENT = 2,     /* a comparison found values that are not accepted */
    SFPU_NO_MEMORY = -1,
    SFPU_BAD_ARGUMENT = -2, /* the caller's: a NULL, a number or a size out of range, a name that there is not */
    SFPU_BAD_INPUT = -3,    /* a text or file that is malformed, or a file that cannot be read */
    SFPU_BAD_SOURCE = -4,   /* a source has errors, which have been diagnosed */
    SFPU_NO_PROGRAM = -5,   /* nothing was loaded */
    SFPU_REFUSED = -6,      /* the program has an instruction that is not modelled; what came before it was done */
    SFPU_DEADLOCK = -7,     /* it waits for what nothing in it can end; what came before was done */
    SFPU_INTERRUPTED = -8,  /* sfpu_interrupt has ended the run; what came before was done */
};

/* The code in words: "not enough memory". */
SFPU_API const char *sfpu_code_text(int code);

/* Of the library, as "1.2.3". */
SFPU_API const char *sfpu_version(void);

/* Takes `size` bytes of a report. 0: go on; else it is not called for this report again. */
typedef int sfpu_write(void *context, const char *bytes, size_t size);

/* ---- Machines ---- */

typedef struct sfpu_machine sfpu_machine;

enum sfpu_arch { SFPU_ANY_ARCH = 0, SFPU_WORMHOLE = 1, SFPU_BLACKHOLE = 2 };

struct sfpu_options {
    size_t size;
    int arch; /* an enum sfpu_arch; ANY: what the first program that is loaded states, or else Wormhole, which it is too
               * once the state of a machine without a program is asked for or set */
};

/* The arch of this name ("wormhole", "wh", ...), or ANY. */
SFPU_API int sfpu_arch_named(const char *name);
SFPU_API const char *sfpu_arch_name(int arch);

/* All that sfpu_arch_named takes, for errors: "wormhole (wh) or blackhole (bh)", cut to `size` bytes with its NUL. */
SFPU_API int sfpu_arch_names(char *text, size_t size);

/* A machine as it is after power-on; NULL options are all 0. */
SFPU_API int sfpu_open(const struct sfpu_options *options, sfpu_machine **machine);

/* NULL: nothing. A machine that a batch has goes when that is closed. */
SFPU_API void sfpu_close(sfpu_machine *m);

/* Its arch; ANY before it is known. */
SFPU_API int sfpu_machine_arch(const sfpu_machine *m);

/* Which vectors of the host it computes with: "x86-64-v3". */
SFPU_API const char *sfpu_simd_level(const sfpu_machine *m);

/* What the last function that failed on this machine says, in a line without newline: valid until the next call. "" if
 * none has. */
SFPU_API const char *sfpu_error(const sfpu_machine *m);

/* ---- Programs ---- */

/* What the assembler says of a source. All of it is valid during the call. */
struct sfpu_diagnostic {
    size_t size;
    const char *severity;  /* "error", "warning" or "note" */
    const char *warning;   /* its class, as -W has it, or NULL */
    const char *file;      /* NULL: at no place */
    unsigned long line, column; /* from 1; line 0: the file as a whole */
    const char *text;
    const char *printed;   /* all of it as sfpasm prints it, with the source line, in lines that end in newlines */
    const char *colored;   /* the same for a terminal that shows colour */
    const char *source_line; /* `source_length` bytes, without its newline; NULL: there is none */
    size_t source_length;
    const char *made_from;   /* the file that a compiler made that line from, as .loc says; NULL if nothing says so */
    unsigned long made_from_line;
};

/*
 * While the library calls a function of the caller's for a machine (sfpu_diagnose, sfpu_hear_read, sfpu_differs,
 * sfpu_observe, sfpu_visit, sfpu_write, sfpu_perturbing.each), the caller may read that machine, and nothing else: what
 * would change it is a BAD_ARGUMENT, or nothing where there is no code, as of sfpu_close. Other machines are not
 * concerned.
 */
typedef void sfpu_diagnose(void *context, const struct sfpu_diagnostic *diagnostic);

/* Where diagnostics go; NULL: nowhere. */
SFPU_API void sfpu_on_diagnostic(sfpu_machine *m, sfpu_diagnose *diagnose, void *context);

/* Told of the path of a file that is read, maybe more than once. */
typedef void sfpu_hear_read(void *context, const char *path);

/* Who is told of the files that loads read from here on: sources, what they include, files that line tables name. A load
 * that fails tells of those that it has read until then; NULL: nobody. The path that is loaded is told of only if it is a
 * source. */
SFPU_API void sfpu_on_read(sfpu_machine *m, sfpu_hear_read *hear, void *context);

struct sfpu_assembly;

/*
 * How sources that are loaded from here on are assembled: include paths, definitions, warnings, gnu_strict, fix_hazards
 * and max_errors of `how`, which are copied; NULL: as without options. Its arch is the machine's, and its diagnostics go
 * where sfpu_on_diagnostic says: those members are not looked at. BAD_ARGUMENT for a warning that there is not.
 */
SFPU_API int sfpu_configure_assembly(sfpu_machine *m, const struct sfpu_assembly *how);

/*
 * Each of these makes a program the machine's, in place of the one it had, whose gaps, findings and reports go with it,
 * and a run of it that is stopped; the machine's state stays. BAD_INPUT if it is for another arch than the machine's.
 */

/* Tensix words, not rotated; copied. */
SFPU_API int sfpu_load_words(sfpu_machine *m, const uint32_t *words, size_t count);

/* Assembles a source that messages call `name`. */
SFPU_API int sfpu_load_text(sfpu_machine *m, const char *name, const char *text, size_t length);

/*
 * A RISC-V ELF file. One with segments to be loaded is a compiled kernel, which runs as below; `symbol`, if it is not
 * NULL, is a function that is called. Of another, for a linker or as SFPU_ELF writes it, the Tensix words of its code are
 * the program, with what is known of them if sfpasm -g wrote it, or those of the function `symbol` alone.
 */
SFPU_API int sfpu_load_elf(sfpu_machine *m, const void *bytes, size_t size, const char *symbol);

/* Where the source lines are read of compiled kernels that are loaded from here on, as --source-dir of
 * sfpsim-machine(7) has it; copied. None: where the line tables say, which is warned of outside the directory of the ELF file. */
SFPU_API int sfpu_search_sources(sfpu_machine *m, const char *const *directories, size_t count);

/* Assembly source (*.s, *.S, which the C preprocessor sees first), an ELF file, or words, with what sfpasm -g wrote
 * beside them. Of "-", standard input, text is source, and what is no text is words. A large source is mapped as long as
 * the program is there, and gives SIGBUS if it gets shorter meanwhile. */
SFPU_API int sfpu_load_file(sfpu_machine *m, const char *path);

/*
 * What the C preprocessor made of *.S sources, for many machines that load the same ones, in any number of threads: for
 * one source, with the same options, it runs once, and what changes in the files after that is not seen. Machines that
 * share it keep it when it is closed. NULL: machines share nothing, as at first, or nothing is closed.
 */
typedef struct sfpu_preprocessed sfpu_preprocessed;
SFPU_API int sfpu_preprocessed_open(sfpu_preprocessed **preprocessed);
SFPU_API void sfpu_preprocessed_close(sfpu_preprocessed *preprocessed);
SFPU_API int sfpu_share_preprocessed(sfpu_machine *m, sfpu_preprocessed *preprocessed);

/* The arch that the program says it is for; ANY: it says nothing. On a machine that was opened for ANY. */
SFPU_API int sfpu_stated_arch(const sfpu_machine *m);

/* The state in which the program expects the machine, as .init of its source says: "reset" or "llk", a value for
 * sfpu_set(m, "init", ...), which a load does not set; NULL if the program states none. */
SFPU_API const char *sfpu_stated_init(const sfpu_machine *m);

SFPU_API size_t sfpu_word_count(const sfpu_machine *m);
SFPU_API const uint32_t *sfpu_words(const sfpu_machine *m); /* until another program is loaded */

/* "FILE:LINE:COLUMN" of a word, or "FILE: word N", cut to `size` bytes with its NUL; of an instruction of a compiled kernel
 * "FILE:LINE:COLUMN: FUNCTION+0x10 (0x00006010)", or without a line "FILE: FUNCTION+0x10 (0x00006010)". */
SFPU_API int sfpu_place(sfpu_machine *m, size_t index, char *text, size_t size);

/* Where a word comes from. */
struct sfpu_where {
    size_t size;
    const char *file;           /* as it was opened by; until another program is loaded */
    unsigned long line, column; /* from 1 */
    int further; /* a word of the directive or statement that gave the one before it */
};

/* The same in parts. BAD_INPUT: nothing is known of its source. */
SFPU_API int sfpu_get_where(sfpu_machine *m, size_t index, struct sfpu_where *where);

/* A function that a compiler put where it is called. */
struct sfpu_inlined {
    size_t size;
    const char *function;
    const char *file;           /* with the call, until another program is loaded; NULL: it is not known */
    unsigned long line, column; /* from 1; column 0: it is not known */
};

/* Those that an instruction of a compiled kernel was inlined with, the innermost at level 0. BAD_INPUT: no more. */
SFPU_API int sfpu_get_inlined(sfpu_machine *m, size_t index, size_t level, struct sfpu_inlined *inlined);

/* Words as addresses of code, for debuggers: of a compiled kernel where its instruction lies, of other words
 * SFPU_CODE + 4 * index. BAD_ARGUMENT: there is no such word, or no instruction lies at that address. */
#define SFPU_CODE UINT32_C(0x00010000)
SFPU_API int sfpu_code_address(sfpu_machine *m, size_t index, uint32_t *address);
SFPU_API int sfpu_code_index(sfpu_machine *m, uint32_t address, size_t *index);

/* The stretches of words between .region and .endregion (sfpasm(5)), in order of the program: the name, which several
 * may share, the first word and the one behind the last; NULL behind the last of them. */
SFPU_API const char *sfpu_region(const sfpu_machine *m, size_t i, size_t *first, size_t *end);

/* The profile by which sfpasm --call selected words of first..end-1 from sfpi code (sfpasm(1), Recording), until another
 * program is loaded; NULL: none of them, which somebody spelled out, or nothing says so. 0 and SIZE_MAX ask for all
 * words. Who tells of their cycles tells of this. */
SFPU_API const char *sfpu_selected(const sfpu_machine *m, size_t first, size_t end);

/* An instruction in assembly, cut to `size` bytes with its NUL. */
SFPU_API int sfpu_disassemble(sfpu_machine *m, uint32_t word, char *text, size_t size);

/* The files that the program was made from, by the name that each was opened by, or, of a compiled kernel, that its line
 * tables have, or, of words and ELF files of sfpasm -g, that their table has, of which the first is what the entry was compiled from; NULL behind the last. */
SFPU_API const char *sfpu_source_file(const sfpu_machine *m, size_t i);

/* The paths by which files of a compiled kernel's line tables were read; NULL behind the last. */
SFPU_API const char *sfpu_source_path(const sfpu_machine *m, size_t i);

/* ---- State ---- */

/*
 * One setting, by the name and value of an option of sfpsim-machine(7) without its dashes: "init" "llk"; "fp32-dest" "";
 * "srcb-format" "bf16"; "addr-mod" "3:4"; "addr-mod-base" ""; "dst-16bit-view" ""; "dst-base" "64";
 * "dst-is-input" ""; "skip-fpu" ""; "prng-seed" "1"; "mop-cfg" "2:0x70000000"; "pushed-by" "inline".
 */
SFPU_API int sfpu_set(sfpu_machine *m, const char *name, const char *value);

/* Would sfpu_set take this, as far as the arch does not matter? Writes what is wrong with it, or "", into `text`. */
SFPU_API int sfpu_check_setting(const char *name, const char *value, char *text, size_t size);

/* Back to power-on; the program stays, and a run under way is given up. */
SFPU_API int sfpu_reset(sfpu_machine *m);

/* LReg `reg`, 0..16, one word a lane. L8..L10 and L15 are constants: writing them is a BAD_ARGUMENT. */
SFPU_API int sfpu_get_lreg(sfpu_machine *m, unsigned reg, uint32_t lanes[SFPU_LANES]);
SFPU_API int sfpu_set_lreg(sfpu_machine *m, unsigned reg, const uint32_t lanes[SFPU_LANES]);

/* LaneFlags and UseLaneFlagsForLaneEnable, bit l = lane l. */
SFPU_API int sfpu_get_flags(sfpu_machine *m, uint32_t *flags, uint32_t *use_flags);
SFPU_API int sfpu_set_flags(sfpu_machine *m, uint32_t flags, uint32_t use_flags);

/* The lanes that are enabled, as flags and LaneConfig have it (sfpu-semantics(7), Lanes), bit l = lane l. */
SFPU_API int sfpu_get_enabled(sfpu_machine *m, uint32_t *lanes);

enum { SFPU_STACK = 15 /* what the flag stack's counter goes up to */ };

/* The flag stack, bottom first; beyond eight, entry i lies where entry i - 8 was (sfpu-semantics(7), Flag stack). */
struct sfpu_stack {
    size_t size;
    unsigned depth;
    uint32_t flags[SFPU_STACK], use_flags[SFPU_STACK];
};
SFPU_API int sfpu_get_stack(sfpu_machine *m, struct sfpu_stack *stack);

enum { SFPU_MACROS = 4 };

/* LoadMacroConfig, a word a lane (sfpu-timing(7), Sequences). */
struct sfpu_macros {
    size_t size;
    uint32_t templates[SFPU_MACROS][SFPU_LANES]; /* instructions */
    uint32_t sequences[SFPU_MACROS][SFPU_LANES];
    uint32_t misc[SFPU_LANES];
};
SFPU_API int sfpu_get_macros(sfpu_machine *m, struct sfpu_macros *macros);

/* The read-write counters (sfpu-dst(7), Counters), by the names that the state's JSON has for them. */
enum sfpu_counter {
    SFPU_COUNTER_DST, SFPU_COUNTER_DST_CR, SFPU_COUNTER_SRCA, SFPU_COUNTER_SRCA_CR, SFPU_COUNTER_SRCB,
    SFPU_COUNTER_SRCB_CR, SFPU_COUNTER_FIDELITY, SFPU_COUNTER_EXTRA_ADDR_MOD, SFPU_COUNTER_SP,
};
SFPU_API const char *sfpu_counter_name(unsigned counter); /* "dst"; NULL behind the last */
SFPU_API int sfpu_get_counter(sfpu_machine *m, unsigned counter, uint32_t *value);

/* What a sequence schedules, and what Misc says, in words, cut to `size` bytes with their NUL. */
SFPU_API int sfpu_explain_sequence(uint32_t sequence, char *text, size_t size);
SFPU_API int sfpu_explain_misc(uint32_t misc, char *text, size_t size);

/* LaneConfig (sfpu-semantics(7), LaneConfig), a word a lane; and the names of what is set in such a word, as above. */
SFPU_API int sfpu_get_lane_config(sfpu_machine *m, uint32_t lanes[SFPU_LANES]);
SFPU_API int sfpu_explain_lane_config(uint32_t config, char *text, size_t size);

/* A field of the configuration registers that the vector unit and its addressing read (sfpu-frontend(7), Fields), in the
 * bank in use; or what else configures them. */
struct sfpu_config {
    size_t size;
    const char *name;
    unsigned count;     /* of values: 1, or 8 of a family */
    uint32_t values[8];
};

/* Those that the arch has. BAD_ARGUMENT behind the last. */
SFPU_API int sfpu_get_config(sfpu_machine *m, size_t i, struct sfpu_config *config);

/* The state as JSON (sfpsim-files(5), State), NUL-terminated; to be freed with sfpu_free. With a finished run's
 * findings. */
SFPU_API int sfpu_get_state(sfpu_machine *m, char **json, size_t *size);

/* Changes what the text names. */
SFPU_API int sfpu_set_state(sfpu_machine *m, const char *json, size_t size);

/* Would sfpu_set_state take it? */
SFPU_API int sfpu_check_state(sfpu_machine *m, const char *json, size_t size);

/* Hears of a value that is not as expected: its path, "lreg[3][0]", and both as the JSON spells them. */
typedef void sfpu_differs(void *context, const char *path, const char *got, const char *expected);

/* Compares the state with what the text names of it, but `cycles` and `hazards`: OK or DIFFERENT. `differs` may be
 * NULL. */
SFPU_API int sfpu_compare_state(sfpu_machine *m, const char *json, size_t size, sfpu_differs *differs, void *context);

SFPU_API void sfpu_free(void *memory); /* what this library handed out; NULL: nothing */

/* ---- Dst ---- */

/* How a value is spelled outside and lies in Dst: sfpsim-files(5), Image formats. Values have 4 bytes, or 2, or int8
 * one. */
enum sfpu_format {
    SFPU_ANY_FORMAT = 0, /* what a .npy file says; else raw */
    SFPU_RAW, SFPU_FP32, SFPU_BF16, SFPU_FP16, SFPU_INT32, SFPU_UINT32, SFPU_UINT16, SFPU_SM32, SFPU_INT16, SFPU_INT8,
};

/* The format of this name, or -1. */
SFPU_API int sfpu_format_named(const char *name);
SFPU_API const char *sfpu_format_name(int format);
SFPU_API size_t sfpu_format_bytes(int format); /* of a value; 0 if there is no such format */

/* What a value of the format, its bits zero-extended, is as a number. Of raw cells their bits. */
SFPU_API double sfpu_value(int format, uint32_t bits);

/*
 * The same as text, cut to `size` bytes with its NUL: the shortest that reads back as the same number, of a NaN that is
 * not 0x7fc00000 (bf16 0x7fc0, fp16 0x7e00) its bits in parentheses, of raw cells hexadecimal digits.
 */
SFPU_API int sfpu_value_text(int format, uint32_t bits, char *text, size_t size);

enum sfpu_layout {
    SFPU_ROWS, /* 16 values a row of Dst */
    SFPU_TILE, /* row-major 32x32 tiles */
};

/* The layout of this name ("rows", "tile"), or -1. */
SFPU_API int sfpu_layout_named(const char *name);

/* Copies `size` bytes of values, whole rows (or tiles; raw: all of Dst, 32768), to Dst from row 0 on, and back. */
SFPU_API int sfpu_write_dst(sfpu_machine *m, int format, int layout, const void *values, size_t size);
SFPU_API int sfpu_read_dst(sfpu_machine *m, int format, int layout, void *values, size_t size);

enum { SFPU_DST_ROWS = 1024, SFPU_DST_COLUMNS = 16 };

/* One cell of 16 bits, by its physical row and column (sfpu-dst(7), Storage), as it lies there: a raw value. Of a row that
 * ZEROACC has cleared it is 0; one that is written there leaves the rest of that row 0. */
SFPU_API int sfpu_get_dst_word(sfpu_machine *m, unsigned row, unsigned column, uint16_t *value);
SFPU_API int sfpu_set_dst_word(sfpu_machine *m, unsigned row, unsigned column, uint16_t value);

/* Has format 0 of loads and stores mean this one, as a kernel on such values expects; raw: leaves it as it is. */
SFPU_API int sfpu_configure_format(sfpu_machine *m, int format);

/* What that is: FP32, BF16 or FP16 (sfpu-dst(7), Format 0); or a negative code. */
SFPU_API int sfpu_configured_format(sfpu_machine *m);

/* ---- Images: values with their format, layout and shape, as files hold them ---- */

typedef struct sfpu_image sfpu_image;

enum sfpu_container { SFPU_PLAIN, SFPU_NPY };

/* SFPU_NPY for a path that ends in .npy. */
SFPU_API int sfpu_container_of(const char *path);

/* Takes a file's bytes apart. Its messages are the machine's, which may be NULL. */
SFPU_API int sfpu_image_parse(sfpu_machine *m, const void *bytes, size_t size, int container, int format, int layout,
                              sfpu_image **image);
SFPU_API int sfpu_image_format(const sfpu_image *image);

/* To Dst, and from it: `like`, which may be NULL, gives the number of rows and the shape, and the format if that is ANY.
 * *lost, unless NULL, says what values could not be kept, or is NULL; to be freed with sfpu_free. */
SFPU_API int sfpu_image_to_dst(sfpu_machine *m, const sfpu_image *image, char **lost);
SFPU_API int sfpu_image_from_dst(sfpu_machine *m, int format, int layout, const sfpu_image *like, sfpu_image **image,
                                 char **lost);

/* An expected image as Dst would give it back. BAD_INPUT if the machine's Dst cannot hold it. */
SFPU_API int sfpu_image_normalise(sfpu_machine *m, sfpu_image *image, char **lost);

/* So many rows of zeros: to say which rows sfpu_image_from_dst is to take. */
SFPU_API int sfpu_image_zeros(sfpu_machine *m, int format, int layout, unsigned rows, sfpu_image **image);

/* Its values lie from this row of Dst on, counted in rows of its format, instead of from row 0; and where they lie.
 * BAD_INPUT: Dst has no such rows. Images that sfpu_image_from_dst makes lie where `like` does. */
SFPU_API int sfpu_image_place(sfpu_machine *m, sfpu_image *image, unsigned row);
SFPU_API int sfpu_image_rows(const sfpu_image *image, unsigned *first, unsigned *count);

/* A file's bytes, to be freed with sfpu_free. */
SFPU_API int sfpu_image_bytes(const sfpu_image *image, int container, void **bytes, size_t *size);
SFPU_API void sfpu_image_free(sfpu_image *image);

/* What counts as equal, as sfpsim-run(1) has it: bits, unless one of these is given (its flag is not 0). */
struct sfpu_tolerance {
    size_t size;
    int has_ulp, has_rtol, has_atol;
    uint64_t ulp;
    double rtol, atol;
};

/* OK or DIFFERENT. *report, unless NULL, is what sfpsim prints of it; to be freed with sfpu_free. A tolerance of NULL is
 * none. */
SFPU_API int sfpu_image_compare(sfpu_machine *m, const sfpu_image *got, const sfpu_image *expected,
                                const struct sfpu_tolerance *tolerance, char **report);

/*
 * The same with what was found, to be freed with sfpu_comparison_free. `inputs`, which may be NULL with a count of 0, are
 * images that Dst had before the run, later ones over earlier ones: of a cell that one of them reaches, the value is told
 * beside the one that a kernel has put in its place.
 */
typedef struct sfpu_comparison sfpu_comparison;

SFPU_API int sfpu_compare(sfpu_machine *m, const sfpu_image *got, const sfpu_image *expected,
                          const struct sfpu_tolerance *tolerance, const sfpu_image *const *inputs, size_t input_count,
                          sfpu_comparison **comparison);
SFPU_API void sfpu_comparison_free(sfpu_comparison *comparison); /* NULL: nothing */

/* What the two values are: both finite; one an infinity, and none a NaN; one a NaN. */
enum sfpu_mismatch_kind { SFPU_FINITE, SFPU_INFINITE, SFPU_NAN };

/* Units in the last place are of the pairs but those that differ and are not both finite, accepted or not. */
struct sfpu_compared {
    size_t size;
    int format;
    size_t compared, different; /* pairs of values; those that are not accepted */
    size_t exact;               /* have the same bits */
    size_t measured;            /* have an ulp */
    uint64_t max_ulp, p50, p95, p99; /* percentiles: the smallest that is not less than so many of a hundred */
    double mean_ulp;
    double max_abs, max_rel;    /* of finite pairs; the latter where the expected value is not 0 */
    size_t kinds[3];            /* of `different`, by kind */
};
SFPU_API int sfpu_get_compared(const sfpu_comparison *comparison, struct sfpu_compared *compared);

/* A pair that is not accepted. */
struct sfpu_mismatch {
    size_t size;
    size_t index;               /* of the value in the file */
    unsigned row, column, lane; /* the cell of Dst, in rows of the format, and the lane that loads and stores it */
    uint32_t got, expected;     /* bits of the format */
    uint64_t ulp;               /* not of a NaN, as `error` */
    double error;               /* got - expected */
    int input_format;           /* of the input in that cell; ANY: there was none */
    uint32_t input;
};

/* Some of them: the worst finite ones first, the others in order of the file; at most ten of a kind. BAD_ARGUMENT behind
 * the last. */
SFPU_API int sfpu_get_mismatch(const sfpu_comparison *comparison, int kind, size_t i, struct sfpu_mismatch *mismatch);

/* What sfpsim prints of it. */
SFPU_API int sfpu_comparison_report(const sfpu_comparison *comparison, sfpu_write *write, void *context);

/* Can values of the image be compared so? */
SFPU_API int sfpu_check_tolerance(sfpu_machine *m, const sfpu_image *image, const struct sfpu_tolerance *tolerance);

/* ---- Runs ---- */

/* How the runs to come are done. */
struct sfpu_running {
    size_t size;
    int untimed;      /* results without cycles: faster, and the same */
    int ignore_waits; /* waits on semaphores count as satisfied */
    int quiet;        /* nothing is looked for but results: no findings */
    int no_partners;  /* a compiled kernel that waits for other threads waits for ever */
    int keeps_words;  /* what a compiled kernel pushes is kept, for sfpu_get_pushed() and words_cycles: 16 bytes a word */
    uint64_t vectors; /* that a pass has, for cycles of each; 0: as many as it stores (sfpsim-stats(7)) */
    int keeps_writers; /* who wrote last is kept of a run in time, for sfpu_get_lreg_writer() and its like; all passes are
                        * then run one after the other */
};
SFPU_API int sfpu_configure_runs(sfpu_machine *m, const struct sfpu_running *running);

/* Cycles by which words are pushed late, in lines as sfpsim-files(5), Gaps, has them. For the program that is loaded. */
SFPU_API int sfpu_set_gaps(sfpu_machine *m, const char *text, size_t length);

/* Does one of many jobs, as worker `worker`; no two of a worker's at the same time. */
typedef void sfpu_job(void *jobs, size_t i, unsigned worker);

/* Has job(jobs, i, worker) done for each i below `count`, in any order and in any threads. */
typedef void sfpu_each(void *context, size_t count, sfpu_job *job, void *jobs);

enum { SFPU_MOST_GAP = 64, SFPU_USUAL_GAP = 8, SFPU_USUAL_PAIRS = 4096, SFPU_MOST_WORKERS = 256 };

/* Gaps that are tried. */
struct sfpu_perturbing {
    size_t size;
    unsigned most;     /* of 1 to so many cycles, up to SFPU_MOST_GAP */
    size_t pairs;      /* runs with two gaps, at most */
    int json;          /* the report is JSON */
    unsigned workers;  /* with `each`: what it calls jobs with is below this; up to SFPU_MOST_WORKERS */
    sfpu_each *each;   /* NULL: one run after the other */
    void *each_context;
    int draw;          /* if Dst is all zeros, the runs begin with numbers drawn into it; the machine keeps its own */
};

/*
 * Tries how runs of `passes` passes end if words come late to the wait gate (sfpsim-perturb(1)), and writes what
 * it finds. The machine stays as it is. OK: nothing changes the end; DIFFERENT: something does. REFUSED, DEADLOCK: the
 * run does not end without gaps either.
 */
SFPU_API int sfpu_perturb(sfpu_machine *m, unsigned long passes, const struct sfpu_perturbing *perturbing,
                          sfpu_write *write, void *context);

/* Runs the program `passes` times, back to back, from the state the machine has. Where a run is stopped, brings that to
 * its end instead. */
SFPU_API int sfpu_run(sfpu_machine *m, unsigned long passes);

enum sfpu_watched {
    SFPU_WATCH_LREG, SFPU_WATCH_FLAGS, SFPU_WATCH_USE_FLAGS, SFPU_WATCH_COUNTER, SFPU_WATCH_DST, SFPU_WATCH_MEMORY,
};

/* What is looked at in each cycle. Memory is a compiled kernel's: what sfpu_peek() reads. Where that is L1 or the local
 * data RAM, the core's stores count in program order, as below. */
struct sfpu_watch {
    size_t size;
    int what;         /* an enum sfpu_watched */
    unsigned number;  /* LREG: 0 to 16; COUNTER: an enum sfpu_counter; DST: the physical row of a 16-bit cell */
    uint32_t lanes;   /* LREG, FLAGS, USE_FLAGS: which; DST: which columns; bit i for the i-th; 0: all of them */
    uint32_t address; /* MEMORY */
    size_t bytes;     /* MEMORY: from 1 on */
};

/* Where a run stops, before the instruction that would be the next to issue. What is 0 or NULL is no limit. */
struct sfpu_limits {
    size_t size;
    uint64_t cycles;       /* so many more */
    uint64_t instructions; /* so many more issue; two that issue in one cycle both do (sfpu-timing(7), What is held with
                            * it) */
    const size_t *breakpoints; /* words of the program: stops before one of them issues, not where it stands */
    size_t breakpoint_count;
    int at_issue;         /* not before the cycle in which that issues; each instruction stops once */
    unsigned long passes; /* that begin here, back to back; 0: one */
    /* Of a compiled kernel's core, in program order (struct sfpu_core_state): */
    const size_t *core_breakpoints; /* instructions, as words of the program: stops before one of them, not where it stands */
    size_t core_breakpoint_count;
    uint64_t core_instructions;     /* so many more are done */
    const struct sfpu_watch *watches; /* stops behind the cycle in which one of them changes, or, in program order, behind
                                       * the core's store that changes it; each of one size */
    size_t watch_count;
    int findings;         /* stops behind the cycle in which a finding is made that sfpu_get_finding() has */
};

/* Begins a run, or goes on with one that was stopped: OK at its end, or STOPPED. Always in time, which stops do not
 * change. NULL: no limits. BAD_ARGUMENT: limits of a core where there is none, or a watch of what there is not. NO_MEMORY
 * where a run that stands cannot be shown in program order. */
SFPU_API int sfpu_run_until(sfpu_machine *m, const struct sfpu_limits *limits);

/* Ends a run that is stopped, where it stands: what is under way is dropped, and the reports are had as of one that is
 * over. Where none is stopped, nothing. */
SFPU_API int sfpu_end_run(sfpu_machine *m);

/* The same for one instruction. */
SFPU_API int sfpu_step(sfpu_machine *m);

/* ---- Snapshots ---- */

/*
 * All of a machine and of its run, stopped or over, or before one: state, what is under way, the memory, core and devices
 * of a compiled kernel, findings, results, who wrote last.
 */
typedef struct sfpu_snapshot sfpu_snapshot;

/* To be freed by sfpu_free_snapshot(), before or after the machine is closed. BAD_ARGUMENT if a view is wanted of the run
 * that is more than the summary: these gather as the run goes. */
SFPU_API int sfpu_take_snapshot(sfpu_machine *m, sfpu_snapshot **snapshot);

/*
 * Puts the machine back there, any number of times and in any order: what runs on from there is the same, in each cycle.
 * The run goes on as it was begun; views of one that is over are gone. BAD_ARGUMENT for a snapshot
 * of another machine or another program, or one that has got other gaps, calls or gifts since, and as above. NO_MEMORY:
 * the run that was stopped may have been given up.
 */
SFPU_API int sfpu_restore_snapshot(sfpu_machine *m, const sfpu_snapshot *snapshot);

/* That it takes, besides what it shares with the snapshot that was taken or restored before it. */
SFPU_API size_t sfpu_snapshot_bytes(const sfpu_snapshot *snapshot);

SFPU_API void sfpu_free_snapshot(sfpu_snapshot *snapshot); /* NULL: nothing */

/* ---- Who wrote last ---- */

/* What has written, as of struct sfpu_event. Of a store by the core of a compiled kernel `index` is that instruction. */
struct sfpu_writer {
    size_t size;
    size_t index;
    uint64_t cycle;     /* at whose end it was there */
    uint64_t id;        /* UINT64_MAX: the core's */
    uint32_t word;
    int scheduled;
    size_t macro_index;
    const char *text;   /* scheduled: the instruction with the registers that it had; valid until the next such call */
};

/*
 * Of the last run, or of the one that is stopped, which struct sfpu_running has had them kept. Lanes that an instruction
 * was not enabled for it has not written. BAD_ARGUMENT: nobody in that run has written there, or it is not kept.
 */
SFPU_API int sfpu_get_lreg_writer(sfpu_machine *m, unsigned reg, unsigned lane, struct sfpu_writer *writer);

/* Of a 16-bit cell of Dst, in its physical row, 0 to 1023, and column, 0 to 15. One of ZEROACC is 0 until it is written
 * again; of a cell of 32 bits ZEROACC writes the high half. */
SFPU_API int sfpu_get_dst_writer(sfpu_machine *m, unsigned row, unsigned column, struct sfpu_writer *writer);

/* Of LaneFlags and UseLaneFlagsForLaneEnable. */
SFPU_API int sfpu_get_flags_writer(sfpu_machine *m, unsigned lane, struct sfpu_writer *writer);

/* Of the last run, or of the one that is stopped. */
struct sfpu_result {
    size_t size;
    uint64_t cycles;       /* 0 without time */
    uint64_t instructions; /* that were issued */
    uint64_t vector;       /* those of the vector unit */
    size_t next;           /* STOPPED: the word that is next to issue, or SIZE_MAX; of a failure: the word it is about */
    uint64_t reused;       /* passes that took over the schedule of those before */
    const char *not_reused; /* why others, of many, did not; NULL: they were few, or did */
    /* Of a run that is over and has gathered SFPU_STATS: cycles for each vector of 32 lanes in the steady state, set-up
     * and end apart, as sfpsim-stats(7) has it; 0: there are no vectors. */
    double steady_cycles_per_32_lanes;
    size_t position;       /* STOPPED: the word that `next` comes from: itself, or the MOP or REPLAY that expands to it */
    unsigned reasons;      /* STOPPED: a set of enum sfpu_stop, all that apply */
    /* Of a run as above: the same of the whole run, and of how many vectors; is there a steady state, in which results
     * come again and again? */
    double cycles_per_32_lanes;
    uint64_t vectors;
    int is_steady;
    size_t watch;          /* STOPPED by WATCH: the first of those that have changed */
    const char *finding;   /* STOPPED by FINDING: the name of the first in that cycle, */
    size_t finding_index;  /* and its word */
};

/* Why a run is stopped: the limit that it came to. */
enum sfpu_stop {
    SFPU_STOP_CYCLES = 1, SFPU_STOP_INSTRUCTIONS = 2, SFPU_STOP_BREAKPOINT = 4, SFPU_STOP_CORE_BREAKPOINT = 8,
    SFPU_STOP_CORE_INSTRUCTIONS = 16, SFPU_STOP_WATCH = 32, SFPU_STOP_FINDING = 64,
};

SFPU_API int sfpu_get_result(sfpu_machine *m, struct sfpu_result *result);

/* How far a run is. For signal handlers and other threads too. */
struct sfpu_progress {
    size_t size;
    int running;
    uint64_t wanted, passes, cycles;
};
SFPU_API int sfpu_get_progress(const sfpu_machine *m, struct sfpu_progress *progress);

/* Has the run that is under way end where it stands, as soon as may be: that is INTERRUPTED. sfpu_perturb ends after the run
 * that it is in. For signal handlers, other threads and functions that the run calls; where no run is under way, nothing
 * happens. */
SFPU_API void sfpu_interrupt(sfpu_machine *m);

/*
 * ---- Compiled kernels ----
 *
 * Their words are pushed by a RISC-V core, which is simulated with its memory and what it reaches (sfpu-riscv(7)). Each
 * run begins with memory as the file has it. Word i of the program is the instruction at byte 4 * i of the code, 0 where
 * that has pushed nothing yet. Gaps and batches are not for them.
 */

/* Is the program one? */
SFPU_API int sfpu_is_compiled(const sfpu_machine *m);

/* Adds a call to what a run does, one after the other, in each pass: of the function `symbol`, as the file spells it or as
 * C++ has it without template arguments and parameters, or, if that is NULL, of the file's entry; with up to eight
 * arguments. Without any call, the entry is called. BAD_INPUT: there is no such function, or there are several. */
SFPU_API int sfpu_add_call(sfpu_machine *m, const char *symbol, const uint32_t *arguments, size_t count);

/* What others have for the kernel before each run: the values of a device (sfpu-riscv(7), Other threads), in place of
 * those given before; copied. BAD_INPUT: there is no such device, or not on this arch, or it takes other values.
 * BAD_ARGUMENT while a run is stopped, which would read them. */
SFPU_API int sfpu_give(sfpu_machine *m, const char *device, const uint64_t *values, size_t count);

/* Where a function or a variable of the file lies. BAD_INPUT: there is none of that name. */
SFPU_API int sfpu_find_symbol(sfpu_machine *m, const char *name, uint32_t *address);

/* Before each run, the bytes at `address`, in L1 or the local data RAM, are these; copied. */
SFPU_API int sfpu_poke(sfpu_machine *m, uint32_t address, const void *bytes, size_t size);

/*
 * What others do once the core waits for ever, which is a DEADLOCK otherwise: it does the same again and again, and
 * reads what does not change. Then the bytes at `address` become these, which are copied, and it goes on; or
 * without any, NULL, the run is over. One a time, in order, from the first on in each run. BAD_ARGUMENT while one is stopped.
 */
SFPU_API int sfpu_when_idle(sfpu_machine *m, uint32_t address, const void *bytes, size_t size);

/* What is in memory after a run, or where one is stopped: L1 and the local data RAM then in program order (below); and what
 * of the devices can be read without an effect, as it is: GPRs, configuration, semaphores, and Blackhole's window to Dst. */
SFPU_API int sfpu_peek(sfpu_machine *m, uint32_t address, void *bytes, size_t size);

/*
 * The core in program order: as if each of its instructions came when all words that were pushed before it have issued,
 * and those that push one took until that issues. The real core is ahead of that by what the queues hold; of one that is
 * ahead by more than 2^20 instructions, so many are told apart. A stop in program order is in the cycle behind that in
 * which the last word has issued that it has to wait for, or, if none is under way, as soon as the core gets there.
 */
struct sfpu_core_state {
    size_t size;
    uint32_t x[32];
    uint32_t pc;
    uint64_t ahead;        /* by so many instructions */
    uint64_t instructions; /* done in this run */
};

/* Of a run that is stopped. Before one: of its start; after one: as that left it, in no such order. */
SFPU_API int sfpu_get_core_state(sfpu_machine *m, struct sfpu_core_state *state);

/* Changes registers and pc where a run is stopped. BAD_ARGUMENT: none is, the core is ahead, or no instruction lies at
 * pc. */
SFPU_API int sfpu_set_core_state(sfpu_machine *m, const struct sfpu_core_state *state);

/* Changes L1 or the local data RAM where a run is stopped, in program order: what the core has stored behind that stays,
 * and what it has read, being ahead, it has read. BAD_ARGUMENT: none is stopped, or it is not in memory. */
SFPU_API int sfpu_set_memory(sfpu_machine *m, uint32_t address, const void *bytes, size_t size);

/* As sfpu_step(), but one instruction of the core, in program order. */
SFPU_API int sfpu_step_core(sfpu_machine *m);

/* A register as the ABI calls it: "ra" of 1. NULL from 32 on. */
SFPU_API const char *sfpu_core_register_name(unsigned number);

/* The calls that the core is in, of a run that is stopped or over: at level 0 where it stands, then those that called.
 * They are found by what compilers leave in the ELF file for debuggers, and where there is nothing, at level 0 alone, by
 * ra. */
struct sfpu_frame {
    size_t size;
    size_t index;     /* the instruction at which it stands, or that calls the one before it */
    uint32_t address; /* of that */
    uint32_t sp;      /* 0: it is not known */
    int by_ra;        /* ra was where the one before it would return to, if it had not changed that */
};

/* BAD_ARGUMENT: there are no more, or the core is not in the code. */
SFPU_API int sfpu_get_frame(sfpu_machine *m, size_t level, struct sfpu_frame *frame);

/* What a DEADLOCK waits for. BAD_ARGUMENT: the last run has not ended so, or waits for nothing that could be read. */
struct sfpu_wait {
    size_t size;
    int by_word;       /* a word waits, else the core */
    uint32_t address;  /* where the core reads it, or would */
    char device[48];   /* "semaphore 1", "mailbox-b", "L1" */
    char state[96];    /* "value 0, maximum 1"; "": it has none */
};
SFPU_API int sfpu_get_wait(sfpu_machine *m, struct sfpu_wait *wait);

/* What a run came to; in time, how many cycles it took all in all, and would have taken without one side or the other. */
struct sfpu_core {
    size_t size;
    uint64_t instructions; /* of the core */
    uint64_t words;        /* pushed */
    uint64_t helped;       /* how often it waited for what other threads do, which was done at once */
    uint64_t cycles;       /* of both, each held up by the other */
    uint64_t core_cycles;  /* of the core alone, as if nothing but itself held it */
    uint64_t words_cycles; /* of the words alone, as if all of them were there, and MOP had what the core configured for
                            * it; 0 where they were not kept */
};
SFPU_API int sfpu_get_core(sfpu_machine *m, struct sfpu_core *core);

/* Who pushed the words of the last run: the core of a compiled kernel, or, by the setting "pushed-by", one that a caller
 * would have (sfpu-riscv(7), WORDS WITHOUT A CORE). BAD_ARGUMENT: nothing has run. */
struct sfpu_pusher {
    size_t size;
    const char *name;       /* "core", of a compiled kernel; else "ideal", "inline" and so on, the setting's value */
    uint64_t instructions;  /* of the core; 0 of "ideal" */
    uint64_t fetching;      /* cycles for which its instruction cache held it; 0 of a compiled kernel without time */
    unsigned miss;          /* cycles that a miss of that takes; 0: there is none, */
    const char *provenance; /* and where the number comes from: "given", or "fit" and how far counts are off; or "" */
    int assumed;            /* of "ideal": SFPLOADMACROs are pushed, in time, whose figures need a word a cycle */
};
SFPU_API int sfpu_get_pusher(sfpu_machine *m, struct sfpu_pusher *pusher);

/* What others, who are not simulated, did for the kernel at once, so that it could go on: of the last run, one a deed and
 * instruction, in order of the first times; of more than 256 the further ones are not told apart, and left out.
 * BAD_ARGUMENT behind the last. */
struct sfpu_help {
    size_t size;
    const char *deed;    /* "posted", "taken" or "set up": a semaphore; "read": what was written to a mailbox */
    const char *device;  /* "semaphore", "mailbox-b", "mailbox-t0" or "mailbox-t2" */
    unsigned number;     /* of the semaphore */
    size_t index;        /* the instruction that waited, or wrote */
    uint64_t cycle;      /* of the first time; without time so many instructions had been executed */
    uint64_t times;
};
SFPU_API int sfpu_get_help(sfpu_machine *m, size_t i, struct sfpu_help *help);

/* Why the core did not issue: cycles of the last run by cause, whose name is NULL from the last one on. */
SFPU_API const char *sfpu_core_stall(sfpu_machine *m, size_t i, uint64_t *cycles);

/* A word that the last run pushed and kept, the i-th: the index of the instruction, and the cycle. BAD_ARGUMENT: there is none. */
struct sfpu_pushed {
    size_t size;
    uint32_t word;
    size_t index;
    uint64_t cycle; /* 0 without time */
};
SFPU_API int sfpu_get_pushed(sfpu_machine *m, size_t i, struct sfpu_pushed *pushed);

/* Words, and where each came from: what comes of an assembly, too. Of one thread at a time. */
typedef struct sfpu_program sfpu_program;

/* All of them, in order, as a program whose words have the places of the instructions that pushed them: its outputs are
 * a kernel, and the table beside it. sfpu_program_free frees it. BAD_ARGUMENT: the last run kept none. */
SFPU_API int sfpu_get_recorded(sfpu_machine *m, sfpu_program **program);

/* ---- Batches: the program on many contents of Dst ---- */

/* Cells of Dst in a format: cell 16 * row + column, counted in rows of that format. */
struct sfpu_cells {
    size_t size;
    int format; /* an enum sfpu_format */
    const uint32_t *cells;
    size_t count;
};

typedef struct sfpu_batch sfpu_batch;

/*
 * Runs a pass in time, and keeps what it does, so that it can be done again on other values at the cost of its arithmetic.
 * Each pass begins with the state that the machine has now, but for the cells of `in`; cells of `out` are its results. The
 * results are those of sfpu_run, also where instructions find what is not there yet; there are no findings. Until the
 * batch is closed the machine is its own, and only sfpu_error, sfpu_get_result, of this pass, sfpu_get_progress and
 * what tells of its program may be asked of it: all else is a BAD_ARGUMENT, or nothing where there is no code.
 */
SFPU_API int sfpu_batch_open(sfpu_machine *m, const struct sfpu_cells *in, const struct sfpu_cells *out,
                             sfpu_batch **batch);

/* A pass: a word for each cell, values in its low bits. */
SFPU_API int sfpu_batch_run(sfpu_batch *batch, const uint32_t *in, uint32_t *out);

/* Why passes are run in full, each at the cost of finding out when everything happens; NULL: they are not. */
SFPU_API const char *sfpu_batch_in_full(const sfpu_batch *batch);

/* Leaves the machine as the last pass did. NULL: nothing. */
SFPU_API void sfpu_batch_close(sfpu_batch *batch);

/* ---- Events ---- */

enum sfpu_event_kind {
    SFPU_EVENT_FETCH,    /* an instruction is next to issue */
    SFPU_EVENT_STALL,    /* it is held for this cycle: `text` is the cause */
    SFPU_EVENT_EXEC,     /* it starts on its sub-unit; one of another unit, beside a vector instruction that had been held:
                          * `text` is the cause of that stall, of which a cycle is not lost (sfpu-timing(7), What is held
                          * with it) */
    SFPU_EVENT_SCHEDULE, /* an SFPLOADMACRO schedules an item */
    SFPU_EVENT_FORGET,   /* an item is dropped */
    SFPU_EVENT_DISCARD,  /* an issued instruction lost its sub-unit to an item, and is gone */
    SFPU_EVENT_FINDING,  /* `text` is its name */
    SFPU_EVENT_COMPLETE, /* its results have landed; of an item `text` is what it is, with its registers */
    SFPU_EVENT_BUBBLE,   /* no instruction came: `text` is the cause */
    SFPU_EVENT_PASS,     /* a pass begins */
    SFPU_EVENT_CORE,     /* a compiled kernel's core issues the instruction `word` at `index`; or, if `text` is not NULL, is
                          * held there for this cycle, for that cause */
};

struct sfpu_event {
    size_t size;
    int kind;
    uint64_t cycle;
    const char *unit;   /* "load", "simple", "mad", "round", "store", or "none" */
    uint64_t id;        /* of the instruction or item in this run, from 0; UINT64_MAX: none */
    size_t index;       /* of its word in the program; SIZE_MAX: none */
    uint32_t word;
    int scheduled;      /* it is an item of the SFPLOADMACRO at `macro_index` */
    size_t macro_index;
    const char *text;   /* of scheduled EXEC and COMPLETE the instruction with the registers that it has; or NULL */
    /* scheduled: */
    uint64_t macro_cycle; /* in which that SFPLOADMACRO executed */
    int macro;          /* its sequence */
    int delay;          /* the item's, in cycles or instructions */
    /* EXEC and COMPLETE of a load or store: */
    int address;        /* in Dst (sfpu-dst(7), Addresses); -1: none */
    int step;           /* what its address modifier adds to the counter, -512 to 511 */
    /* COMPLETE: */
    uint32_t lregs;     /* which it writes, in lanes that are enabled: bit r for LReg r */
    int flags;          /* it writes LaneFlags, or UseLaneFlagsForLaneEnable */
    /* EXEC and COMPLETE, of the vector unit: */
    uint32_t lanes;     /* those that were enabled when it started, bit l = lane l */
    /* FINDING: */
    int possible;       /* with other data, as of struct sfpu_finding */
    /* COMPLETE: */
    int stack;          /* it writes the flag stack */
};

typedef void sfpu_observe(void *context, const struct sfpu_event *event);

/* Who hears the events of timed runs to come; NULL: nobody. */
SFPU_API void sfpu_on_event(sfpu_machine *m, sfpu_observe *observe, void *context);

/* ---- Reports ---- */

enum sfpu_view {
    SFPU_SUMMARY,        /* what ran and what it changed */
    SFPU_STATS, SFPU_STATS_JSON, /* one is wanted for both */
    SFPU_TIMELINE, SFPU_TIMELINE_MCA, SFPU_TIMELINE_SCHEDULE,
    SFPU_TRACE, SFPU_COMMIT_LOG, SFPU_KANATA, SFPU_PERFETTO,
    SFPU_PAGE, SFPU_PAGE_JSON, /* what happened in each cycle, as HTML or as the JSON in it; one is wanted for both */
    SFPU_TIMELINE_SVG,
    SFPU_CONTRACT,       /* what the kernel expects at its start and leaves, as JSON */
};

/*
 * Has the next run gather what a view needs; all but the summary want a run in time. From TRACE to PERFETTO views are
 * written as the run goes, through `write`. The others are written by sfpu_report after it, and `write` is NULL; the
 * summary is there of each run that has ended, wanted or not.
 */
SFPU_API int sfpu_want(sfpu_machine *m, int view, sfpu_write *write, void *context);
SFPU_API int sfpu_report(sfpu_machine *m, int view, sfpu_write *write, void *context);

/* A page of HTML that shows a document by itself: JSON that says its "schema", one of those that sfpsim-json(5) has for
 * pages. It is not looked at here; of other text the page says that it cannot be shown. */
SFPU_API int sfpu_write_page(const char *json, size_t size, sfpu_write *write, void *context);

/* ---- Findings ---- */

/* Applies what sfpsim-machine(7) takes after -W: NAME, no-NAME or error=NAME. */
SFPU_API int sfpu_warn(sfpu_machine *m, const char *argument);

/* Is there such a finding? For who checks an option before there is a machine. */
SFPU_API int sfpu_check_warning(const char *argument);

/* The name of the finding that is, or was, called so; NULL: there is none. */
SFPU_API const char *sfpu_finding_named(const char *name);

enum sfpu_severity { SFPU_NOTE, SFPU_ADVICE, SFPU_WARNING, SFPU_ERROR };

/* What there is to find, as sfpu-findings(7) has it. */
struct sfpu_finding_kind {
    size_t size;
    const char *name, *text, *source;
    int severity; /* an enum sfpu_severity: without options */
    /* A minimal kernel that has it, in source, and one that is mended, with the options of sfpsim(1), blanks between them,
     * that each is to be run with. */
    const char *options, *shown, *mended_options, *mended; /* NULL: of a compiled kernel's code, which no source has */
    const char *remark; /* what else there is to say of it, in sentences; or NULL */
};

/* Those that there are. BAD_ARGUMENT behind the last. */
SFPU_API int sfpu_get_finding_kind(size_t i, struct sfpu_finding_kind *kind);

enum { SFPU_FINDINGS_PRINTED = 50 };

/* The least severity that is printed and counted, ADVICE at first, and how many groups are printed at most (0: all),
 * SFPU_FINDINGS_PRINTED at first. */
SFPU_API int sfpu_limit_findings(sfpu_machine *m, int least, size_t most);

/* Makes those from a severity on errors, as sfpsim-run(1) has them under --hazards, and others warnings at most, but for
 * what sfpu_warn() makes errors; SFPU_ERROR + 1: all others. Without this call errors are what the hardware leaves
 * undefined, or loses. */
SFPU_API int sfpu_fail_findings(sfpu_machine *m, int least);

struct sfpu_finding {
    size_t size;
    const char *name, *text, *source; /* as sfpu-findings(7) has them */
    int severity;
    size_t index;     /* of the word */
    uint64_t times;
    uint64_t cycle;   /* of the first time; 0 without time */
    int fatal;        /* by error=NAME */
    int scheduled;    /* it is about an item of the SFPLOADMACRO at `index` */
    /* Where the word comes from, if the program has sources, valid as long as that is loaded; else NULL and 0: */
    const char *file;
    unsigned long line, column; /* from 1; columns in bytes */
    const char *source_line;    /* `source_length` bytes, without its newline */
    size_t source_length;
    const char *made_from;      /* the file that a compiler made that line from, as .loc says; NULL if nothing says so */
    unsigned long made_from_line;
    int possible;     /* it did not happen: data decide whether it does, and those of the runs did not have it so */
};

/* Those of all runs since the program was loaded or they were cleared, in program order: one a finding and word, unless
 * it is turned off or of less than the least severity. BAD_ARGUMENT behind the last. */
SFPU_API int sfpu_get_finding(sfpu_machine *m, size_t i, struct sfpu_finding *finding);

/* Shows each of them in turn, which is quicker than to ask for one after the other where they are many. */
typedef void sfpu_visit(void *context, const struct sfpu_finding *finding);
SFPU_API int sfpu_visit_findings(sfpu_machine *m, sfpu_visit *visit, void *context);

SFPU_API void sfpu_clear_findings(sfpu_machine *m);

/* What has ended the last run of the program, where that REFUSED or DEADLOCK says of it: as a finding, of the name that
 * include/failures.def or sfpu-findings(7) has for it, at the word that was next, of a compiled kernel in the core's code.
 * BAD_ARGUMENT if that run did not fail. */
SFPU_API int sfpu_get_failure(sfpu_machine *m, struct sfpu_finding *failure);

/* How many are warnings or errors, and how many are fatal. */
SFPU_API int sfpu_count_findings(sfpu_machine *m, size_t *warnings, size_t *fatal);

/* Writes them for people, grouped by source line; or if `hidden`, a line on those that are not printed. */
SFPU_API int sfpu_print_findings(sfpu_machine *m, int hidden, sfpu_write *write, void *context);

/* ---- Assembling ---- */

/* Which forms of a diagnostic are made, which takes its time where there are millions; the other is NULL. */
enum sfpu_forms { SFPU_BOTH_FORMS, SFPU_PRINTED, SFPU_COLORED };

/* How to assemble, as the options of sfpasm(1) have it; what is 0 or NULL is as without the option. */
struct sfpu_assembly {
    size_t size;
    int arch;           /* an enum sfpu_arch; ANY: as the source states, or else Wormhole */
    int gnu_strict;     /* refuse what the vendor's GNU assembler refuses */
    size_t max_errors;  /* end after so many; 0: never */
    const char *const *include_dirs;
    size_t include_dir_count;
    const char *const *defines; /* NAME or NAME=EXPRESSION */
    size_t define_count;
    const char *const *warnings; /* what follows -W, one after another */
    size_t warning_count;
    sfpu_diagnose *diagnose; /* hears errors, warnings and notes; NULL: nobody */
    void *context;
    int forms; /* an enum sfpu_forms */
    int fix_hazards; /* each source begins as if with .hazards auto: sfpasm(5), Waits */
    sfpu_hear_read *read; /* told, with `context`, of files that are read, also if there are errors; NULL: nobody. A
                           * machine tells whom sfpu_on_read says */
};

/*
 * Both make a program, which sfpu_program_free frees, and leave *program NULL where they fail: BAD_SOURCE after errors, all
 * of which are diagnosed; NO_MEMORY, which is not, whatever was diagnosed before. `how` may be NULL: all 0. BAD_ARGUMENT
 * also for a warning that there is not.
 */

/* Of files, one after another; *.S goes through the C preprocessor first, and "-" is standard input. A large one is
 * mapped as long as the program is there, and gives SIGBUS if it gets shorter meanwhile. */
SFPU_API int sfpu_assemble_files(const struct sfpu_assembly *how, const char *const *paths, size_t count,
                                 sfpu_program **program);

/* Of a source in memory, which messages call `name`; copied. */
SFPU_API int sfpu_assemble_text(const struct sfpu_assembly *how, const char *name, const char *text, size_t length,
                                sfpu_program **program);

/* The words of a file of 32-bit little-endian words, with the table that sfpasm -g wrote beside them, or those of an ELF
 * file that it wrote with the table in it. BAD_INPUT, with a
 * diagnostic, without either, or with one of other words. */
SFPU_API int sfpu_read_program(const char *path, sfpu_diagnose *diagnose, void *context, sfpu_program **program);

/* The warnings about operands that the words of a program deserve, whoever wrote them: of a program that was read or
 * recorded, since an assembly has given them. Those of `how` about arch, forms and sources do not count. BAD_SOURCE where
 * one of them is an error, and NO_MEMORY, as above. */
SFPU_API int sfpu_warn_words(const struct sfpu_assembly *how, sfpu_program *p);

SFPU_API void sfpu_program_free(sfpu_program *p); /* NULL: nothing */

SFPU_API int sfpu_program_arch(const sfpu_program *p);
SFPU_API size_t sfpu_program_word_count(const sfpu_program *p);
SFPU_API const uint32_t *sfpu_program_words(const sfpu_program *p); /* plain Tensix words, as long as the program */

/* The labels in order of their definition, each with the number of words before it; NULL behind the last. */
SFPU_API const char *sfpu_program_label(const sfpu_program *p, size_t i, size_t *index);

/* As sfpu_selected, as long as the program. */
SFPU_API const char *sfpu_program_selected(const sfpu_program *p, size_t first, size_t end);

/* The files that were read, each once, by the name that it was opened by, and whether the C preprocessor took it for one
 * of the system's; NULL behind the last. Of a
 * program that was read: those that its table names. */
SFPU_API const char *sfpu_program_file(const sfpu_program *p, size_t i, int *system);

/* What can be written of a program: its words as sfpasm(1), --format, has them, listing, and table of -g; and an ELF file
 * without and with what -g keeps, lines and that table. */
enum sfpu_output { SFPU_BIN, SFPU_HEX, SFPU_C, SFPU_TTINSN, SFPU_LISTING, SFPU_TABLE, SFPU_ELF, SFPU_ELF_DEBUG };

/* The output that --format calls so ("bin", "hex", "c", "gas", "elf"), or -1. */
SFPU_API int sfpu_output_named(const char *name);

/* What its file's name ends in: in place of the source's suffix (".bin"), or of a table behind the name of the words'
 * file (".dbg"). NULL if there is no such output. */
SFPU_API const char *sfpu_output_suffix(int output);

/* Writes an output. The array of SFPU_C is called after the file `name`, which may be NULL. BAD_INPUT: an ELF file cannot
 * have it: a word whose two highest bits are set, which among RISC-V instructions would be one, or 2 GiB. */
SFPU_API int sfpu_program_write(sfpu_program *p, int output, const char *name, sfpu_write *write, void *context);

/* Is it assembly, and not words, by its name: *.s or *.S? */
SFPU_API int sfpu_is_assembly(const char *path);

/* A class of the assembler's warnings. */
struct sfpu_warning_class {
    size_t size;
    const char *name, *help;
    int on; /* without options */
};

/* Those that there are. BAD_ARGUMENT behind the last. */
SFPU_API int sfpu_get_warning_class(size_t i, struct sfpu_warning_class *warning);

/* Is this something that can follow -W: NAME, no-NAME, error, error=NAME, ...? */
SFPU_API int sfpu_check_warning_class(const char *argument);

/* ---- Disassembling ---- */

/* How instructions are spelled: sfpdis(1), --syntax. */
enum sfpu_syntax { SFPU_GNU, SFPU_MACRO, SFPU_GAS };

/* The syntax of this name ("gnu", "macro", "gas"), or -1. */
SFPU_API int sfpu_syntax_named(const char *name);

/* What is written of words, as the options of sfpdis(1) have it; what is 0 or NULL is as without the option. */
struct sfpu_disassembly {
    size_t size;
    int arch;           /* an enum sfpu_arch; ANY: what the input states, or else Wormhole */
    int syntax;         /* an enum sfpu_syntax */
    int raw, all, annotate, source;
    const char *symbol;
    uint64_t start, stop; /* addresses, or offsets in bytes, from `start` to before `stop`; a stop of 0: to the end */
    sfpu_diagnose *diagnose; /* hears the error, or warnings, without a place; NULL: nobody */
    void *context;
    int hex;            /* operands of more than four bits in hexadecimal */
    const char *const *source_dirs; /* where the files of an ELF file's lines are read, and nowhere else; none: where
                                     * its line tables say */
    size_t source_dir_count;
};

/*
 * Writes disassembled words, in lines, as sfpdis prints them: those of a RISC-V ELF file, of text of 0x........ lines,
 * or of 32-bit little-endian bytes, which is told by the content. `how` may be NULL: all 0. BAD_INPUT, with nothing
 * written, if it is none of these, or contradicts the arch, or has no such symbol: that is diagnosed.
 */

/* Of a file, "-" being standard input, with what sfpasm -g wrote beside it. A large one is mapped, and gives SIGBUS if
 * it gets shorter meanwhile. */
SFPU_API int sfpu_disassemble_file(const struct sfpu_disassembly *how, const char *path, sfpu_write *write,
                                   void *context);

/* Of bytes that messages call `name`. */
SFPU_API int sfpu_disassemble_bytes(const struct sfpu_disassembly *how, const char *name, const void *bytes,
                                    size_t size, sfpu_write *write, void *context);

#ifdef __cplusplus
}
#endif

#endif
