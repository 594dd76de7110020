# sfpasm, sfpdis, sfpsim, sfpsched: build, demo, tests. What is made of which sources is here; asm/generated.mk,
# asm/together.mk, man/man.mk, tests/tests.mk and asm/cli/install.mk are its other parts.
#
#   make            the programs, in build/
#   make demo       installs what the build needs (Debian), builds, runs the main job
#   make check      installs what the tests need (Debian), runs them
#   make help       the other targets

# Every Debian package the project uses, and nowhere else.
BUILD_PACKAGES = gcc libc6-dev make flex bison libjansson-dev libelf-dev libdw-dev libiberty-dev libmpfr-dev libgmp-dev \
	libcadical-dev g++
TEST_PACKAGES = $(BUILD_PACKAGES) libcmocka-dev mandoc groff-base binutils cadical pkg-config python3-numpy python3-pytest \
	parallel locales gdb-multiarch elfutils cmake

# What `make web` needs besides.
WEB_PACKAGES = $(BUILD_PACKAGES) emscripten

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
INCLUDES = -Iinclude -Iasm -Isim -I$(GEN)
DEFINES = -D_GNU_SOURCE -DSFP_VERSION='"$(VERSION)"'
# Of debug information backtraces have files, lines and functions; CFLAGS=-g adds variables, and a fifth to the build's time.
LANGUAGE = -std=gnu17 $(OPT) -g1 -pipe
SANITIZING = $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)
LDLIBS = -ljansson -ldw -lelf -liberty -lm
# What sfpsched alone asks.
SOLVER = -lcadical -lstdc++
comma = ,
# make V=1 shows commands instead of a line for each; QUIET=1 shows neither.
ifndef V
.SILENT:
say = $(if $(QUIET),:,echo '  $(1) $(2)')
else
say = :
endif
.DEFAULT_GOAL := all
# Runs what takes long, and shows on a terminal what that is doing.
SHOW_PROGRESS = asm/cli/show-progress
# How many lines the making of $(1) is going to print.
lines_of = $(MAKE) -n --no-print-directory $(1) 2>/dev/null | grep -c "^echo '  "
# Of a make that is run here: as many jobs as there are processors, unless the user said how many.
AT_ONCE = $(if $(filter -j%,$(MAKEFLAGS)),,-j$$(nproc))

PREPROCESS = $(INCLUDES) $(DEFINES) $(CPPFLAGS)
COMPILE = $(CC) $(PREPROCESS) $(LANGUAGE) $(SANITIZING) $(WARNINGS) -MMD -MP
LINK = $(CC) $(LANGUAGE) $(SANITIZING) $(CFLAGS) $(LDFLAGS)

GEN = $(BUILD)/gen
OBJ = $(BUILD)/obj

PROGRAMS = sfpasm sfpdis sfpsim sfpsched
# The library, from the ground up: a folder uses those before it. The programs, which print and end, come on top.
LAYERS = asm/base asm/isa asm/program asm/dis asm/assembly asm/select asm/validate asm/record asm/schedule asm/source \
	sim/model sim/time sim/observe sim/views sim/core sim/lib
