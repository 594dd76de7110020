/*
 * The table that sfpasm -g keeps beside the words: where each came from. KERNEL.bin has it in KERNEL.bin.dbg, JSON:
 *
 * { "schema": "sfpasm-debug", "version": 1, "arch": "wormhole", or "blackhole": what the words were assembled for
 * "init": "llk", or "reset": what .init of the source states, if it does
 * "words": n, how many there are "checksum": "0x................", 64-bit FNV-1a of the words as 32-bit little-endian
 * bytes "files": ["kernel.s", ...], as messages name them "lines": [[index, file, line, column, text], ...], "text":
 * [[file, line, "source line"], ...], "symbols": [{"name": "loop", "index": n}, ...], "regions": [{"name": "body",
 * "first": n, "end": n}, ...], "selected": {"profile": "7.38", "words": [[first, end], ...]}, "schedules": [{"name":
 * "where", "period": cycles, "rows": n, "turns": n, "step": Dst rows, "delays": "cycles", or "instructions" "tags":
 * ["c", ...], "cells": [{"row": n, "unit": "simple", "by": "macro", "tag": n, "address": Dst row, "addrmod": n,
 * "place": [file, line, column, text], "turns": [[word, VA, VB, VC, VD, [[LReg, cell, back], ...]], ...]}, ...],
 * "words": [[index, cell, turn], ...]}, ...] }
 *
 * "lines" has an entry for each word whose place is not that of the word before it, in order, the first for word 0;
 * `file` and `text` are places in "files" and "text", lines and columns count from 1. "text" has each of those lines
 * once; a line of a macro once for each text that it was expanded to. A symbol is a label and the number of words
 * before it; a region is words first to end-1. Readers ignore members that they do not know. "selected", if it is
 * there, says which words nobody spelled out: instruction selection chose them, by that profile (select/profiles.h).
 *
 * "schedules", if there are any, are the tables that words come from: program/sfp_program.h says what their members mean.
 * A cell's "unit" is "none" of the front end's; "by" is "issue", "load" (the SFPLOADMACRO of its tag), "macro"
 * (scheduled by its tag's load), "idle" or "next" (claims, without turns). Its tag and the cells in [LReg, cell, back],
 * which say who wrote a register last and by how many iterations before, are places in "tags" and "cells"; without a
 * tag it is -1. The word of a turn is the instruction as it executes, with L16 as VD 0, and VA to VD its registers, 0
 * to 16.
 */
#ifndef SFP_DEBUG_TABLE_H
#define SFP_DEBUG_TABLE_H

#include "sfp_program.h"
#include "base/fileio.h"

#define SFP_DEBUG_SUFFIX ".dbg" /* behind the name of the words' file */

/* The checksum of `count` words. */
uint64_t sfp_debug_checksum(const uint32_t *words, size_t count);

/* Writes the table of a program. False if memory ran out; errors of the stream are its owner's to find. */
bool sfp_debug_write(const struct sfp_program *program, FILE *stream);

enum sfp_debug_result {
    SFP_DEBUG_ABSENT, /* there is no such file */
    SFP_DEBUG_REFUSED, /* *error says why: it is unreadable, no table, or not that of these words */
    SFP_DEBUG_READ,
};

/*
 * Takes `file` for the table of the words that `program` holds; `path` names it in messages. If it is theirs, program
 * gets its sources, origins, symbols and regions, so that sfp_program_where answers, and *arch what the words were
 * assembled for. Such a program is freed by sfp_program_free, as one without is. False, with the program as it was and
 * why in *error, which the caller frees, or with NULL in it if memory ran out.
 */
bool sfp_debug_parse(const struct sfp_buffer *file, const char *path, struct sfp_program *program, enum sfp_arch *arch,
                     char **error);

/* The table of the words in `path` is the file of this name. The caller frees it; NULL without memory. */
char *sfp_debug_path(const char *path);

/* Is there a file of that name? */
bool sfp_debug_is_there(const char *path);

/* Is `stated`, if it is not 0, the arch that the table beside `path` says? If not, *error says so. */
bool sfp_debug_agrees(const char *path, enum sfp_arch stated, enum sfp_arch table, char **error);

/* The same as sfp_debug_parse for the table of `path`. */
enum sfp_debug_result sfp_debug_read(const char *path, struct sfp_program *program, enum sfp_arch *arch, char **error);

#endif
