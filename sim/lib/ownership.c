/*
 * A machine's ownership of its program and its last run, freed with the next program, the next run, or the machine.
 */
#include "lib.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* ---- The last run ---- */

void lib_hush(sfpu_machine *m)
{
    m->m->reporter = (struct sfp_reporter){0};
    m->m->dst_written = NULL;
}

void lib_forget_run(sfpu_machine *m)
{
    m->run_number = 0;
    m->over = false;
    sfp_proof_free(m->proof);
    m->proof = NULL;
    sfp_races_free(m->races);
    m->races = NULL;
    lib_writers_free(m->writers);
    m->writers = NULL;
}

void lib_run_abandon(sfpu_machine *m)
{
    if (!m->stepping)
        return;
    sfp_stepping_free(m->stepping);
    m->stepping = NULL;
    lib_views_free(m);
    sfp_progress_end(&m->progress);
    lib_hush(m);
}

void lib_snapshots_expire(sfpu_machine *m)
{
    m->program_number++;
}

/* ---- The program ---- */

bool lib_has_threads(const sfpu_machine *m)
{
    return m->has_program && m->kernel.program.stream_count > 0;
}

void lib_free_pace(sfpu_machine *m)
{
    tile_pace_free(&m->pace);
    for (unsigned i = 0; i < SFP_THREADS; i++)
        tile_pace_free(&m->threads[i].pace);
}

/* Reports the files of a loaded program that was not assembled. */
static void tell_program_files(sfpu_machine *m)
{
    const struct sfp_program *p = &m->kernel.program;

    lib_tell_begin(m);
    for (size_t i = 0; m->read && i < p->file_count; i++)
        m->read(m->read_context, p->files[i].name);
    for (size_t i = 0; m->read && i < p->read_count; i++)
        m->read(m->read_context, p->read[i]);
    lib_tell_end(m);
}

bool lib_has_cores(const sfpu_machine *m)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (m->threads[i].compiled)
            return true;
    return false;
}

void lib_show_compiled(sfpu_machine *m)
{
    m->compiled = m->threads[lib_has_threads(m) ? m->selected : SFP_THREAD_MATH].compiled;
}

/* Frees the compiled kernel of a thread, if it has one. */
static void free_compiled(sfpu_machine *m, enum sfp_thread_id thread)
{
    if (m->threads[thread].compiled)
        m->core->free(m->threads[thread].compiled);
    m->threads[thread].compiled = NULL;
    m->kernel.code[thread] = (struct sfp_core_code){0};
    lib_show_compiled(m);
}

/* Frees what belongs to the program's threads. */
static void free_threads(sfpu_machine *m)
{
    for (unsigned i = 0; i < SFP_THREADS; i++) {
        free(m->threads[i].name);
        m->threads[i].name = NULL;
        m->threads[i].has_gaps = false;
    }
    lib_free_pace(m);
}

void lib_program_free(sfpu_machine *m)
{
    if (m->has_program)
        sfp_kernel_free(&m->kernel);
    for (unsigned i = 0; i < SFP_THREADS; i++)
        free_compiled(m, (enum sfp_thread_id)i);
    if (m->mates)
        m->core->part(m);
    free(m->name);
    m->name = NULL;
    free_threads(m);
}

/* Drops everything that depends on the program, which is going to change. */
static void drop_dependents(sfpu_machine *m)
{
    lib_run_abandon(m);
    lib_snapshots_expire(m);
    lib_views_forget(m);
    sfp_findings_log_clear(m->log);
    m->failure = (struct lib_failure){0};
    lib_forget_run(m);
    lib_free_pace(m);
}

/* Makes the kernel the whole program. Its words belong to the threads that its source names, or else to the selected
 * thread. Takes ownership. Returns a code. */
static int replace_program(sfpu_machine *m, struct sfp_kernel *kernel, char *name)
{
    const bool mixed = kernel->program.stream_count > 0;
    char *own = mixed ? NULL : strdup(kernel->path);
    size_t room = 0;

    if ((!mixed && !own) || (!mixed && !sfp_streams_add(&kernel->program, &room, m->selected, kernel->program.count))) {
        free(own);
        sfp_kernel_free(kernel);
        free(name);
        return lib_no_memory(m);
    }
    drop_dependents(m);
    lib_program_free(m);
    free(m->gaps);
    m->gaps = NULL;
    m->kernel = *kernel;
    m->name = name;
    m->threads[m->selected].name = own;
    m->threads[m->selected].part = sfp_program_whole(&m->kernel.program);
    m->has_program = true;
    return SFPU_OK;
}

/* Returns the names of the threads' kernels, "a.s, b.s", in the threads' order, or NULL without memory. */
static char *make_threads_name(const sfpu_machine *m)
{
    const char *names[SFP_THREADS] = {"", "", ""};
    unsigned count = 0;
    char *joined;

    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (m->threads[i].name)
            names[count++] = m->threads[i].name;
    if (asprintf(&joined, "%s%s%s%s%s", names[0], count > 1 ? ", " : "", names[1], count > 2 ? ", " : "", names[2]) < 0)
        return NULL;
    return joined;
}

/* Makes the names of the program and its threads' kernels known. Returns false without memory. */
static bool name_threads(sfpu_machine *m)
{
    char *joined = make_threads_name(m);

    if (!joined)
        return false;
    free(m->name);
    m->kernel.path = m->name = joined;
    for (unsigned i = 0; i < SFP_THREADS; i++)
        m->kernel.thread_paths[i] = m->threads[i].name;
    return true;
}

/* Sets the initial state of the program to the one that a thread's kernel states. */
static void set_joint_init(sfpu_machine *m)
{
    m->kernel.program.init = SFP_INIT_UNSTATED;
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (m->threads[i].name && m->threads[i].part.init)
            m->kernel.program.init = m->threads[i].part.init;
}

/* Forgets the gaps if no thread has any. */
static void drop_unused_gaps(sfpu_machine *m)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (m->threads[i].has_gaps)
            return;
    free(m->gaps);
    m->gaps = NULL;
}

/* Takes the selected thread's words out of the program. Returns false without memory. */
static bool cut_selected(sfpu_machine *m)
{
    struct lib_thread *thread = &m->threads[m->selected];
    const struct sfp_word_range words = thread->part.words;
    const size_t count = m->kernel.program.count;

    if (!thread->name)
        return true;
    if (!sfp_program_cut(&m->kernel.program, &thread->part))
        return false;
    if (m->gaps)
        memmove(m->gaps + words.first, m->gaps + words.end, (count - words.end) * sizeof *m->gaps);
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (i != m->selected && m->threads[i].name)
            sfp_part_after_cut(&m->threads[i].part, &thread->part);
    free(thread->name);
    thread->name = NULL;
    thread->has_gaps = false;
    drop_unused_gaps(m);
    free_compiled(m, m->selected);
    return true;
}

/* Notes where in the program the words of each thread's core begin. */
static void place_codes(sfpu_machine *m)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (m->threads[i].compiled)
            m->kernel.code[i].first = m->threads[i].part.words.first;
}

/* Appends the kernel's words as the selected thread's. Returns false without memory. */
static bool join_selected(sfpu_machine *m, struct sfp_kernel *kernel, char *name)
{
    struct lib_thread *thread = &m->threads[m->selected];
    const size_t before = m->kernel.program.count, added = kernel->program.count;
    uint32_t *gaps = m->gaps ? array_resized(m->gaps, before + added, sizeof *gaps) : NULL;

    if (m->gaps && !gaps)
        return false;
    if (gaps) {
        memset(gaps + before, 0, added * sizeof *gaps);
        m->gaps = gaps;
    }
    if (!sfp_program_join(&m->kernel.program, &kernel->program, m->selected, &thread->part))
        return false;
    m->kernel.has_source |= kernel->has_source;
    m->kernel.code[m->selected] = kernel->code[m->selected];
    if (strcmp(kernel->path, name) == 0) {
        thread->name = name;
        return true;
    }
    thread->name = strdup(kernel->path);
    free(thread->name ? name : NULL);
    return thread->name;
}

/* Returns why the kernel cannot be one of several threads, or NULL. */
static const char *find_join_objection(const sfpu_machine *m, const struct sfp_kernel *kernel)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (i != m->selected && m->threads[i].name && m->threads[i].part.init && kernel->program.init
            && m->threads[i].part.init != kernel->program.init)
            return "its .init contradicts that of another thread's kernel";
    return NULL;
}

/* Makes the kernel the selected thread's part of the program. Takes ownership. Returns a code. */
static int replace_thread(sfpu_machine *m, struct sfp_kernel *kernel, char *name)
{
    const char *why = find_join_objection(m, kernel);
    bool joined;

    if (why) {
        const int code = lib_fail(m, SFPU_BAD_INPUT, "%s: %s", name, why);

        sfp_kernel_free(kernel);
        free(name);
        return code;
    }
    drop_dependents(m);
    joined = cut_selected(m) && join_selected(m, kernel, name);
    if (!joined) {
        sfp_kernel_free(kernel);
        free(name);
    }
    place_codes(m);
    if (!name_threads(m) || !joined)
        return lib_no_memory(m);
    set_joint_init(m);
    return SFPU_OK;
}

/* Does another thread than the selected one have a kernel of its own? */
static bool have_others_kernels(const sfpu_machine *m)
{
    for (unsigned i = 0; i < SFP_THREADS; i++)
        if (i != m->selected && m->threads[i].name)
            return true;
    return false;
}

/* Drops the streams of a loaded program if its source names only the selected thread, which the load is for anyway. */
static void drop_own_streams(const sfpu_machine *m, struct sfp_program *program)
{
    if (program->stream_count > 0 && !sfp_has_several_threads(program) && program->streams[0].thread == m->selected)
        program->stream_count = 0;
}

/* Checks that the kernel can be in one L1 with those of other threads. Returns a code. */
static int check_overlap(sfpu_machine *m, const struct sfp_compiled *compiled, const char *name)
{
    uint32_t address;
    const enum sfp_thread_id other = compiled && lib_has_cores(m) ? m->core->find_overlap(m, compiled, &address)
                                                                  : SFP_THREADS;

    if (other == SFP_THREADS)
        return SFPU_OK;
    return lib_fail(m, SFPU_BAD_INPUT, "%s: it fills 0x%08X in L1, as does the kernel of %s, and L1 is one memory of "
                    "all cores: link the files for different addresses", name, address, sfp_thread_name(other));
}

int lib_take_kernel(sfpu_machine *m, struct sfp_kernel *kernel, char *name, struct sfp_compiled *compiled)
{
    int code = lib_need(m, kernel->program.arch);
    bool joins;

    drop_own_streams(m, &kernel->program);
    joins = have_others_kernels(m) && kernel->program.stream_count == 0;

    if (code == SFPU_OK && joins)
        code = check_overlap(m, compiled, name);
    if (code != SFPU_OK) {
        sfp_kernel_free(kernel);
        free(name);
        return code;
    }
    code = joins ? replace_thread(m, kernel, name) : replace_program(m, kernel, name);
    if (code == SFPU_OK)
        m->threads[m->selected].compiled = compiled;
    place_codes(m);
    lib_show_compiled(m);
    if (code == SFPU_OK)
        tell_program_files(m);
    return code;
}