# The files of asm/ and sim/ have such an order too, but for these of asm/source. Directives are known by the numbers that
# bison gives to their tokens (grammar.h), and what puts texts before the scanner calls two functions that flex has with
# the rules (assembly/texts.h): the grammar's own circle. In C definitions and statements are made of each other, and words
# that are said before a name hold brackets, which are passed over by words. In sim/ no two files call each other.
# Each main defines argp_program_version, which option_rows reads for --version as argp does.
UPWARD_CALLS = scanner_read,scanner_skip,argp_program_version
CIRCLES = asm/source/c_define,asm/source/c_statement asm/source/c_recover,asm/source/c_type
LIB_SOURCES = $(filter-out asm/record/gen-%.c asm/isa/gen-include.c sim/model/gen-aexp.c, \
	$(wildcard $(addsuffix /*.c,$(LAYERS))))
CLI_SOURCES = $(wildcard asm/cli/*.c)
SFPDIS_SOURCES = asm/main/sfpdis.c $(CLI_SOURCES)
SFPASM_SOURCES = $(filter-out asm/main/sfpdis.c,$(wildcard asm/main/*.c)) $(CLI_SOURCES)
SFPSIM_SOURCES = $(wildcard $(addsuffix /*.c,sim/action sim/gdb sim/run sim/measure)) $(CLI_SOURCES)
# What it shares with sfpsim is the machine's options, and what it says where.
SFPSCHED_SOURCES = $(wildcard sim/sched/*.c) $(CLI_SOURCES) \
	$(patsubst %,sim/action/%.c,cpp_kernels machine_options option_values parallel source_files thread_options voice)

include asm/together.mk

# The recorder of --call runs a compiler, so it is not in the library. It selects words with the library's inside.
HEADER_OBJECTS = $(call objects_of,$(wildcard asm/header/*.c))
RECORD_OBJECTS = $(call objects_of,$(filter-out asm/record/gen-%.c,$(wildcard asm/record/*.c)))
UTIL_OBJECTS = $(call objects_of,$(wildcard asm/base/*.c))
PARSER_OBJECTS = $(OBJ)/gen/lexer.o $(OBJ)/gen/grammar.o

# The lane semantics are compiled once a SIMD level, as a whole; the processor picks one when the program starts. Their
# floating point is rounded in modes that change, operation by operation.
ifeq ($(shell $(CC) -dumpmachine 2> /dev/null | cut -d- -f1),x86_64)
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
NUMERICS_OBJECTS = $(call objects_of,$(filter-out %/gen-quadrants.c,$(wildcard sim/numerics/*.c))) \
	$(DOUBLES_OBJECTS)

# What is inside, for the tests and for the programs that need more of it than the public header has; and the library
# that is installed, static and shared.
LIBRARY = $(BUILD)/libsfp.a
STATIC = $(BUILD)/libsfpu.a
SONAME = libsfpu.so.$(firstword $(subst ., ,$(VERSION)))
SHARED = $(BUILD)/libsfpu.so.$(VERSION)
LIB_OBJECTS = $(call objects_of,$(LIB_SOURCES)) $(PARSER_OBJECTS) $(LANE_OBJECTS)
FACE_OBJECTS = $(call objects_of,$(wildcard sim/lib/*.c))

# What kernels include, where the programs look for it, and what compiled ones do.
KERNEL_INCLUDE = $(BUILD)/include/sfpu.inc
DEVICE_HEADER = $(BUILD)/include/sfpu_tti.h

# What takes longest comes first, so that nobody waits for it at the end.
all: $(LANE_OBJECTS) $(OBJ)/sim/numerics/tally_add.o $(DOUBLES_OBJECTS) $(OBJ)/sim/sched.o \
		$(PROGRAMS:%=$(BUILD)/%) $(STATIC) $(SHARED) $(KERNEL_INCLUDE) $(DEVICE_HEADER)

# What bash and zsh complete: made of the options that the programs list.
COMPLETIONS = $(BUILD)/completions

completions: $(COMPLETIONS)/done

$(COMPLETIONS)/done: $(PROGRAMS:%=$(BUILD)/%) asm/cli/gen-completions
	asm/cli/gen-completions $(BUILD) $(COMPLETIONS)
	touch $@

$(BUILD)/sfpasm: $(call objects_of,$(SFPASM_SOURCES)) $(HEADER_OBJECTS) $(RECORD_OBJECTS) $(UTIL_OBJECTS) $(STATIC) $(LIBRARY)
$(BUILD)/sfpdis: $(call objects_of,$(SFPDIS_SOURCES)) $(HEADER_OBJECTS) $(RECORD_OBJECTS) $(UTIL_OBJECTS) $(STATIC) $(LIBRARY)
$(BUILD)/sfpsim: $(call objects_of,$(SFPSIM_SOURCES)) $(NUMERICS_OBJECTS) $(RECORD_OBJECTS) $(UTIL_OBJECTS) $(STATIC) $(LIBRARY)
# The solver that this one asks is in C++.
$(BUILD)/sfpsched: $(call objects_of,$(SFPSCHED_SOURCES)) $(HEADER_OBJECTS) $(RECORD_OBJECTS) $(UTIL_OBJECTS) $(STATIC) $(LIBRARY)
$(BUILD)/sfpsched: private LDLIBS += $(SOLVER)
# Of the library, which is one object, with what they use, and so without other libraries that they do not. Sanitizers
# keep all of it.
ifndef SANITIZE
$(BUILD)/sfpasm: LDLIBS := $(filter-out -lm -liberty,$(LDLIBS))
$(BUILD)/sfpdis: LDLIBS := $(filter-out -lm -liberty,$(LDLIBS))
endif
# Correctly rounded functions: what sfpsim alone measures kernels with.
$(BUILD)/sfpsim: private LDLIBS += -lmpfr -lgmp
# What sfpsim does on all processors; the library has no threads.
OPENMP := $(shell echo 'int main(void) { return 0; }' | $(CC) -fopenmp -include omp.h -x c -o /dev/null - 2> /dev/null && \
	echo -fopenmp)
$(OBJ)/sim/action/parallel.o: LANGUAGE += $(OPENMP)
$(BUILD)/sfpsim $(BUILD)/sfpsched: private LINK += $(OPENMP)
# Each input of a sweep goes through this: compiled for AVX2 as well, where the C library picks one when a program starts;
# those that clang 14 makes are not found from other files.
TALLY_CLONES := $(if $(shell $(CC) --version 2> /dev/null | grep clang),,$(shell \
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
$(OBJ)/sim/measure/sweep_work.o $(OBJ)/sim/action/dst_values.o $(patsubst %,$(OBJ)/sim/numerics/%.o,inputs reference tally_real): \
	LANGUAGE += -O3

static-library: $(STATIC)

# Of what programs do for themselves little takes time, and its compilation some.
PROGRAM_FOLDERS = asm/cli asm/main asm/record sim/action sim/gdb sim/run sim/measure sim/sched
$(PROGRAM_FOLDERS:%=$(OBJ)/%/%.o) $(PROGRAM_FOLDERS:%=$(OBJ)/%.o): OPT = -O1

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

$(foreach folder,$(TOGETHER),$(eval $(call TOGETHER_RULE,$(folder))))

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

# The page of a run, whose parts are in sim/web.
PAGE_PARTS = $(filter-out %.c %.mk %/examples.json sim/web/play% %/gen-playground.js,$(wildcard sim/web/*))

$(BUILD)/gen-page: sim/web/gen-page.c
	@mkdir -p $(@D)
	$(HOSTCC) -std=gnu17 -O2 $(WARNINGS) -o $@ $<

$(GEN)/page.inc: $(BUILD)/gen-page $(PAGE_PARTS)
	@mkdir -p $(@D)
	$(BUILD)/gen-page sim/web > $@.tmp && mv $@.tmp $@

$(OBJ)/sim/views/page_html.o: $(GEN)/page.inc

# The style of pictures of timelines is that of the page.
$(GEN)/timeline_style.inc: $(BUILD)/gen-page sim/web/timeline.css
	@mkdir -p $(@D)
	$(BUILD)/gen-page sim/web timeline.css timeline_style > $@.tmp && mv $@.tmp $@

$(OBJ)/sim/views/timeline_svg.o: $(GEN)/timeline_style.inc

# Plain models in C, to measure the lane semantics against: optimized as these are, for the same processors.
PLAIN_OBJECTS = $(LEVELS:%=$(OBJ)/plain/%.o)

$(PLAIN_OBJECTS): $(OBJ)/plain/%.o: tests/bench/plain_models.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$< ($*))
	$(COMPILE) -O3 $(LEVEL_FLAGS_$*) -DPLAIN_MODELS=plain_models_$* $(CFLAGS) -c -o $@ $<

include asm/generated.mk

include sim/web/web.mk

include man/man.mk

include man/reference/reference.mk

include tests/tests.mk

# ---- What a user runs ----

EXP = examples/exp

demo: install-build-packages
	@lines=$$($(call lines_of,all)); \
	[ "$$lines" = 0 ] || echo "building $(PROGRAMS) and libsfpu in $(BUILD)/, in $$lines steps: all of them take under two" \
		"minutes of one processor, and there are $$(nproc)"; \
	$(SHOW_PROGRESS) --of="$$lines" $(MAKE) --no-print-directory $(AT_ONCE) all
	@echo
	@echo 'Assemble exp for Blackhole, run it on a 32x32 tile, compare with the correctly rounded exp:'
	$(BUILD)/sfpasm --arch=blackhole $(EXP)/exp.S -o $(BUILD)/exp.bin
	$(BUILD)/sfpsim --arch=blackhole $(BUILD)/exp.bin --init=llk --layout=tile --dst $(EXP)/in.npy \
		--dst-out $(BUILD)/exp-out.npy --expect $(EXP)/expected.npy --ulp 1
	@echo
	@echo 'Next: where its cycles go, and the manual, which begins with a tour:'
	@echo '    $(BUILD)/sfpsim --arch=blackhole $(EXP)/exp.S --init=llk --stats'
	@echo '    make man && man ./$(BUILD)/man/sfpu-tour.7'

# As in continuous integration of who writes kernels.
examples: all
	$(BUILD)/sfpsim batch examples/ci/examples.batch

# Holds each kernel of examples/ to what it says of itself, and writes what is made of that: budget, batch and table.
kernels: all
	tests/kernels --bin=$(BUILD) --write

# Installs those of $(1) that are missing; needs Debian's tools only if any is. Without these, what is missing is the
# user's to install.
define install_packages
	@command -v dpkg-query >/dev/null || exit 0; \
	missing=$$(for p in $(1); do \
		dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	if [ -n "$$missing" ]; then \
		sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		echo 'asking apt for what is there'; \
		$(SHOW_PROGRESS) --silent $$sudo apt-get update -q && \
		echo "installing" $$missing && \
		LC_ALL=C apt-get install --assume-no --no-install-recommends $$missing 2>/dev/null | \
			sed -n 's/^Need to get \(.*\) of archives\.$$/    \1 to fetch/p; s/^After this operation, /    /p' && \
		$(SHOW_PROGRESS) --silent $$sudo env DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -q --no-install-recommends $$missing; \
	fi
endef

install-build-packages:
	$(call install_packages,$(BUILD_PACKAGES))

install-web-packages:
	$(call install_packages,$(WEB_PACKAGES))

install-test-packages:
	$(call install_packages,$(TEST_PACKAGES))

install-long-packages:
	$(call install_packages,$(LONG_PACKAGES))

install-fuzz-packages:
	$(call install_packages,$(FUZZ_PACKAGES))

install-deb-packages:
	$(call install_packages,$(DEB_PACKAGES))

include asm/cli/install.mk

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
	@echo 'make bench      measure the speed of the programs, and what sfpsched finds'
	@echo 'make examples   run the examples as tests of kernels run'
	@echo 'make kernels    measure the kernels of examples/, and write their table'
	@echo 'make web        install what that needs, make the playground, $(WEB)/index.html'
	@echo 'make man        write the pages of the manual to $(BUILD)/man/'
	@echo 'make reference  write the manual, and a page an instruction and arch, for browsers to $(REFERENCE)/'
	@echo 'make install    to PREFIX=$(PREFIX), below DESTDIR; make uninstall removes what that put there'
	@echo 'make deb        install what that needs, make Debian packages in $(DEB)/'
	@echo 'make clean      remove what was built'

.PHONY: all completions static-library man test-programs run-tests check check-long check-asan check-tsan run-threads \
	run-fuzz fuzz bench demo examples kernels install uninstall web install-build-packages install-web-packages install-test-packages \
	install-long-packages install-fuzz-packages install-deb-packages deb run-deb deb-tree clean help

-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
