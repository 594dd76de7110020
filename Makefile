# sfpasm, sfpdis, sfpsim: build, demo, tests.
#
#   make            the programs, in build/
#   make demo       installs what the build needs (Debian), builds, runs the main job
#   make check      installs what the tests need (Debian), runs them
#   make help       the other targets

# Every Debian package the project uses, and nowhere else.
BUILD_PACKAGES = gcc libc6-dev make flex bison libjansson-dev libelf-dev libdw-dev libiberty-dev libmpfr-dev uthash-dev
TEST_PACKAGES = $(BUILD_PACKAGES) libcmocka-dev mandoc groff-base g++ binutils pkg-config python3-numpy python3-pytest \
	parallel locales

VERSION = 0.1.0
# The date of all pages of the manual.
MANUAL_DATE = November 22, 2026
BUILD = build
PREFIX = /usr/local
CC = gcc
HOSTCC = $(CC)
OBJCOPY = objcopy
# Sanitizers, as in SANITIZE=address,undefined; give BUILD another directory with it.
SANITIZE =
OPT = -O2

# CPPFLAGS, CFLAGS and LDFLAGS are the user's, and come after what the project itself needs.
# In `make check` and CI warnings are errors; a user's compiler, which may know others, only says them.
WERROR =
# Members that an initializer leaves out are 0, as meant.
WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wno-missing-field-initializers $(WERROR)
INCLUDES = -Iinclude -Iasm -Isim -Isim/main -I$(GEN)
DEFINES = -D_GNU_SOURCE -DSFP_VERSION='"$(VERSION)"'
# Of debug information backtraces have files, lines and functions; CFLAGS=-g adds variables, and a fifth to the build's time.
LANGUAGE = -std=gnu17 $(OPT) -g1 -pipe
SANITIZING = $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)
LDLIBS = -ljansson -ldw -lelf -liberty -lm
comma = ,
# make V=1 shows commands instead of a line for each.
ifndef V
.SILENT:
say = echo '  $(1) $(2)'
else
say = :
endif
.DEFAULT_GOAL := all

PREPROCESS = $(INCLUDES) $(DEFINES) $(CPPFLAGS)
COMPILE = $(CC) $(PREPROCESS) $(LANGUAGE) $(SANITIZING) $(WARNINGS) -MMD -MP
LINK = $(CC) $(LANGUAGE) $(SANITIZING) $(CFLAGS) $(LDFLAGS)

GEN = $(BUILD)/gen
OBJ = $(BUILD)/obj

PROGRAMS = sfpasm sfpdis sfpsim
# The library, from the ground up: a folder uses those before it, and those joined to it by commas. The programs, which
# print and end, come on top.
LAYERS = asm/util asm/isa asm/riscv asm/program asm/record asm/dis \
	asm/front,asm/macro,asm/directive,asm/encode,asm/schedule asm/c \
	sim/model sim/frontend sim/pipeline sim/images sim/views sim/perturb sim/riscv sim/tile sim/lib
LIB_SOURCES = $(filter-out asm/record/gen-%.c asm/isa/gen-include.c sim/model/gen-aexp.c, \
	$(wildcard $(addsuffix /*.c,$(subst $(comma), ,$(LAYERS)))))
CLI_SOURCES = $(wildcard asm/cli/*.c)
SFPDIS_SOURCES = asm/main/sfpdis.c $(CLI_SOURCES)
SFPASM_SOURCES = $(filter-out $(SFPDIS_SOURCES),$(wildcard asm/main/*.c)) $(CLI_SOURCES)
SFPSIM_SOURCES = $(wildcard sim/main/*.c sim/main/*/*.c) $(CLI_SOURCES)
# What is beside the library, as it runs a compiler: sfpasm --call.
RECORD_OBJECTS = $(patsubst %.c,$(OBJ)/%.o,$(filter-out asm/record/gen-%.c,$(wildcard asm/record/*.c)) asm/isa/arch.c)
UTIL_OBJECTS = $(patsubst %.c,$(OBJ)/%.o,$(wildcard asm/util/*.c))
PARSER_OBJECTS = $(OBJ)/gen/lexer.o $(OBJ)/gen/grammar.o

# The lane semantics are compiled once a SIMD level, as a whole; the processor picks one when the program starts. Their
# floating point is rounded in modes that change, operation by operation.
ifeq ($(shell $(CC) -dumpmachine | cut -d- -f1),x86_64)
LEVELS = v4 v3 base
DEFINES += -DSFP_HAVE_X86_LEVELS
LEVEL_FLAGS_v4 = -march=x86-64-v4 -DSFP_LEVEL_NAME='"x86-64-v4"'
LEVEL_FLAGS_v3 = -march=x86-64-v3 -DSFP_LEVEL_NAME='"x86-64-v3"'
LEVEL_FLAGS_base = -march=x86-64 -DSFP_LEVEL_NAME='"x86-64"'
else
LEVELS = base
LEVEL_FLAGS_base = -DSFP_LEVEL_NAME='"generic"'
endif
LANE_OBJECTS = $(LEVELS:%=$(OBJ)/lanes/%/semantics.o)

# References of sfpsim sweep in double precision, likewise, but not for AVX-512, for which they were never measured. They
# use the vector functions of glibc, where compiler and library have them.
DOUBLES_SOURCES = $(wildcard sim/numerics/doubles/*.c)
DOUBLES_LEVELS = $(filter-out v4,$(LEVELS))
DOUBLES_OBJECTS = $(foreach level,$(DOUBLES_LEVELS),\
	$(DOUBLES_SOURCES:sim/numerics/doubles/%.c=$(OBJ)/doubles/$(level)/%.o))
LIBMVEC := $(shell printf '%s' '__attribute__((simd("notinbranch"))) double erfc(double); double r[8]; \
	int main(void) { for (int i = 0; i < 8; i++) r[i] = erfc(r[i]); return 0; }' | \
	$(CC) -Werror -O3 -fno-math-errno -x c -o /dev/null - -lm 2> /dev/null && echo -DSFP_HAVE_LIBMVEC)
NUMERICS_OBJECTS = $(patsubst %.c,$(OBJ)/%.o,$(filter-out %/gen-quadrants.c,$(wildcard sim/numerics/*.c))) \
	$(DOUBLES_OBJECTS)

# What is inside, for the tests and for the programs that need more of it than the public header has; and the library
# that is installed, static and shared.
LIBRARY = $(BUILD)/libsfp.a
STATIC = $(BUILD)/libsfpu.a
SONAME = libsfpu.so.$(firstword $(subst ., ,$(VERSION)))
SHARED = $(BUILD)/libsfpu.so.$(VERSION)
LIB_OBJECTS = $(LIB_SOURCES:%.c=$(OBJ)/%.o) $(PARSER_OBJECTS) $(LANE_OBJECTS)
FACE_OBJECTS = $(patsubst %.c,$(OBJ)/%.o,$(wildcard sim/lib/*.c))

# What kernels include, where the programs look for it, and what compiled ones do.
KERNEL_INCLUDE = $(BUILD)/include/sfpu.inc
DEVICE_HEADER = $(BUILD)/include/sfpu_tti.h

# What takes longest comes first, so that nobody waits for it at the end.
all: $(LANE_OBJECTS) $(OBJ)/sim/numerics/tally_add.o $(DOUBLES_OBJECTS) $(PROGRAMS:%=$(BUILD)/%) $(STATIC) $(SHARED) \
		$(KERNEL_INCLUDE) $(DEVICE_HEADER)

# What bash and zsh complete: made of the options that the programs list.
COMPLETIONS = $(BUILD)/completions

completions: $(COMPLETIONS)/done

$(COMPLETIONS)/done: $(PROGRAMS:%=$(BUILD)/%) asm/cli/gen-completions
	asm/cli/gen-completions $(BUILD) $(COMPLETIONS)
	touch $@

$(BUILD)/sfpasm: $(SFPASM_SOURCES:%.c=$(OBJ)/%.o) $(RECORD_OBJECTS) $(UTIL_OBJECTS) $(STATIC)
$(BUILD)/sfpdis: $(SFPDIS_SOURCES:%.c=$(OBJ)/%.o) $(UTIL_OBJECTS) $(STATIC)
$(BUILD)/sfpsim: $(SFPSIM_SOURCES:%.c=$(OBJ)/%.o) $(NUMERICS_OBJECTS) $(UTIL_OBJECTS) $(STATIC)
# Of the library, which is one object, with what they use, and so without other libraries that they do not. Sanitizers
# keep all of it.
ifndef SANITIZE
$(BUILD)/sfpasm: LDLIBS := $(filter-out -lm -ldw -lelf -liberty,$(LDLIBS))
$(BUILD)/sfpdis: LDLIBS := $(filter-out -lm -liberty,$(LDLIBS))
endif
# Correctly rounded functions: what sfpsim alone measures kernels with.
$(BUILD)/sfpsim: private LDLIBS += -lmpfr
# What sfpsim does on all processors; the library has no threads.
OPENMP := $(shell echo 'int main(void) { return 0; }' | $(CC) -fopenmp -include omp.h -x c -o /dev/null - 2> /dev/null && \
	echo -fopenmp)
$(OBJ)/sim/main/base/parallel.o: LANGUAGE += $(OPENMP)
$(BUILD)/sfpsim: private LINK += $(OPENMP)
# Each input of a sweep goes through this: compiled for AVX2 as well, where the C library picks one when a program starts;
# those that clang 14 makes are not found from other files.
TALLY_CLONES := $(if $(shell $(CC) --version | grep clang),,$(shell \
	echo '__attribute__((target_clones("avx2", "default"))) int f(void) { return __GLIBC__; } \
	int main(void) { return f(); }' | $(CC) -include stdlib.h -x c -o /dev/null - 2> /dev/null && echo -DSFP_TALLY_CLONES))
ifndef SANITIZE
$(OBJ)/sim/numerics/tally_add.o: LANGUAGE += -O3 $(TALLY_CLONES)
endif
$(PROGRAMS:%=$(BUILD)/%):
	$(call say,LD,$@)
	$(LINK) -Wl,--gc-sections -o $@ $^ $(LDLIBS)

$(LIBRARY): $(LIB_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

# Loops over the inputs of sweeps: -O2 of GCC 12 makes vectors of the simplest only.
$(OBJ)/sim/main/sweep/sweep_work.o $(OBJ)/sim/main/base/values.o $(patsubst %,$(OBJ)/sim/numerics/%.o,inputs reference stretch tally_real): \
	LANGUAGE += -O3

static-library: $(STATIC)

# The shared library shows what include/sfpu.h declares, and nothing else.
$(LIB_OBJECTS): LANGUAGE += -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections

# One object of what the functions of the public header need, in which names that are not public are nobody else's.
$(STATIC): $(FACE_OBJECTS) $(LIBRARY)
	rm -f $@
	$(call say,LD,$@)
	$(LD) -r --unique -o $(OBJ)/libsfpu.o $^
	$(OBJCOPY) --localize-hidden $(OBJ)/libsfpu.o
	$(AR) rcs $@ $(OBJ)/libsfpu.o

$(SHARED): $(FACE_OBJECTS) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs -Wl,--exclude-libs,ALL -o $@ $^ $(LDLIBS)
	ln -sf $(@F) $(BUILD)/$(SONAME)
	ln -sf $(SONAME) $(BUILD)/libsfpu.so

$(OBJ)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(COMPILE) $(CFLAGS) -c -o $@ $<

# Most executors are shorter than a few cache lines, and are called one after the other: each begins with a line.
define LANE_RULE
$$(OBJ)/lanes/$(1)/%.o: sim/model/lanes/%.c Makefile
	@mkdir -p $$(@D)
	$$(call say,CC,$$< ($(1)))
	$$(COMPILE) -O3 -falign-functions=64 -frounding-math -ffp-contract=off $$(LEVEL_FLAGS_$(1)) -DSFP_LEVEL=$(1) \
		$$(CFLAGS) -c -o $$@ $$<
endef
$(foreach level,$(LEVELS),$(eval $(call LANE_RULE,$(level))))

define DOUBLES_RULE
$$(OBJ)/doubles/$(1)/%.o: sim/numerics/doubles/%.c Makefile
	@mkdir -p $$(@D)
	$$(call say,CC,$$< ($(1)))
	$$(COMPILE) -O3 -fno-math-errno -fno-trapping-math $$(LEVEL_FLAGS_$(1)) -DSFP_LEVEL=$(1) $$(LIBMVEC) $$(CFLAGS) \
		-c -o $$@ $$<
endef
$(foreach level,$(DOUBLES_LEVELS),$(eval $(call DOUBLES_RULE,$(level))))

$(BUILD)/gen-quadrants: sim/numerics/gen-quadrants.c
	@mkdir -p $(@D)
	$(HOSTCC) -std=gnu17 -O2 $(WARNINGS) -o $@ $<

$(GEN)/quadrants.inc: $(BUILD)/gen-quadrants
	@mkdir -p $(@D)
	$(BUILD)/gen-quadrants > $@.tmp && mv $@.tmp $@

$(DOUBLES_LEVELS:%=$(OBJ)/doubles/%/kernels.o): $(GEN)/quadrants.inc

# Plain models in C, to measure the lane semantics against: optimized as these are, for the same processors.
PLAIN_OBJECTS = $(LEVELS:%=$(OBJ)/plain/%.o)

$(PLAIN_OBJECTS): $(OBJ)/plain/%.o: tests/bench/plain_models.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$< ($*))
	$(COMPILE) -O3 $(LEVEL_FLAGS_$*) -DPLAIN_MODELS=plain_models_$* $(CFLAGS) -c -o $@ $<

# ---- Generated sources ----

$(GEN)/lexer.c: asm/front/lexer.l $(GEN)/grammar.h
	@mkdir -p $(@D)
	$(call say,LEX,$<)
	flex -o $@ --header-file=$(GEN)/lexer.h $<

$(GEN)/grammar.c $(GEN)/grammar.h &: asm/front/grammar.y
	@mkdir -p $(GEN)
	$(call say,YACC,$<)
	bison -o $(GEN)/grammar.c --defines=$(GEN)/grammar.h $<

$(OBJ)/gen/%.o: $(GEN)/%.c Makefile $(GEN)/lexer.c $(GEN)/grammar.h
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(COMPILE) $(CFLAGS) -c -o $@ $<

$(LIB_SOURCES:%.c=$(OBJ)/%.o): | $(GEN)/lexer.c $(GEN)/grammar.h

$(BUILD)/gen-aexp: sim/model/gen-aexp.c
	@mkdir -p $(@D)
	$(HOSTCC) -std=gnu17 -O2 $(WARNINGS) -o $@ $< -lm

$(GEN)/aexp_table.inc: $(BUILD)/gen-aexp
	@mkdir -p $(@D)
	$(BUILD)/gen-aexp > $@.tmp && mv $@.tmp $@

$(OBJ)/sim/model/aexp_table.o: $(GEN)/aexp_table.inc

$(BUILD)/gen-include: asm/isa/gen-include.c include/modes.def
	@mkdir -p $(@D)
	$(HOSTCC) -std=gnu17 -Iinclude $(WARNINGS) -o $@ $<

$(KERNEL_INCLUDE): $(BUILD)/gen-include asm/isa/kernel.inc
	@mkdir -p $(@D)
	$< asm/isa/kernel.inc > $@.tmp && mv $@.tmp $@

# The header that kernels are recorded with: its parts, with what comes from the tables behind the first of them.
RECORD_PARTS = asm/record/recording.hpp asm/record/sfpi.hpp asm/record/device.hpp

$(BUILD)/gen-record $(BUILD)/gen-tti: $(BUILD)/%: $(OBJ)/asm/record/%.o $(OBJ)/asm/record/gen-names.o \
		$(addprefix $(OBJ)/asm/isa/,isa.o modes.o arch.o)
	$(call say,LD,$@)
	$(LINK) -o $@ $^

$(GEN)/sfpu_record.inc: $(BUILD)/gen-record $(RECORD_PARTS)
	@mkdir -p $(@D)
	$(BUILD)/gen-record $(RECORD_PARTS) > $@.tmp && mv $@.tmp $@

$(OBJ)/asm/record/files.o: $(GEN)/sfpu_record.inc

$(DEVICE_HEADER): $(BUILD)/gen-tti asm/record/tti.h
	@mkdir -p $(@D)
	$< asm/record/tti.h > $@.tmp && mv $@.tmp $@

# ---- Manual ----

# Pages are text, text with tables in it, or made from tables. Each gets its date on the way.
PLAIN_MANUAL = $(patsubst man/%,$(BUILD)/man/%,$(wildcard man/*.[1-9]))
GENERATED_MANUAL = $(addprefix $(BUILD)/man/,sfpasm.1 sfpasm.5 sfpsim.1 sfpu-frontend.7 sfpu.7 sfpu-findings.7 \
	sfpu-riscv.7 sfpu-schedules.7 sfpu-silicon.7)
MANUAL = $(PLAIN_MANUAL) $(GENERATED_MANUAL)
MANUAL_GENERATORS = $(addprefix $(BUILD)/gen-,sfpasm1 sfpasm5 sfpsim1 frontend7 sfpu7 findings7 riscv7 schedules7 silicon7)
DATED = sed 's/^\.Dd .*/.Dd $(MANUAL_DATE)/'

$(MANUAL_GENERATORS): $(BUILD)/%: $(OBJ)/man/%.o $(OBJ)/man/insert.o $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/man/sfpasm.1: $(BUILD)/gen-sfpasm1 man/sfpasm.1.in
$(BUILD)/man/sfpasm.5: $(BUILD)/gen-sfpasm5 man/sfpasm.5.in
$(BUILD)/man/sfpsim.1: $(BUILD)/gen-sfpsim1 man/sfpsim.1.in
$(BUILD)/man/sfpu-frontend.7: $(BUILD)/gen-frontend7 man/sfpu-frontend.7.in
$(BUILD)/man/sfpu.7: $(BUILD)/gen-sfpu7
$(BUILD)/man/sfpu-findings.7: $(BUILD)/gen-findings7
$(BUILD)/man/sfpu-riscv.7: $(BUILD)/gen-riscv7 man/sfpu-riscv.7.in
$(BUILD)/man/sfpu-schedules.7: $(BUILD)/gen-schedules7 man/sfpu-schedules.7.in $(wildcard tests/schedules/*.s)
$(BUILD)/man/sfpu-silicon.7: $(BUILD)/gen-silicon7 man/sfpu-silicon.7.in
$(GENERATED_MANUAL): Makefile
	@mkdir -p $(@D)
	$(filter $(BUILD)/gen-%,$^) $(patsubst %,< %,$(filter %.in,$^)) > $@.text
	$(DATED) $@.text > $@.tmp && rm $@.text && mv $@.tmp $@

$(PLAIN_MANUAL): $(BUILD)/man/%: man/% Makefile
	@mkdir -p $(@D)
	$(DATED) $< > $@.tmp && mv $@.tmp $@

man: $(MANUAL)

# ---- Tests ----

UNIT_TESTS = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
FUZZ_TARGETS = $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
# With what is fuzzed of the programs and not of the library.
FUZZ_SUPPORT = $(OBJ)/tests/fuzz/support.o $(OBJ)/tests/fuzz/sources.o $(OBJ)/sim/main/base/words.o \
	$(OBJ)/sim/main/batch/batch_file.o $(OBJ)/sim/main/budget/budget_file.o $(OBJ)/sim/main/run/file_option.o \
	$(OBJ)/sim/main/run/print_option.o $(OBJ)/sim/main/base/format_names.o
TEST_SUPPORT = $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/reference/*.c tests/golden/*.c \
	tests/fuzz/fuzz_*.c)) $(FUZZ_SUPPORT)
.SECONDARY: $(TEST_SUPPORT) $(UNIT_TESTS:$(BUILD)/tests/%=$(OBJ)/tests/unit/%.o)

$(OBJ)/tests/%.o: INCLUDES += -Itests

# Of what is beside the library, what fuzz targets need.
TALLY = $(BUILD)/libtally.a

$(TALLY): $(patsubst %,$(OBJ)/sim/numerics/%.o,bounds expression expression_enclose functions integers measure number \
		outcome tally tally_add tally_load tally_save)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/tests/%: $(OBJ)/tests/unit/%.o $(TEST_SUPPORT) $(TALLY) $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(LINK) -o $@ $(filter %.o,$^) $(TALLY) $(LIBRARY) $(LDLIBS) -lmpfr -lcmocka

# What uses the library as anyone does: its header, and the shared library.
SFPU_TESTS = $(filter $(BUILD)/tests/test_sfpu%,$(UNIT_TESTS))
$(SFPU_TESTS:$(BUILD)/tests/%=$(OBJ)/tests/unit/%.o): INCLUDES = -Iinclude
$(SFPU_TESTS): $(BUILD)/tests/%: $(OBJ)/tests/unit/%.o $(SHARED)
	@mkdir -p $(@D)
	$(LINK) -o $@ $< -L$(BUILD) -lsfpu -Wl,-rpath,'$$ORIGIN/..' -ljansson -lcmocka -lm -pthread

# The whole of a run of sfpsim, but for its options, in the threads of the test.
$(BUILD)/tests/test_batch_threads: $(patsubst %.c,$(OBJ)/%.o,$(filter-out sim/main/sfpsim.c sim/main/base/parallel.c, \
	$(SFPSIM_SOURCES))) $(NUMERICS_OBJECTS)

# What is beside the library: how sfpsim measures kernels.
NUMERICS_TESTS = $(patsubst %,$(BUILD)/tests/test_%,numerics expression functions references inputs measure plot tally)
$(NUMERICS_TESTS): $(NUMERICS_OBJECTS)
$(BUILD)/tests/test_references: private LDLIBS += -pthread
$(BUILD)/tests/test_inputs: $(OBJ)/sim/main/base/values.o

# What only programs have.
$(BUILD)/tests/test_interrupt: $(OBJ)/asm/cli/interrupt.o

# Functions of their own stand between the library and those that allocate.
MEMORY_TESTS = $(patsubst %,$(BUILD)/tests/test_%_memory,asm library sim)
$(MEMORY_TESTS): $(OBJ)/tests/unit/scarce_memory.o
STARVING = $(addprefix -Wl$(comma)--wrap=,malloc calloc aligned_alloc realloc reallocarray free strdup strndup \
	asprintf vasprintf getcwd realpath fdopen fopencookie tmpfile open_memstream fclose mmap munmap elf_memory elf_end \
	dwarf_begin_elf dwarf_end json_loadb json_loads)
$(MEMORY_TESTS): private LINK += $(STARVING)

# The programs, of which each allocation fails in turn (tests/starved/starved.c), one after the other.
STARVED = $(PROGRAMS:%=$(BUILD)/starved/%)
STARVED_CASES = $(wildcard tests/starved/*.case)
$(BUILD)/starved/sfpasm: $(SFPASM_SOURCES:%.c=$(OBJ)/%.o) $(RECORD_OBJECTS)
$(BUILD)/starved/sfpdis: $(SFPDIS_SOURCES:%.c=$(OBJ)/%.o)
$(BUILD)/starved/sfpsim: $(patsubst %.c,$(OBJ)/%.o,$(filter-out sim/main/base/parallel.c,$(SFPSIM_SOURCES))) \
	$(NUMERICS_OBJECTS) $(OBJ)/tests/starved/one_thread.o
$(STARVED): $(patsubst %,$(OBJ)/tests/%.o,starved/starved starved/files starved/kinds unit/scarce_memory) \
		$(UTIL_OBJECTS) $(STATIC)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(LINK) $(STARVING) -Wl,--wrap=main -Wl,--gc-sections -o $@ $(filter %.o,$^) $(STATIC) $(LDLIBS) -lmpfr

$(OBJ)/tests/starved/one_thread.o: sim/main/base/parallel.c
	@mkdir -p $(@D)
	$(COMPILE) $(CFLAGS) -c -o $@ $<

test-programs: all $(UNIT_TESTS) $(STARVED) $(BUILD)/io_fail.so

# Preloaded by tests/io-failures.
$(BUILD)/io_fail.so: tests/fuzz/io_fail.c
	@mkdir -p $(@D)
	$(CC) -std=gnu17 -O1 -D_GNU_SOURCE $(WARNINGS) -shared -fPIC -o $@ $< -ldl

# What the programs' own folders include of others.
MAIN_LAYERS = asm/cli=util asm/main=util,cli,record sim/numerics=util,numerics,doubles sim/main/base=util,cli,numerics \
	sim/main/report=util,cli,numerics,base sim/main/run=util,cli,base,report sim/main/batch=util,cli,base,report,run \
	sim/main/sweep=util,cli,numerics,base sim/main/budget=util,cli,numerics,base,sweep \
	sim/main/equiv=util,cli,numerics,base sim/main/check=util,cli,base,report,run

# What `make check` runs, once everything it needs is there.
run-tests: test-programs $(MANUAL) completions
	tests/summary $(UNIT_TESTS) 'tests/run-cases --bin=$(BUILD)' 'tests/io-failures --bin=$(BUILD)' \
		'tests/run-cases --bin=$(BUILD)/starved $(STARVED_CASES)' \
		'tests/readme-tour --bin=$(BUILD)' 'tests/completions --bin=$(BUILD)' \
		$(if $(SANITIZE),,'tests/installed --bin=$(BUILD)' 'tests/python-example --bin=$(BUILD)' \
			'tests/debian-packages --bin=$(BUILD)') \
		'tests/lint-manual $(MANUAL)' 'tests/check-citations $(MANUAL)' \
		'tests/layers $(LAYERS) $(MAIN_LAYERS)' $(if $(SFP_LONG),tests/latency-three tests/third-arch tests/another-format \
			'tests/accuracy --bin=$(BUILD)' \
			'tests/elf-kernels --bin=$(BUILD)' 'tests/debian-packages --bin=$(BUILD) --build')

check: install-test-packages
	@$(MAKE) --no-print-directory run-tests WERROR=-Werror

# What else runs before a release: compilers, musl, and a Debian in which nothing is.
LONG_PACKAGES = $(TEST_PACKAGES) $(DEB_PACKAGES) gcc-11 gcc-12 clang-14 $(NEWEST_CLANG) musl-tools mmdebstrap qemu-user \
	gcc-riscv64-unknown-elf
NEWEST_CLANG = $(shell apt-cache search --names-only '^clang-[0-9]+$$' | cut -d' ' -f1 | sort -V | tail -n 1)

# Everything at full size: the whole structured set, 10^9 random multiply-adds an arch, all words of every opcode. And
# the project built anew with another latency in its table.
check-long: install-long-packages
	@SFP_LONG=1 TEST_TIMEOUT=36000 $(MAKE) --no-print-directory run-tests WERROR=-Werror
	@$(MAKE) --no-print-directory check-tsan
	@TEST_TIMEOUT=36000 tests/summary 'tests/build-matrix gcc-11 gcc-12 clang-14 $(NEWEST_CLANG)' tests/bare-debian

# Machines in threads under ThreadSanitizer: the library is built anew for it.
check-tsan: install-test-packages
	@$(MAKE) --no-print-directory run-threads BUILD=$(BUILD)-tsan SANITIZE=thread OPT=-O1

run-threads: $(patsubst %,$(BUILD)/tests/test_%,sfpu_threads batch_threads preprocessed) $(KERNEL_INCLUDE)
	TEST_TIMEOUT=$${TEST_TIMEOUT:-6000} tests/summary $(filter $(BUILD)/tests/%,$^)

# The same tests under AddressSanitizer and UndefinedBehaviorSanitizer.
check-asan: install-test-packages
	@TEST_TIMEOUT=$${TEST_TIMEOUT:-6000} \
		$(MAKE) --no-print-directory run-tests BUILD=$(BUILD)-asan SANITIZE=address,undefined OPT=-O1

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
FUZZ_ARGUMENTS_schedule = -max_len=512
FUZZ_ARGUMENTS_dis = -max_len=129
FUZZ_ARGUMENTS_elf = -max_len=768
FUZZ_PROGRAMS = $(FUZZ_TARGETS:%=$(BUILD)/fuzz_%)

$(FUZZ_TARGETS:%=$(OBJ)/tests/fuzz/entry-%.o): $(OBJ)/tests/fuzz/entry-%.o: tests/fuzz/entry.c
	@mkdir -p $(@D)
	$(COMPILE) -DFUZZ_ENTRY=fuzz_$* $(CFLAGS) -c -o $@ $<

$(FUZZ_PROGRAMS): $(BUILD)/fuzz_%: $(OBJ)/tests/fuzz/entry-%.o $(OBJ)/tests/fuzz/fuzz_%.o $(FUZZ_SUPPORT) \
		$(TALLY) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -fsanitize=fuzzer -o $@ $^ $(LDLIBS) -lmpfr

run-fuzz: $(FUZZ:%=$(BUILD)/fuzz_%)
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

$(BUILD)/bench: $(OBJ)/tests/bench/bench.o $(OBJ)/tests/bench/fma_lane.o $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_plain: $(OBJ)/tests/bench/bench_plain.o $(PLAIN_OBJECTS) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_tally: $(OBJ)/tests/bench/bench_tally.o $(NUMERICS_OBJECTS) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS) -lmpfr

$(BUILD)/bench_text: $(OBJ)/tests/bench/bench_text.o $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_reuse: $(OBJ)/tests/bench/bench_reuse.o $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_riscv: $(OBJ)/tests/bench/bench_riscv.o $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_coupled: $(OBJ)/tests/bench/bench_coupled.o $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(BUILD)/bench_references: $(OBJ)/tests/bench/bench_references.o $(NUMERICS_OBJECTS) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS) -lmpfr

bench: all $(BUILD)/bench $(BUILD)/bench_coupled $(BUILD)/bench_plain $(BUILD)/bench_references $(BUILD)/bench_reuse \
		$(BUILD)/bench_riscv $(BUILD)/bench_tally $(BUILD)/bench_text
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

# ---- What a user runs ----

EXP = examples/exp

demo: install-build-packages
	@$(MAKE) --no-print-directory all
	@echo
	@echo 'Assemble exp for Blackhole, run it on a 32x32 tile, compare with the correctly rounded exp:'
	$(BUILD)/sfpasm --arch=blackhole $(EXP)/exp.S -o $(BUILD)/exp.bin
	$(BUILD)/sfpsim --arch=blackhole $(BUILD)/exp.bin --init=llk --layout=tile --dst $(EXP)/in.npy \
		--dst-out $(BUILD)/exp-out.npy --expect $(EXP)/expected.npy --ulp 1

# As in continuous integration of who writes kernels.
examples: all
	$(BUILD)/sfpsim --batch examples/ci/examples.batch

# Puts what that measures into README.md.
examples-table: all
	tests/examples-table --bin=$(BUILD) --update

# Installs those of $(1) that are missing; needs Debian's tools only if any is. Without these, what is missing is the
# user's to install.
define install_packages
	@command -v dpkg-query >/dev/null || exit 0; \
	missing=$$(for p in $(1); do \
		dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	if [ -n "$$missing" ]; then \
		echo "installing" $$missing; \
		sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		$$sudo apt-get update -qq && \
		$$sudo env DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi
endef

install-build-packages:
	$(call install_packages,$(BUILD_PACKAGES))

install-test-packages:
	$(call install_packages,$(TEST_PACKAGES))

install-long-packages:
	$(call install_packages,$(LONG_PACKAGES))

install-fuzz-packages:
	$(call install_packages,$(FUZZ_PACKAGES))

install-deb-packages:
	$(call install_packages,$(DEB_PACKAGES))

# ---- Installing ----

# Each comes below DESTDIR.
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
# Where the programs and the library look for it, from where they are.
SHAREDIR = $(PREFIX)/share/sfpu
EXAMPLEDIR = $(PREFIX)/share/doc/sfpu/examples

install: all man completions
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)/sfpu-record $(DESTDIR)$(SHAREDIR)
	install $(PROGRAMS:%=$(BUILD)/%) $(DESTDIR)$(BINDIR)
	install -m 644 include/sfpu.h $(DEVICE_HEADER) $(DESTDIR)$(INCLUDEDIR)
	install -m 644 $(KERNEL_INCLUDE) $(DESTDIR)$(SHAREDIR)
	$(BUILD)/sfpasm --record-headers=$(DESTDIR)$(INCLUDEDIR)/sfpu-record
	install -m 644 $(STATIC) $(SHARED) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libsfpu.so
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LDLIBS)|' \
		-e 's|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|; s|@INCLUDEDIR@|$(INCLUDEDIR:$(PREFIX)/%=$${prefix}/%)|' \
		sim/lib/sfpu.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/sfpu.pc
	install -d $(DESTDIR)$(BASHDIR) $(DESTDIR)$(ZSHDIR)
	install -m 644 $(PROGRAMS:%=$(COMPLETIONS)/bash/%) $(DESTDIR)$(BASHDIR)
	install -m 644 $(PROGRAMS:%=$(COMPLETIONS)/zsh/_%) $(DESTDIR)$(ZSHDIR)
	for page in $(MANUAL); do \
		section=$${page##*.}; \
		install -d $(DESTDIR)$(MANDIR)/man$$section; \
		install -m 644 $$page $(DESTDIR)$(MANDIR)/man$$section; \
	done
	find examples -type f | while read -r file; do \
		install -D -m 644 "$$file" $(DESTDIR)$(EXAMPLEDIR)/"$${file#examples/}"; \
	done

uninstall:
	rm -f $(PROGRAMS:%=$(DESTDIR)$(BINDIR)/%) $(addprefix $(DESTDIR)$(INCLUDEDIR)/,sfpu.h sfpu_tti.h) $(DESTDIR)$(LIBDIR)/pkgconfig/sfpu.pc
	rm -f $(PROGRAMS:%=$(DESTDIR)$(BASHDIR)/%) $(PROGRAMS:%=$(DESTDIR)$(ZSHDIR)/_%)
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,libsfpu.a libsfpu.so $(SONAME) $(notdir $(SHARED)))
	for page in $(MANUAL); do rm -f $(DESTDIR)$(MANDIR)/man$${page##*.}/$${page##*/}; done
	rm -rf $(DESTDIR)$(INCLUDEDIR)/sfpu-record $(DESTDIR)$(SHAREDIR) $(DESTDIR)$(EXAMPLEDIR)
	-rmdir --ignore-fail-on-non-empty $(dir $(DESTDIR)$(EXAMPLEDIR))

# ---- Debian packages ----

# What `make deb` needs on top of the build's, and what looks at what comes of it.
DEB_PACKAGES = $(BUILD_PACKAGES) build-essential debhelper lintian
DEB = $(BUILD)/deb
DEB_SOURCE = $(DEB)/sfpu-$(VERSION)

deb: install-deb-packages
	@$(MAKE) --no-print-directory run-deb

# In a copy of the tree, by Debian's own tools, which are told nothing of this make.
run-deb: deb-tree
	cd $(DEB_SOURCE) && env -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u MAKELEVEL \
		dpkg-buildpackage --build=binary --no-sign -Jauto > ../build.log 2>&1 || { tail -n 40 ../build.log; exit 1; }
	rm -rf $(DEB_SOURCE)
	ls $(DEB)/*.deb

deb-tree:
	rm -rf $(DEB)
	mkdir -p $(DEB_SOURCE)
	cp -R Makefile README.md asm examples include man sim tests $(DEB_SOURCE)
	asm/cli/gen-debian $(DEB_SOURCE)/debian '$(VERSION)' '$(MANUAL_DATE)' $(notdir $(SHARED)) \
		'$(filter-out gcc libc6-dev make,$(BUILD_PACKAGES))' '$(patsubst -l%,lib%-dev,$(filter-out -lm,$(LDLIBS)))'

clean:
	rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-tsan $(BUILD)-fuzz

help:
	@echo 'make            build $(PROGRAMS) in $(BUILD)/'
	@echo 'make demo       install what the build needs, build, run an example'
	@echo 'make check      install what the tests need, run them'
	@echo 'make check-long the same at full size (hours)'
	@echo 'make check-asan the same under sanitizers'
	@echo 'make check-tsan machines in threads under ThreadSanitizer'
	@echo 'make fuzz       fuzz each part for FUZZ_TIME=$(FUZZ_TIME) seconds with clang, or FUZZ_RUNS inputs;' \
		'FUZZ="sim asm"'
	@echo 'make bench      measure the speed of the three programs'
	@echo 'make examples   run the examples as tests of kernels run'
	@echo 'make man        write the pages of the manual to $(BUILD)/man/'
	@echo 'make install    to PREFIX=$(PREFIX), below DESTDIR; make uninstall removes what that put there'
	@echo 'make deb        install what that needs, make Debian packages in $(DEB)/'
	@echo 'make clean      remove what was built'

.PHONY: all completions static-library man test-programs run-tests check check-long check-asan check-tsan run-threads \
	run-fuzz fuzz bench demo examples examples-table install uninstall install-build-packages install-test-packages \
	install-long-packages install-fuzz-packages install-deb-packages deb run-deb deb-tree clean help

-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
