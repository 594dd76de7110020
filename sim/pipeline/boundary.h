/*
 * What decides how a pass over the program goes, as its start finds it: the
 * configuration, and all that is under way. Data are not in it: what waits in
 * the slots, in registers and in Dst decides nothing about time.
 */
#ifndef SFP_BOUNDARY_H
#define SFP_BOUNDARY_H

#include "engine.h"

/* An instruction under way, as far as it differs from others: the rest follows from these. */
struct sfp_op_key {
    sfp_exec *exec;
    uint32_t word, index;
    uint8_t va, vb, vc, vd, b, mod;
    bool scheduled;
};

/* What is under way: queued items by unit and order, results that have not landed, and what latches hold. */
enum sfp_place {
    SFP_PLACE_QUEUE, /* for each sub-unit */
    SFP_PLACE_FLIGHT = SFP_PLACE_QUEUE + SFP_UNITS, /* for each of the engine's places */
    SFP_PLACE_WAIT = SFP_PLACE_FLIGHT + SFP_PLACES,
    SFP_PLACE_DELAYED,
    SFP_PLACE_INPUT,
    SFP_PLACES_UNDER_WAY,
};

struct sfp_under_way {
    struct sfp_op_key op;
    uint8_t place, counter, address; /* counter: of a flight, cycles until it lands */
    bool counts_insns, done;
};

enum {
    SFP_DELAY_SLOTS = 8, /* in each of which a sub-unit has one item, if all lanes agree */
    SFP_MOST_UNDER_WAY = SFP_UNITS * SFP_DELAY_SLOTS + SFP_PLACES_UNDER_WAY,
};

/* Compared as bytes: room between members is 0. */
struct sfp_boundary {
    struct {
        uint32_t macro_template[SFP_TEMPLATES][SFP_LANES];
        uint32_t macro_sequence[SFP_SEQUENCES][SFP_LANES];
        uint32_t macro_misc[SFP_LANES];
        uint32_t lane_config[SFP_LANES];
        uint32_t config[SFP_CONFIG_BANKS][SFP_CONFIG_WORDS];
        uint16_t thread_config[SFP_THREAD_CONFIGS];
        uint32_t gpr[SFP_GPRS];
        struct sfp_semaphore semaphore[SFP_SEMAPHORES];
        uint32_t mutexes;
        uint32_t replay[SFP_REPLAY_SLOTS], replay_recorded;
        uint32_t mop_cfg[SFP_MOP_CFGS], mop_cfg_set, mop_mask_hi;
    } configuration;
    struct {
        struct sfp_frontend_key front;
        struct sfp_under_way item[SFP_MOST_UNDER_WAY];
        uint32_t items;
        uint32_t phase; /* of the ring of landings */
        uint32_t held, held_by; /* cycles for which the unit is held, and by what */
        uint32_t input_by; /* what held the instruction at its input last */
        uint64_t after_effect; /* cycles since anything happened */
        uint64_t matrix; /* cycles until the matrix unit is through */
        uint32_t delayed_gpr[SFP_GPRS];
        uint32_t any_lane_config_before, all_lane_config_before;
        uint32_t control;
        bool has_control, wrote_lane_config, wrote_macro_config;
    } under_way;
};

/* Fills `b` from where the engine is, between passes. False: groups of lanes differ, which is not compared. */
bool sfp_boundary_take(const struct sfp_engine *e, struct sfp_boundary *b);

/* NULL if two boundaries are the same, else what differs. */
const char *sfp_boundary_differs(const struct sfp_boundary *a, const struct sfp_boundary *b);

#endif
