/* A lane's trace as texts and as JSON. */
#include "lane_trace.h"

#include <inttypes.h>
#include <stdio.h>

enum { DIGIT_BITS = 4, MOST_STEPS = 1000 /* longest list of steps */ };

void lane_step_texts(sfpu_machine *m, const struct lane_step *step, char place[LANE_TEXT], char instruction[LANE_TEXT])
{
    sfpu_place(m, step->index, place, LANE_TEXT);
    if (step->scheduled)
        snprintf(instruction, LANE_TEXT, "%s", step->item);
    else
        sfpu_disassemble(m, step->word, instruction, LANE_TEXT);
}

double lane_step_number(int out, const struct lane_step *step, uint32_t value)
{
    const struct number_format *const f = number_format(out);

    if (step->result == LANE_CELL)
        return number_of(f, value);
    return number_of(number_format(f->mantissa_bits ? SFPU_FP32 : SFPU_INT32), value);
}

void lane_value_json(struct sfp_json *j, unsigned bits, uint32_t value, double number)
{
    json_hex(j, "bits", value, bits / DIGIT_BITS);
    json_double(j, "number", number);
}

void lane_place_json(struct sfp_json *j, const char *name, uint32_t cell)
{
    json_begin(j, name);
    json_count(j, "row", cell / PROBE_COLUMNS);
    json_count(j, "column", cell % PROBE_COLUMNS);
    json_count(j, "lane", probe_lane(cell));
    json_end(j);
}

static void put_effect_json(struct sfp_json *j, const char *name, int out, const struct lane_step *s, uint32_t bits)
{
    json_begin(j, name);
    if (s->result == LANE_FLAGS) {
        json_bool(j, "flag", bits & 1);
        json_bool(j, "used", bits >> 1);
    } else {
        lane_value_json(j, s->result == LANE_CELL ? number_format(out)->bits : 32, bits,
                        lane_step_number(out, s, bits));
    }
    json_end(j);
}

static void put_target_json(struct sfp_json *j, const struct lane_step *s)
{
    if (s->result == LANE_LREG)
        json_format(j, "writes", "L%" PRIu32, s->at);
    else if (s->result == LANE_FLAGS)
        json_text(j, "writes", "flags");
    else
        lane_place_json(j, "writes", s->at);
}

void lane_step_json(struct sfp_json *j, sfpu_machine *m, int out, const struct lane_step *s)
{
    char place[LANE_TEXT], instruction[LANE_TEXT];

    lane_step_texts(m, s, place, instruction);
    json_text(j, "place", place);
    json_text(j, "instruction", instruction);
    json_bool(j, "scheduled", s->scheduled);
    json_count(j, "cycle", s->cycle);
    put_target_json(j, s);
    put_effect_json(j, "before", out, s, s->before);
    put_effect_json(j, "after", out, s, s->after);
}

/* Returns the end of the steps that depend on the input: after the last such step, or the list's end without such a
 * step. */
static size_t find_end_of_moved(const struct lane_trace *t)
{
    size_t end = t->count;

    while (end > 0 && !t->steps[end - 1].moved)
        end--;
    return end ? end : t->count;
}

static void put_steps(struct sfp_json *j, const struct lane_trace *t, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        json_begin(j, NULL);
        lane_step_json(j, t->m, t->out, &t->steps[i]);
        json_bool(j, "depends", t->steps[i].moved);
        json_end(j);
    }
}

void lane_steps_json(struct sfp_json *j, const char *name, const struct lane_trace *t)
{
    const size_t first = lane_first_moved(t), end = find_end_of_moved(t);
    const size_t dropped = end - first > MOST_STEPS ? end - first - MOST_STEPS : 0;
    const size_t middle = dropped ? first + MOST_STEPS / 2 : first;
    char text[LANE_TEXT];

    json_list(j, name);
    put_steps(j, t, first, middle);
    put_steps(j, t, middle + dropped, end);
    json_list_end(j);
    snprintf(text, sizeof text, "%s_dropped", name);
    json_count(j, text, dropped);
}
