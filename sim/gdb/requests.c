/* gdb's requests, from one table. */
#include <stdlib.h>
#include <string.h>

#include "gdb_connection.h"
#include "memory_regions.h"
#include "monitor.h"
#include "register_table.h"

static void reply_failure(struct text *reply)
{
    text_print(reply, "E01");
}

static void reply_result(struct text *reply, bool done)
{
    text_print(reply, done ? "OK" : "E01");
}

/* ---- Threads ---- */

/* Selects the thread of later requests: 'g' those for registers, 'c' those that run. */
static void select_gdb_thread(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    const char *id = arguments + 1;
    int thread;

    if (size < 2 || !request_thread(s, &id, &thread)) {
        reply_failure(reply);
        return;
    }
    if (thread >= 0)
        debuggee_select(&s->d, thread);
    reply_result(reply, true);
}

static void is_thread_alive(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    int thread;
    const bool known = request_thread(s, &arguments, &thread);

    (void)size;
    if (known && thread >= 0)
        s->chosen = thread;
    reply_result(reply, known);
}

static void tell_current_thread(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    text_print(reply, "QC%x", (unsigned)request_thread_id(s, s->d.thread));
}

static void list_threads(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    const char *before = "m";

    (void)arguments, (void)size;
    if (!s->d.threads) {
        text_print(reply, "m1");
        return;
    }
    for (int thread = 0; thread < SFPU_THREADS; thread++) {
        if (!debuggee_has_thread(&s->d, thread))
            continue;
        text_print(reply, "%s%x", before, (unsigned)request_thread_id(s, thread));
        before = ",";
    }
}

/* Tells a thread's name, and whether it has words left. */
static void describe_thread(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    struct text told = {0};
    int thread;

    (void)size;
    if (!request_thread(s, &arguments, &thread) || thread < 0) {
        reply_failure(reply);
        return;
    }
    text_print(&told, "%s", sfpu_thread_name(thread));
    if (s->d.threads && debuggee_next_of(&s->d, thread) == SIZE_MAX)
        text_print(&told, ", no word");
    s->d.lost |= told.failed;
    if (!told.failed)
        packet_hex(reply, told.data, told.size);
    text_free(&told);
}

/* ---- Registers ---- */

static void put_register_hex(struct gdb_connection *s, const struct register_bank *bank, unsigned i, struct text *reply)
{
    uint8_t bytes[REGISTER_MOST_BYTES];

    if (bank->read(&s->d, bank, i, bytes))
        packet_hex(reply, bytes, bank->bytes);
    else
        for (unsigned byte = 0; byte < bank->bytes; byte++)
            text_print(reply, "xx");
}

/* Sends every register except those sent on request only, which come last. */
static void send_registers(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    const struct register_bank *bank;

    (void)arguments, (void)size;
    for (size_t row = 0; (bank = register_bank(row)) && !bank->asked; row++)
        for (unsigned i = 0; i < bank->count; i++)
            put_register_hex(s, bank, i, reply);
}

/* Writes a register, unless the register already has this value. */
static bool set_bank_register(struct gdb_connection *s, const struct register_bank *bank, unsigned i,
                              const uint8_t *bytes)
{
    uint8_t now[REGISTER_MOST_BYTES];

    if (bank->read(&s->d, bank, i, now) && memcmp(now, bytes, bank->bytes) == 0)
        return true;
    if (!bank->settable)
        return false;
    debuggee_change(&s->d);
    return bank->write(&s->d, bank, i, bytes);
}

static void receive_registers(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    const struct register_bank *bank;
    uint8_t bytes[REGISTER_MOST_BYTES];
    bool done = true;

    for (size_t row = 0; (bank = register_bank(row)) && !bank->asked; row++)
        for (unsigned i = 0; i < bank->count; i++) {
            if (size < 2 * bank->bytes || !packet_unhex(arguments, bank->bytes, bytes)) {
                reply_failure(reply);
                return;
            }
            done &= set_bank_register(s, bank, i, bytes);
            arguments += 2 * bank->bytes;
            size -= 2 * bank->bytes;
        }
    reply_result(reply, done);
}

static void read_register(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    const struct register_bank *bank = NULL;
    uint64_t number;
    unsigned i;

    (void)size;
    if (packet_number(&arguments, &number))
        bank = register_find(number, &i);
    if (bank)
        put_register_hex(s, bank, i, reply);
    else
        reply_failure(reply);
}

