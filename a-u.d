u.o: /tmp/u.c sim/sched/answer.c sim/sched/answer.h \
 sim/sched/table_model.h sim/sched/cnf.h sim/sched/graph.h asm/isa/isa.h \
 asm/isa/arch.h include/arch.def include/fields.def include/isa.def \
 include/sfpu.def include/by_arch.def include/tensix.def \
 include/latency.def asm/isa/vector_unit.h asm/isa/isa.h \
 include/modes.def include/lane_config.def include/schedule_rules.def \
 sim/sched/sat.h asm/base/text_buffer.h sim/sched/attempt.c \
 sim/sched/attempt.h sim/sched/period_search.h asm/program/sfp_program.h \
 asm/isa/init_state.h include/init.def asm/isa/threads.h \
 include/threads.def sim/sched/pin.h sim/action/machine_options.h \
 asm/cli/option_rows.h sim/action/cpp_kernels.h include/sfpu.h \
 sim/action/source_files.h sim/action/thread_options.h \
 sim/sched/carried_bound.c sim/sched/carried_bound.h sim/sched/cnf.c \
 asm/base/array.h sim/sched/graph.c sim/sched/graph_parts.h \
 asm/isa/modes.h asm/isa/vector_unit.h asm/isa/timing.h asm/isa/modes.h \
 include/quirks.def sim/sched/loop_body.h include/refusals.def \
 sim/sched/graph_build.c sim/sched/graph_carried.c \
 sim/sched/graph_carry.c sim/sched/graph_cells.c \
 sim/sched/graph_constants.c sim/sched/graph_flags.c \
 sim/sched/graph_operands.c sim/sched/graph_print.c \
 sim/sched/graph_reduce.c sim/sched/graph_repeat.c sim/sched/landing.c \
 sim/sched/landing.h sim/sched/live_setup.c sim/sched/live_setup.h \
 sim/sched/loop_body.c asm/base/fail.h sim/sched/loop_search.c \
 sim/sched/model_carried.c sim/sched/model_flags.c \
 sim/sched/model_operands.c asm/schedule/demands.h \
 asm/schedule/schedule_cells.h asm/program/source.h asm/base/fileio.h \
 asm/base/paths.h asm/base/names.h sim/sched/model_parts.c \
 sim/sched/model_places.c sim/sched/model_registers.c \
 sim/sched/model_sequences.c sim/sched/model_templates.c \
 sim/sched/model_values.c sim/sched/own_order.c sim/sched/own_order.h \
 sim/sched/prove.h sim/sched/sched_compare.h sim/sched/sched_source.h \
 sim/sched/period_search.c sim/action/parallel.h sim/sched/pin.c \
 sim/sched/pin_file.c asm/assembly/asm.h asm/base/diag.h \
 include/warnings.def asm/cli/run_files.h sim/sched/print_cell.c \
 sim/sched/print_cell.h sim/sched/print_names.h asm/dis/dis.h \
 asm/dis/elf_code.h sim/sched/print_names.c asm/isa/constants.h \
 sim/sched/print_table.c sim/sched/prove.c sim/sched/refusals.c \
 sim/sched/refutation.c asm/cli/interrupt.h sim/sched/rewrites.c \
 sim/sched/rewrites.h sim/sched/rewrites.def \
 sim/sched/rewrites_constants.c sim/sched/rewrites_flags.c \
 sim/sched/rewrites_loads.c sim/sched/rewrites_moves.c \
 sim/sched/rewrites_parts.c sim/sched/sat.c sim/sched/sched_compare.c \
 sim/sched/sched_header.c sim/sched/sched_header.h sim/sched/scheduling.h \
 sim/sched/sched_options.h sim/sched/sched_report.h sim/action/voice.h \
 asm/dis/macro_words.h asm/dis/dis.h asm/base/json_writer.h \
 asm/base/text_buffer.h asm/header/header.h sim/sched/sched_options.c \
 sim/sched/sched_report.c asm/base/terminal.h sim/sched/sched_source.c \
 sim/sched/scheduling.c sim/sched/search_bounds.c sim/sched/sfpsched.c \
 asm/cli/options.h sim/sched/split_search.h sim/sched/why.h \
 sim/sched/split_search.c sim/sched/table_model.c sim/sched/why.c \
 sim/sched/why_report.c asm/schedule/schedule_cells.h
