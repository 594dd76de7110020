# Which files are compiled together. Part of the Makefile at the top.

# The files of these folders are compiled as one, a folder at a time, which takes less than half of the time that the
# files take one by one. Three kinds of files are left out and compiled one by one: those with options of the compiler
# for themselves (OWN_OPTIONS), those that a generator, a test or another program needs without the rest of the folder
# (NEEDED_ALONE), and those with a static name that another file of the folder has too (SAME_NAMES). If a file is
# missing in SAME_NAMES, the compiler says "redefinition of" the name. The files of sim/time are compiled one by one:
# together they take three times as long, because the compiler inlines the steps of a cycle into each other.
TOGETHER = asm/base asm/isa asm/program asm/dis asm/assembly asm/select asm/validate asm/record asm/schedule \
	asm/source asm/header asm/cli sim/model sim/observe sim/views sim/core sim/lib sim/numerics sim/action sim/gdb sim/run \
	sim/measure sim/sched
OWN_OPTIONS = sim/numerics/inputs sim/numerics/reference sim/numerics/tally_real sim/numerics/tally_add \
	sim/action/parallel sim/action/dst_values sim/measure/sweep_work \
	$(patsubst %,sim/views/%,page_html timeline_svg) asm/record/record_files
NEEDED_ALONE = asm/base/writer $(patsubst %,asm/isa/%,isa modes arch) asm/record/builtins sim/run/sfpsim \
	sim/sched/sfpsched \
	$(patsubst %,sim/action/%,cpp_kernels lanes_tree machine_options option_values source_files thread_options voice)
SAME_NAMES = asm/isa/threads \
	$(patsubst %,sim/run/%,check compiled_options document explain explain_json print_option session_options \
		stops_print view_outputs) \
	$(patsubst %,sim/measure/%,budget_report equiv equiv_report merge sweep_options sweep_part sweep_report \
		sweep_run) \
	$(patsubst %,sim/observe/%,interleaving_report perturbation_json perturbation_text proof proof_report \
		readback_loop readback_omit readback_source readback_text search) \
	$(patsubst %,sim/model/%,control matrix_arith matrix_words setup source_images statefile_read statefile_write \
		width_hint) \
	$(patsubst %,sim/views/%,stats_threads stats_vectors timeline_mca timeline_schedule timeline_table trace_commits \
		trace_events trace_kanata trace_perfetto) \
	$(patsubst %,sim/sched/%,answer_search loop_search own_order pin_file print_cell print_names print_table prove \
		rewrites_constants rewrites_loads sched_header sched_options sched_report sched_source scheduling two_rows) \
	$(patsubst %,sim/gdb/%,memory_regions monitor_values requests retrace) \
	$(patsubst %,sim/action/%,input_options probe report) \
	$(patsubst %,sim/numerics/%,functions report_text tally_json)
TOGETHER_SOURCES = $(filter-out $(patsubst %,%.c,$(OWN_OPTIONS) $(NEEDED_ALONE) $(SAME_NAMES)) \
	$(wildcard $(TOGETHER:=/gen-*.c)), $(wildcard $(TOGETHER:=/*.c)))
# What tests of the order of files look at.
ALONE_OBJECTS = $(TOGETHER_SOURCES:%.c=$(OBJ)/%.o)
# The objects that sources are compiled to.
objects_of = $(patsubst %.c,$(OBJ)/%.o,$(filter-out $(TOGETHER_SOURCES),$(1))) \
	$(patsubst %/,$(OBJ)/%.o,$(sort $(dir $(filter $(TOGETHER_SOURCES),$(1)))))

# Local names may be those of another file's static ones: -Wshadow is for each file alone.
define TOGETHER_RULE
$$(OBJ)/$(1).o: $$(filter $(1)/%,$$(TOGETHER_SOURCES)) Makefile asm/together.mk | $$(GEN)/lexer.c $$(GEN)/grammar.h
	@mkdir -p $$(@D)
	$$(call say,CC,$(1)/*.c)
	printf '#include "%s"\n' $$(filter $(1)/%,$$(TOGETHER_SOURCES)) > $$(@:.o=.c)
	$$(COMPILE) $$(CFLAGS) -Wno-shadow -I. -c -o $$@ $$(@:.o=.c)
endef