static void write_register(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    const char *const end = arguments + size;
    const struct register_bank *bank = NULL;
    uint8_t bytes[REGISTER_MOST_BYTES];
    uint64_t number;
    unsigned i;

    if (packet_number_before(&arguments, '=', &number))
        bank = register_find(number, &i);
    reply_result(reply, bank && (size_t)(end - arguments) == 2 * bank->bytes
                            && packet_unhex(arguments, bank->bytes, bytes) && set_bank_register(s, bank, i, bytes));
}

/* ---- Memory ---- */

enum { MOST_BYTES = PACKET_MOST / 2 };

static void read_memory(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    uint64_t address, wanted;
    size_t got = 0;
    uint8_t bytes[MOST_BYTES];

    (void)size;
    if (packet_number_before(&arguments, ',', &address) && packet_number(&arguments, &wanted))
        got = memory_read(&s->d, address, bytes, wanted < MOST_BYTES ? (size_t)wanted : MOST_BYTES);
    if (got)
        packet_hex(reply, bytes, got);
    else
        reply_failure(reply);
}

static void write_memory(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    const char *const end = arguments + size;
    uint64_t address, length;
    uint8_t bytes[MOST_BYTES];

    reply_result(reply, packet_number_before(&arguments, ',', &address)
                            && packet_number_before(&arguments, ':', &length) && length <= MOST_BYTES
                            && (uint64_t)(end - arguments) == 2 * length
                            && packet_unhex(arguments, (size_t)length, bytes)
                            && memory_write(&s->d, address, bytes, (size_t)length));
}

/* Does the same for binary data. */
static void write_binary_memory(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    const char *const end = arguments + size;
    uint64_t address, length;

    reply_result(reply, packet_number_before(&arguments, ',', &address)
                            && packet_number_before(&arguments, ':', &length)
                            && (uint64_t)(end - arguments) == length
                            && memory_write(&s->d, address, arguments, (size_t)length));
}

/* ---- Breakpoints ---- */

/* KIND,ADDRESS,SIZE. */
struct wanted_stop {
    uint64_t kind, address, size;
    size_t index; /* index of a breakpoint's instruction */
};

/* Kinds of stops. Software and hardware breakpoints are equal here; of watches, only write watches exist. */
enum { BREAKPOINT = 0, HARDWARE_BREAKPOINT = 1, WATCH = 2 };

/* Parses a breakpoint or watch. Returns false if the request is wrong; *known is false if its kind is unsupported. */
static bool stop_of(struct gdb_connection *s, const char *arguments, struct wanted_stop *w, bool *known)
{
    const bool whole = packet_number_before(&arguments, ',', &w->kind)
                    && packet_number_before(&arguments, ',', &w->address) && packet_number(&arguments, &w->size)
                    && w->address <= UINT32_MAX && w->size <= UINT32_MAX;

    *known = !whole || w->kind <= WATCH;
    if (whole && w->kind <= HARDWARE_BREAKPOINT)
        return sfpu_code_index(s->d.m, (uint32_t)w->address, &w->index) == SFPU_OK;
    return whole && w->kind == WATCH;
}

static void insert_stop(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    struct wanted_stop w;
    bool known, done = stop_of(s, arguments, &w, &known);

    (void)size;
    if (!known)
        return;
    if (done && w.kind == WATCH)
        done = watches_add(&s->d.watches, s->d.m, (uint32_t)w.address, (uint32_t)w.size);
    else if (done)
        s->d.lost |= !(done = breakpoints_add(&s->d.breakpoints, w.index));
    if (done && w.kind != WATCH)
        breakpoints_remove(&s->removed, w.index);
    s->d.lost |= s->d.watches.lost;
    reply_result(reply, done);
}

static void remove_stop(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    struct wanted_stop w;
    bool known, done = stop_of(s, arguments, &w, &known);

    (void)size;
    if (!known)
        return;
    if (done && w.kind == WATCH)
        done = watches_remove(&s->d.watches, (uint32_t)w.address, (uint32_t)w.size);
    else if (done)
        breakpoints_remove(&s->d.breakpoints, w.index);
    if (done && w.kind != WATCH && s->d.threads)
        s->d.lost |= !breakpoints_add(&s->removed, w.index);
    reply_result(reply, done);
}

/* ---- Description of the target ---- */

static void send_features(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    text_print(reply, "PacketSize=%x;QStartNoAckMode+;swbreak+;vContSupported+;ReverseStep+;ReverseContinue+;"
                      "qXfer:features:read+%s%s", PACKET_MOST,
               s->d.compiled ? "" : ";qXfer:memory-map:read+", /* a core's devices cannot be listed */
               s->executable ? ";qXfer:exec-file:read+" : "");
}

/* Sends the part OFFSET,LENGTH of a text. */
static void put_text_part(const struct text *text, const char *part, struct text *reply)
{
    uint64_t offset, length;

    if (text->failed || !packet_number_before(&part, ',', &offset) || !packet_number(&part, &length)) {
        reply_failure(reply);
        return;
    }
    if (offset > text->size)
        offset = text->size;
    if (length > text->size - offset)
        length = text->size - offset;
    text_add_char(reply, offset + length < text->size ? 'm' : 'l');
    text_add(reply, text->data + offset, (size_t)length);
}

static void registers_xml(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    struct text text = {0};

    (void)size;
    description_registers(&text);
    s->d.lost |= text.failed;
    put_text_part(&text, arguments, reply);
    text_free(&text);
}

static void memory_xml(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    struct text text = {0};

    (void)size;
    description_memory(&text, &s->d);
    s->d.lost |= text.failed;
    put_text_part(&text, arguments, reply);
    text_free(&text);
}

/* Sends the executable's path. Arguments: PROCESS:OFFSET,LENGTH. */
static void send_executable(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    const char *part = strchr(arguments, ':');
    struct text text = {.data = s->executable, .size = s->executable ? strlen(s->executable) : 0};

    (void)size;
    if (s->executable && part)
        put_text_part(&text, part + 1, reply);
}

/* ---- The session ---- */

/* Runs a monitor command, given in hexadecimal digits. */
static void run_monitor_command(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    char *line = calloc(size / 2 + 1, 1);
    struct text out = {0};
    bool done = line && size % 2 == 0 && packet_unhex(arguments, size / 2, line);

    if (done)
        monitor_run(&s->d, line, &out);
    s->d.lost |= !line || out.failed;
    done = done && !s->d.lost && gdb_connection_tell(s, out.size ? out.data : "", out.size);
    reply_result(reply, done);
    text_free(&out);
    free(line);
}

static void no_acknowledgements(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    s->quiet = true;
    reply_result(reply, true);
}

static void end_session(struct gdb_connection *s, const char *arguments, size_t size, struct text *reply)
{
    (void)arguments, (void)size;
    s->over = true;
    reply_result(reply, true);
}

/* ---- The table ---- */

/* Requests by their first characters; the first match counts. A row has a function, or a constant reply in `text`. */
static const struct {
    const char *begins;
    gdb_request_answer *answer;
    const char *text;
    bool whole; /* the request has no further characters */
} requests[] = {
    {"?", resume_where, NULL},
    {"bc", resume_continue_back, NULL, true},
    {"bs", resume_step_back, NULL, true},
    {"c", resume_continue, NULL},
    {"C", resume_continue, NULL},
    {"D", end_session, NULL},
    {"g", send_registers, NULL},
    {"G", receive_registers, NULL},
    {"H", select_gdb_thread, NULL},
    {"k", end_session, NULL},
    {"m", read_memory, NULL},
    {"M", write_memory, NULL},
    {"p", read_register, NULL},
    {"P", write_register, NULL},
    {"qAttached", NULL, "1"},
    {"qC", tell_current_thread, NULL, true},
    {"qfThreadInfo", list_threads, NULL},
    {"qOffsets", NULL, "Text=0;Data=0;Bss=0"},
    {"QStartNoAckMode", no_acknowledgements, NULL},
    {"qRcmd,", run_monitor_command, NULL},
    {"qsThreadInfo", NULL, "l"},
    {"qSupported", send_features, NULL},
    {"qSymbol", NULL, "OK"},
    {"qThreadExtraInfo,", describe_thread, NULL},
    {"qXfer:exec-file:read:", send_executable, NULL},
    {"qXfer:features:read:target.xml:", registers_xml, NULL},
    {"qXfer:memory-map:read::", memory_xml, NULL},
    {"s", resume_step, NULL},
    {"S", resume_step, NULL},
    {"T", is_thread_alive, NULL},
    {"vCont?", NULL, "vCont;c;C;s;S;r"},
    {"vCont;", resume_vcont, NULL},
    {"vKill", end_session, NULL},
    {"X", write_binary_memory, NULL},
    {"z", remove_stop, NULL},
    {"Z", insert_stop, NULL},
};

bool request_answer(struct gdb_connection *s, const char *content, size_t size, struct text *reply)
{
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        const size_t length = strlen(requests[i].begins);

        if (length > size || (requests[i].whole && length < size) || memcmp(requests[i].begins, content, length) != 0)
            continue;
        if (requests[i].answer)
            requests[i].answer(s, content + length, size - length, reply);
        else
            text_print(reply, "%s", requests[i].text);
        break;
    }
    return *content != 'k'; /* gdb expects no reply to k */
}