sim/sched/answer.c:
sim/sched/answer.h:
sim/sched/table_model.h:
sim/sched/cnf.h:
sim/sched/graph.h:
asm/isa/isa.h:
asm/isa/arch.h:
include/arch.def:
include/fields.def:
include/isa.def:
include/sfpu.def:
include/by_arch.def:
include/tensix.def:
include/latency.def:
asm/isa/vector_unit.h:
asm/isa/isa.h:
include/modes.def:
include/lane_config.def:
include/schedule_rules.def:
sim/sched/sat.h:
asm/base/text_buffer.h:
sim/sched/attempt.c:
sim/sched/attempt.h:
sim/sched/period_search.h:
asm/program/sfp_program.h:
asm/isa/init_state.h:
include/init.def:
asm/isa/threads.h:
include/threads.def:
sim/sched/pin.h:
sim/action/machine_options.h:
asm/cli/option_rows.h:
sim/action/cpp_kernels.h:
include/sfpu.h:
sim/action/source_files.h:
sim/action/thread_options.h:
sim/sched/carried_bound.c:
sim/sched/carried_bound.h:
sim/sched/cnf.c:
asm/base/array.h:
sim/sched/graph.c:
sim/sched/graph_parts.h:
asm/isa/modes.h:
asm/isa/vector_unit.h:
asm/isa/timing.h:
asm/isa/modes.h:
include/quirks.def:
sim/sched/loop_body.h:
include/refusals.def:
sim/sched/graph_build.c:
sim/sched/graph_carried.c:
sim/sched/graph_carry.c:
sim/sched/graph_cells.c:
sim/sched/graph_constants.c:
sim/sched/graph_flags.c:
sim/sched/graph_operands.c:
sim/sched/graph_print.c:
sim/sched/graph_reduce.c:
sim/sched/graph_repeat.c:
sim/sched/landing.c:
sim/sched/landing.h:
sim/sched/live_setup.c:
sim/sched/live_setup.h:
sim/sched/loop_body.c:
asm/base/fail.h:
sim/sched/loop_search.c:
sim/sched/model_carried.c:
sim/sched/model_flags.c:
sim/sched/model_operands.c:
asm/schedule/demands.h:
asm/schedule/schedule_cells.h:
asm/program/source.h:
asm/base/fileio.h:
asm/base/paths.h:
asm/base/names.h:
sim/sched/model_parts.c:
sim/sched/model_places.c:
sim/sched/model_registers.c:
sim/sched/model_sequences.c:
sim/sched/model_templates.c:
sim/sched/model_values.c:
sim/sched/own_order.c:
sim/sched/own_order.h:
sim/sched/prove.h:
sim/sched/sched_compare.h:
sim/sched/sched_source.h:
sim/sched/period_search.c:
sim/action/parallel.h:
sim/sched/pin.c:
sim/sched/pin_file.c:
asm/assembly/asm.h:
asm/base/diag.h:
include/warnings.def:
asm/cli/run_files.h:
sim/sched/print_cell.c:
sim/sched/print_cell.h:
sim/sched/print_names.h:
asm/dis/dis.h:
asm/dis/elf_code.h:
sim/sched/print_names.c:
asm/isa/constants.h:
sim/sched/print_table.c:
sim/sched/prove.c:
sim/sched/refusals.c:
sim/sched/refutation.c:
asm/cli/interrupt.h:
sim/sched/rewrites.c:
sim/sched/rewrites.h:
sim/sched/rewrites.def:
sim/sched/rewrites_constants.c:
sim/sched/rewrites_flags.c:
sim/sched/rewrites_loads.c:
sim/sched/rewrites_moves.c:
sim/sched/rewrites_parts.c:
sim/sched/sat.c:
sim/sched/sched_compare.c:
sim/sched/sched_header.c:
sim/sched/sched_header.h:
sim/sched/scheduling.h:
sim/sched/sched_options.h:
sim/sched/sched_report.h:
sim/action/voice.h:
asm/dis/macro_words.h:
asm/dis/dis.h:
asm/base/json_writer.h:
asm/base/text_buffer.h:
asm/header/header.h:
sim/sched/sched_options.c:
sim/sched/sched_report.c:
asm/base/terminal.h:
sim/sched/sched_source.c:
sim/sched/scheduling.c:
sim/sched/search_bounds.c:
sim/sched/sfpsched.c:
asm/cli/options.h:
sim/sched/split_search.h:
sim/sched/why.h:
sim/sched/split_search.c:
sim/sched/table_model.c:
sim/sched/why.c:
sim/sched/why_report.c:
asm/schedule/schedule_cells.h:
