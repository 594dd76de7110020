/*
 * The debug table: says where each word came from. sfpasm -g writes it as JSON to KERNEL.bin.dbg, beside KERNEL.bin:
 *
 * { "schema": "sfpasm-debug",
 *   "version": 1,
 *   "arch": "wormhole",                    or "blackhole": the arch that the words were assembled for
 *   "init": "llk",                         or "reset": what .init of the source states; absent if it states none
 *   "words": n,                            the number of words
 *   "checksum": "0x................",      64-bit FNV-1a of the words as 32-bit little-endian bytes
 *   "files": ["kernel.s", ...],            names as messages print them
 *   "lines": [[index, file, line, column, text], ...],
 *   "text": [[file, line, "source line"], ...],
 *   "symbols": [{"name": "loop", "index": n}, ...],
 *   "regions": [{"name": "body", "first": n, "end": n}, ...],
 *   "selected": {"profile": "7.38", "words": [[first, end], ...]},
 *   "schedules": [{"name": "where", "period": cycles, "rows": n, "turns": n, "step": Dst rows,
 *                  "delays": "cycles",     or "instructions"
 *                  "tags": ["c", ...],
 *                  "cells": [{"row": n, "unit": "simple", "by": "macro", "tag": n, "address": Dst row, "addrmod": n,
 *                             "place": [file, line, column, text],
 *                             "turns": [[word, VA, VB, VC, VD, [[LReg, cell, back], ...]], ...]}, ...],
 *                  "words": [[index, cell, turn], ...]}, ...] }
 *
 * "lines" has an entry for word 0 and for every word whose place differs from the place of the word before it, in
 * order. `file` and `text` are indices into "files" and "text"; lines and columns count from 1. An entry has two more
 * values, file and line, if a compiler made the line from another file (.loc). "text" has each line once, and a macro's
 * line once for each text that the line was expanded to. A symbol is a label and the number of words before it. A
 * region is words first to end-1. Readers ignore members that they do not know. "selected" is optional: the words that
 * instruction selection chose, and the selection's profile (select/profiles.h).
 *
 * "schedules" is optional: the tables from which words come; program/sfp_program.h explains the members. A cell's
 * "unit" is "none" for the front end. "by" is "issue", "load" (the tag's SFPLOADMACRO), "macro" (scheduled by the tag's
 * load), "idle" or "next" (claims, without turns). A cell's tag is an index into "tags", or -1. `cell` in [LReg, cell,
 * back] is an index into "cells": the cell that last wrote the register, `back` iterations earlier. A turn's word is
 * the instruction as it executes, with VD 0 for L16; VA to VD are its registers, 0 to 16.
 */
#ifndef SFP_DEBUG_TABLE_H
#define SFP_DEBUG_TABLE_H

#include "sfp_program.h"
#include "base/fileio.h"

#define SFP_DEBUG_SUFFIX ".dbg" /* suffix of the table's name, after the name of the words' file */

/* Returns the checksum of `count` words. */
uint64_t sfp_debug_checksum(const uint32_t *words, size_t count);

/* Writes a program's table. Returns false without memory. The caller checks the stream for write errors. */
bool sfp_debug_write(const struct sfp_program *program, FILE *stream);

enum sfp_debug_result {
    SFP_DEBUG_ABSENT, /* the file does not exist */
    SFP_DEBUG_REFUSED, /* *error says why: the file is unreadable, not a table, or the table of other words */
    SFP_DEBUG_READ,
};

/*
 * Reads `file` as the table of the words in `program`; `path` names the file in messages. On success the program gets
 * its sources, origins, symbols and regions, so that sfp_program_where() works, and *arch is the arch that the words
 * were assembled for; sfp_program_free() frees the program. On failure returns false, leaves the program unchanged and
 * sets *error to a message for the caller to free, or to NULL if memory ran out.
 */
bool sfp_debug_parse(const struct sfp_buffer *file, const char *path, struct sfp_program *program, enum sfp_arch *arch,
                     char **error);

/* Returns the name of the debug table that belongs to the words in `path`. The caller frees the name. NULL without
 * memory. */
char *sfp_debug_path(const char *path);

/* Does the debug table of the words in `path` exist? */
bool sfp_debug_is_there(const char *path);

/* Checks that `stated`, if not 0, is the arch that the debug table of `path` gives. Returns false with *error set if
 * not. */
bool sfp_debug_agrees(const char *path, enum sfp_arch stated, enum sfp_arch table, char **error);

/* Finds and reads the debug table of the words in `path`, like sfp_debug_parse(). */
enum sfp_debug_result sfp_debug_read(const char *path, struct sfp_program *program, enum sfp_arch *arch, char **error);

#endif
