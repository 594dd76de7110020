# The playground: the library as WebAssembly, in a page. Part of the Makefile at the top.
#
# The library is compiled from the same sources as for the host. The playground loads only text. The linker leaves out
# the code that reads ELF files, JSON states and C preprocessor output, because only unused functions reach it.

WEB = $(BUILD)/web
WASM = $(BUILD)/wasm
# Debian's emscripten uses Debian's modules, which a different node does not find without NODE_PATH.
EMCC = NODE_PATH=/usr/share/nodejs emcc
# Code that the linker leaves out still needs headers: the host's serve.
WASM_COMPILE = $(EMCC) $(INCLUDES) $(filter-out -DSFP_HAVE_X86_LEVELS,$(DEFINES)) -std=gnu17 -ffunction-sections \
	-fdata-sections -MMD -MP -Wall -Wextra -Wno-missing-field-initializers $(WERROR) -idirafter /usr/include
WASM_SOURCES = $(filter-out asm/record/% asm/select/%,$(LIB_SOURCES)) $(wildcard sim/lib/*.c) sim/web/playground.c
WASM_OBJECTS = $(WASM_SOURCES:%.c=$(WASM)/%.o) $(WASM)/gen/lexer.o $(WASM)/gen/grammar.o
# Browsers without 128-bit vectors get a module without them, optimized for size. Only the lane semantics are compiled a
# second time for it.
WASM_LEVELS = simd plain
WASM_FLAGS_simd = -O3 -msimd128 -DSFP_LEVEL_NAME='"wasm-simd128"'
WASM_FLAGS_plain = -Oz -DSFP_LEVEL_NAME='"wasm"'
WASM_EXPORTS = _malloc,_free,_play_new,_play_option,_play_input,_play_run,_play_values,_play_value,_play_batch_open,$\
	_play_batch_run,_play_batch_close

# The file system in memory holds sfpu.inc, which kernels include.
WASM_LINK = -sEXPORTED_FUNCTIONS=$(WASM_EXPORTS) -sMODULARIZE -sEXPORT_NAME=createSfpu -sENVIRONMENT=worker,node \
	-sALLOW_MEMORY_GROWTH -sFORCE_FILESYSTEM -sINCOMING_MODULE_JS_API=wasmBinary \
	-sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8

$(WASM)/%.o: %.c sim/web/web.mk
	@mkdir -p $(@D)
	$(call say,EMCC,$<)
	$(WASM_COMPILE) -Os -c -o $@ $<

$(WASM)/gen/%.o: $(GEN)/%.c sim/web/web.mk
	@mkdir -p $(@D)
	$(call say,EMCC,$<)
	$(WASM_COMPILE) -Os -c -o $@ $<

$(WASM_OBJECTS): | $(GEN)/lexer.c $(GEN)/grammar.h $(GEN)/page.inc

define WASM_RULES
$$(WASM)/lanes-$(1).o: sim/model/lanes/semantics.c sim/web/web.mk $$(GEN)/aexp_table.inc
	@mkdir -p $$(@D)
	$$(call say,EMCC,$$< ($(1)))
	$$(WASM_COMPILE) -ffp-contract=off -DSFP_LEVEL=base $$(WASM_FLAGS_$(1)) -c -o $$@ $$<

$$(WASM)/playground-$(1).js $$(WASM)/playground-$(1).wasm &: $$(WASM_OBJECTS) $$(WASM)/lanes-$(1).o
	$$(call say,LD,$$@)
	$$(EMCC) -Os $$(filter %.o,$$^) --no-entry $$(WASM_LINK) -o $$(WASM)/playground-$(1).js
endef
$(foreach level,$(WASM_LEVELS),$(eval $(call WASM_RULES,$(level))))

# ---- The page ----

web: install-web-packages
	@lines=$$($(call lines_of,$(WEB)/index.html)); \
	[ "$$lines" = 0 ] || echo "making the playground in $(WEB)/, in $$lines steps. All 270 steps take six minutes on one" \
		"processor, since emcc takes a second to start; this machine has $$(nproc)."; \
	$(SHOW_PROGRESS) --of="$$lines" $(MAKE) --no-print-directory $(AT_ONCE) $(WEB)/index.html
	@echo '$(WEB)/index.html'

$(BUILD)/gen-words: $(OBJ)/sim/web/gen-words.o $(addprefix $(OBJ)/asm/isa/,isa.o modes.o arch.o)
	$(call say,LD,$@)
	$(LINK) -o $@ $^

$(GEN)/words.json: $(BUILD)/gen-words
	@mkdir -p $(@D)
	$(BUILD)/gen-words > $@.tmp && mv $@.tmp $@

$(WEB)/index.html: $(filter-out %.c %.mk,$(wildcard sim/web/*)) $(wildcard examples/*/*.[sSh] examples/*.h) $(GEN)/words.json \
		$(KERNEL_INCLUDE) $(WASM_LEVELS:%=$(WASM)/playground-%.wasm)
	@mkdir -p $(@D)
	$(call say,WEB,$@)
	node sim/web/gen-playground.js '$(CC)' $(VERSION) $(GEN)/words.json $(KERNEL_INCLUDE) $(WASM) > $@.tmp && mv $@.tmp $@

# ---- Tests ----

# Files that tests/pages needs.
WEB_TESTED = $(WEB)/index.html $(BUILD)/tests/bits $(BUILD)/tests/golden_states $(WASM_LEVELS:%=$(WASM)/bits-%.js)

# Programs whose results on the host tests/web compares with the WebAssembly's.
$(BUILD)/tests/bits: $(OBJ)/tests/web/bits.o $(OBJ)/tests/fuzz/support.o $(LIBRARY)
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter %.o,$^) $(LIBRARY) $(LDLIBS)

$(BUILD)/tests/golden_states: $(OBJ)/tests/web/golden_states.o $(OBJ)/tests/golden/record.o $(LIBRARY)
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter %.o,$^) $(LIBRARY) $(LDLIBS)

BITS_OBJECTS = $(patsubst %,$(WASM)/tests/%.o,web/bits fuzz/support)
$(BITS_OBJECTS): INCLUDES += -Itests
$(WASM_LEVELS:%=$(WASM)/bits-%.js): $(WASM)/bits-%.js: $(BITS_OBJECTS) $(WASM_OBJECTS) $(WASM)/lanes-%.o
	$(call say,LD,$@)
	$(EMCC) -O1 $(filter-out %/playground.o,$^) -sNODERAWFS -sSINGLE_FILE -sEXIT_RUNTIME -sALLOW_MEMORY_GROWTH -o $@

-include $(shell find $(WASM) -name '*.d' 2>/dev/null)
