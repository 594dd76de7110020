# Tests, fuzzing and measurements. Part of the Makefile at the top.

UNIT_TESTS = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
FUZZ_TARGETS = $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_SUPPORT = $(patsubst %,$(OBJ)/tests/fuzz/%.o,support sources objects)
TEST_SUPPORT = $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/reference/*.c tests/golden/*.c \
	tests/fuzz/fuzz_*.c)) $(FUZZ_SUPPORT)
.SECONDARY: $(TEST_SUPPORT) $(UNIT_TESTS:$(BUILD)/tests/%=$(OBJ)/tests/unit/%.o)

$(OBJ)/tests/%.o: INCLUDES += -Itests
# What unit tests do themselves takes less time than its compilation at -O2 does.
$(OBJ)/tests/unit/%.o: OPT = -O1

# What sfpsim and sfpsched are made of beside the library: of it each test takes what it needs.
BESIDE = $(BUILD)/libbeside.a

$(BESIDE): $(call objects_of,$(filter-out sim/run/sfpsim.c sim/sched/sfpsched.c, \
	$(sort $(SFPSIM_SOURCES) $(SFPSCHED_SOURCES)))) $(HEADER_OBJECTS) $(NUMERICS_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/tests/%: $(OBJ)/tests/unit/%.o $(TEST_SUPPORT) $(BESIDE) $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(LINK) $(OPENMP) -o $@ $(filter %.o,$^) $(BESIDE) $(LIBRARY) $(LDLIBS) -lmpfr -lgmp $(SOLVER) -lcmocka

# What uses the library as anyone does: its header, and the shared library.
SFPU_TESTS = $(filter $(BUILD)/tests/test_sfpu%,$(UNIT_TESTS))
$(SFPU_TESTS:$(BUILD)/tests/%=$(OBJ)/tests/unit/%.o): INCLUDES = -Iinclude
$(SFPU_TESTS): $(BUILD)/tests/%: $(OBJ)/tests/unit/%.o $(SHARED)
	@mkdir -p $(@D)
	$(LINK) -o $@ $< -L$(BUILD) -lsfpu -Wl,-rpath,'$$ORIGIN/..' -ljansson -lcmocka -lm -pthread

$(BUILD)/tests/test_references: private LDLIBS += -pthread

# Functions of their own stand between the library and those that allocate.
MEMORY_TESTS = $(patsubst %,$(BUILD)/tests/test_%,asm_memory library_memory sim_memory json_writer)
$(MEMORY_TESTS): $(OBJ)/tests/unit/scarce_memory.o
STARVING = $(addprefix -Wl$(comma)--wrap=,malloc calloc aligned_alloc realloc reallocarray free strdup strndup \
	asprintf vasprintf getcwd realpath fdopen fopencookie tmpfile open_memstream fclose mmap munmap elf_memory elf_end \
	dwarf_begin_elf dwarf_end json_loadb json_loads)
$(MEMORY_TESTS): private LINK += $(STARVING)

# The programs, of which each allocation fails in turn (tests/starved/starved.c), one after the other.
STARVED = $(PROGRAMS:%=$(BUILD)/starved/%)
STARVED_CASES = $(wildcard tests/starved/*.case)
$(BUILD)/starved/sfpasm: $(call objects_of,$(SFPASM_SOURCES)) $(HEADER_OBJECTS) $(RECORD_OBJECTS) $(LIBRARY)
$(BUILD)/starved/sfpdis: $(call objects_of,$(SFPDIS_SOURCES)) $(HEADER_OBJECTS) $(RECORD_OBJECTS) $(LIBRARY)
$(BUILD)/starved/sfpsim: $(call objects_of,$(filter-out sim/action/parallel.c,$(SFPSIM_SOURCES))) \
	$(NUMERICS_OBJECTS) $(RECORD_OBJECTS) $(LIBRARY) $(OBJ)/tests/starved/one_thread.o
$(BUILD)/starved/sfpsched: $(call objects_of,$(filter-out sim/action/parallel.c,$(SFPSCHED_SOURCES))) \
	$(HEADER_OBJECTS) $(RECORD_OBJECTS) $(LIBRARY) $(OBJ)/tests/starved/one_thread.o
$(STARVED): $(patsubst %,$(OBJ)/tests/%.o,starved/starved starved/files starved/kinds unit/scarce_memory) \
		$(UTIL_OBJECTS) $(STATIC)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(LINK) $(STARVING) -Wl,--wrap=main -Wl,--gc-sections -o $@ $(filter %.o,$^) $(STATIC) $(filter $(LIBRARY),$^) $(LDLIBS) -lmpfr -lgmp \
		$(SOLVER)

$(OBJ)/tests/starved/one_thread.o: sim/action/parallel.c
	@mkdir -p $(@D)
	$(COMPILE) $(CFLAGS) -c -o $@ $<

# What tests/layers and tests/prefixes look at is what each file defines and asks for.
$(ALONE_OBJECTS): OPT = -O0

test-programs: all $(UNIT_TESTS) $(STARVED) $(ALONE_OBJECTS) $(BUILD)/io_fail.so

# Preloaded by tests/io-failures.
$(BUILD)/io_fail.so: tests/fuzz/io_fail.c
	@mkdir -p $(@D)
	$(CC) -std=gnu17 -O1 -D_GNU_SOURCE $(WARNINGS) -shared -fPIC -o $@ $< -ldl

# The machine's folders: what they show to others begins with sfp_ (tests/prefixes).
MACHINE = asm/isa asm/program $(filter-out sim/core sim/lib,$(filter sim/%,$(LAYERS)))

# What the programs' own folders include of others.
MAIN_LAYERS = asm/cli=base,record asm/header=base,isa,dis,record,cli asm/main=base,dis,cli,record,program,header sim/numerics=base,numerics,doubles sim/action=base,cli,record,numerics \
	sim/gdb=base,action sim/run=base,cli,numerics,action,gdb sim/measure=base,cli,numerics,action \
	sim/sched=base,isa,cli,action,program,assembly,schedule,dis,header

# The unit tests that take more than a second of the processor. They are first, so that nobody waits for one at the end.
SLOW_TESTS = $(patsubst %,$(BUILD)/tests/test_%,fuzz_smoke library_memory sfpi_random select_random record references \
	pipeline_random model_fma sched_random sched_agree hardness sfpu_runs sched_complete sfpu_snapshot schedule_examples \
	reference_expressions sfpu_threads model_convert output sched_why directives round_trip cform threads_order threads_random)
# tests/run-cases in shares, which run at the same time.
CASE_SHARES = $(patsubst %,%/8,1 2 3 4 5 6 7 8)

# What `make check` runs, once everything it needs is there. Several commands run at a time, and start in this order.
run-tests: test-programs $(MANUAL) completions $(REFERENCE)/reference/done $(if $(SFP_LONG),$(WEB_TESTED))
	tests/summary \
		'tests/kernels --bin=$(BUILD)$(if $(SFP_LONG), --long)' \
		$(CASE_SHARES:%='tests/run-cases --bin=$(BUILD) -j 1 --share=%') \
		'tests/shortest --bin=$(BUILD)' 'tests/io-failures --bin=$(BUILD)' 'tests/inputs-kept --bin=$(BUILD)' \
		$(if $(SANITIZE),,'tests/installed --bin=$(BUILD)' 'tests/python-package --bin=$(BUILD)' \
			'tests/debian-packages --bin=$(BUILD)') \
		'tests/reference-pages --bin=$(BUILD) --web=$(REFERENCE)' \
		$(if $(SFP_LONG),tests/latency-three tests/third-arch tests/another-format tests/another-view \
			'tests/pages --bin=$(BUILD)' 'tests/elf-kernels --bin=$(BUILD)' 'tests/debian-packages --bin=$(BUILD) --build') \
		'tests/lint-manual $(MANUAL)' \
		'tests/delay-mutants --bin=$(BUILD)$(if $(SFP_LONG), --long)' \
		'tests/run-cases --bin=$(BUILD)/starved -j 1 $(STARVED_CASES)' \
		$(patsubst %,'tests/tour --bin=$(BUILD) %',README.md examples/README.md man/sfpu-tour.7 man/sfpu-scripts.7) \
		$(filter $(SLOW_TESTS),$(UNIT_TESTS)) \
		'tests/completions --bin=$(BUILD)' 'tests/check-citations $(MANUAL)' \
		'tests/prefixes --objects=$(OBJ) $(MACHINE)' 'tests/layers --objects=$(OBJ) --upward=$(UPWARD_CALLS) $(CIRCLES:%=--circle=%) $(LAYERS) $(MAIN_LAYERS)' \
		tests/tree 'tests/errata --bin=$(BUILD)' $(filter-out $(SLOW_TESTS),$(UNIT_TESTS))

check: install-test-packages
	@$(MAKE) --no-print-directory $(AT_ONCE) run-tests WERROR=-Werror

# What else runs before a release: compilers, musl, and a Debian in which nothing is.
LONG_PACKAGES = $(TEST_PACKAGES) $(DEB_PACKAGES) $(WEB_PACKAGES) chromium chromium-driver gcc-11 gcc-12 clang-14 \
	$(NEWEST_CLANG) musl-tools mmdebstrap qemu-user gcc-riscv64-unknown-elf python3-pip python3-setuptools python3-wheel python3-gmpy2 mypy
NEWEST_CLANG = $(shell apt-cache search --names-only '^clang-[0-9]+$$' | cut -d' ' -f1 | sort -V | tail -n 1)

# Everything at full size: the whole structured set, 10^9 random multiply-adds an arch, all words of every opcode. And
# the project built anew with another latency in its table.
check-long: install-long-packages
	@SFP_LONG=1 TEST_TIMEOUT=36000 $(MAKE) --no-print-directory $(AT_ONCE) run-tests WERROR=-Werror
	@$(MAKE) --no-print-directory check-tsan
	@TEST_TIMEOUT=36000 tests/summary 'tests/build-matrix gcc-11 gcc-12 clang-14 $(NEWEST_CLANG)' tests/bare-debian 'tests/newer-gdb --bin=$(BUILD)'

# Machines in threads under ThreadSanitizer: the library is built anew for it.
check-tsan: install-test-packages
	@$(MAKE) --no-print-directory run-threads BUILD=$(BUILD)-tsan SANITIZE=thread OPT=-O1

run-threads: $(patsubst %,$(BUILD)/tests/test_%,sfpu_threads batch_threads preprocessed) $(KERNEL_INCLUDE)
	TEST_TIMEOUT=$${TEST_TIMEOUT:-6000} tests/summary $(filter $(BUILD)/tests/%,$^)

# The same tests under AddressSanitizer and UndefinedBehaviorSanitizer.
check-asan: install-test-packages
	@TEST_TIMEOUT=$${TEST_TIMEOUT:-6000} \
		$(MAKE) --no-print-directory $(AT_ONCE) run-tests BUILD=$(BUILD)-asan SANITIZE=address,undefined OPT=-O1

# Fuzzing with libFuzzer: FUZZ_TIME seconds for each target, or for those of FUZZ="sim asm", or at most FUZZ_RUNS inputs
# each (FUZZ_TIME=0: for as long as these take). What they find is left in build-fuzz/, and what they learn in
# build-fuzz/corpus/.
FUZZ_PACKAGES = $(BUILD_PACKAGES) clang libclang-rt-14-dev
FUZZ_TIME = 60
FUZZ_RUNS = -1
FUZZ = $(FUZZ_TARGETS)
# Comparisons are not recorded: the sanitizers' own checks of pointers are most of them, and took half of the time.
# Words to try come from the dictionaries.
FUZZ_OPT = -O2 -fno-sanitize-coverage=trace-cmp
# The largest input: what a byte more finds in these is what it costs.
FUZZ_ARGUMENTS_asm = -max_len=256
FUZZ_ARGUMENTS_macro = -max_len=384
FUZZ_ARGUMENTS_sched = -max_len=29
FUZZ_ARGUMENTS_schedule = -max_len=512
FUZZ_ARGUMENTS_dis = -max_len=129
FUZZ_ARGUMENTS_elf = -max_len=768
FUZZ_PROGRAMS = $(FUZZ_TARGETS:%=$(BUILD)/fuzz_%)

$(FUZZ_TARGETS:%=$(OBJ)/tests/fuzz/entry-%.o): $(OBJ)/tests/fuzz/entry-%.o: tests/fuzz/entry.c
	@mkdir -p $(@D)
	$(COMPILE) -DFUZZ_ENTRY=fuzz_$* $(CFLAGS) -c -o $@ $<

$(FUZZ_PROGRAMS): $(BUILD)/fuzz_%: $(OBJ)/tests/fuzz/entry-%.o $(OBJ)/tests/fuzz/fuzz_%.o $(FUZZ_SUPPORT) \
		$(BESIDE) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -fsanitize=fuzzer $(OPENMP) -o $@ $^ $(LDLIBS) -lmpfr -lgmp $(SOLVER)

run-fuzz: $(FUZZ:%=$(BUILD)/fuzz_%) $(KERNEL_INCLUDE)
	status=0; $(foreach name,$(FUZZ), \
		echo "== fuzz_$(name), $(FUZZ_TIME) s"; \
		mkdir -p $(BUILD)/corpus/$(name); \
		$(BUILD)/fuzz_$(name) -max_total_time=$(FUZZ_TIME) -runs=$(FUZZ_RUNS) -timeout=10 -rss_limit_mb=2048 \
			-print_final_stats=1 -artifact_prefix=$(BUILD)/$(name)- $(FUZZ_ARGUMENTS_$(name)) \
			$(addprefix -dict=,$(wildcard tests/fuzz/$(name).dict)) $(BUILD)/corpus/$(name) tests/fuzz/corpus/$(name) \
			>$(BUILD)/$(name).log 2>&1 || { status=1; echo FAILED; }; \
		grep -aE 'fuzz: |runtime error|ERROR:|SUMMARY:|Test unit written|number_of_executed_units|average_exec' \
			$(BUILD)/$(name).log;) \
	exit $$status

fuzz: install-fuzz-packages
	@$(MAKE) --no-print-directory run-fuzz CC=clang BUILD=$(BUILD)-fuzz OPT='$(FUZZ_OPT)' \
		SANITIZE=address,undefined,fuzzer-no-link

# What marks are multiples of. The vector one is compiled for each level that has its instruction.
YARDSTICK_LEVELS = $(filter v4 v3,$(LEVELS))
YARDSTICK = $(patsubst %,$(OBJ)/tests/bench/%.o,yardstick fma_lane) $(YARDSTICK_LEVELS:%=$(OBJ)/yardstick/%.o)

$(YARDSTICK_LEVELS:%=$(OBJ)/yardstick/%.o): $(OBJ)/yardstick/%.o: tests/bench/yardstick_fma.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$< ($*))
	$(COMPILE) -O3 $(LEVEL_FLAGS_$*) -DYARDSTICK_FMA_OF_LEVEL=yardstick_fma_$* $(CFLAGS) -c -o $@ $<

$(BUILD)/bench: $(OBJ)/tests/bench/bench.o $(YARDSTICK) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_yardstick: $(OBJ)/tests/bench/bench_yardstick.o $(YARDSTICK)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ -lm

$(BUILD)/bench_plain: $(OBJ)/tests/bench/bench_plain.o $(PLAIN_OBJECTS) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_tally: $(OBJ)/tests/bench/bench_tally.o $(YARDSTICK) $(NUMERICS_OBJECTS) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS) -lmpfr -lgmp

$(BUILD)/bench_text: $(OBJ)/tests/bench/bench_text.o $(YARDSTICK) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_reuse: $(OBJ)/tests/bench/bench_reuse.o $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_riscv: $(OBJ)/tests/bench/bench_riscv.o $(YARDSTICK) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_coupled: $(OBJ)/tests/bench/bench_coupled.o $(YARDSTICK) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_references: $(OBJ)/tests/bench/bench_references.o $(NUMERICS_OBJECTS) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS) -lmpfr -lgmp

bench: all $(BUILD)/bench $(BUILD)/bench_coupled $(BUILD)/bench_plain $(BUILD)/bench_references $(BUILD)/bench_reuse \
		$(BUILD)/bench_riscv $(BUILD)/bench_tally $(BUILD)/bench_text $(BUILD)/bench_yardstick
	$(BUILD)/bench
	$(BUILD)/bench_coupled $(BUILD)
	$(BUILD)/bench_plain
	$(BUILD)/bench_references
	$(BUILD)/bench_reuse
	$(BUILD)/bench_riscv
	$(BUILD)/bench_tally
	$(BUILD)/bench_text $(BUILD)
	tests/bench/bench_sweep $(BUILD)
	tests/bench/bench_batch $(BUILD)
	tests/shortest --bin=$(BUILD) --bench
