# Sources that are made: by flex, bison, and generators from the tables. Part of the Makefile at the top.

$(GEN)/lexer.c: asm/source/lexer.l $(GEN)/grammar.h
	@mkdir -p $(@D)
	$(call say,LEX,$<)
	flex -o $@ --header-file=$(GEN)/lexer.h $<

$(GEN)/grammar.c $(GEN)/grammar.h &: asm/source/grammar.y
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

$(LANE_OBJECTS): $(GEN)/aexp_table.inc

$(BUILD)/gen-include: asm/isa/gen-include.c include/modes.def
	@mkdir -p $(@D)
	$(HOSTCC) -std=gnu17 -Iinclude $(WARNINGS) -o $@ $<

$(KERNEL_INCLUDE): $(BUILD)/gen-include asm/isa/kernel.inc
	@mkdir -p $(@D)
	$< asm/isa/kernel.inc > $@.tmp && mv $@.tmp $@

# The headers that kernels are recorded with: their parts, with what comes from the tables behind the first of them.
RECORD_PARTS = $(addprefix asm/record/,recording.hpp sources.hpp written.hpp mop.hpp device.hpp math.hpp)
VECTOR_PARTS = asm/record/vector.hpp asm/record/ilp32.hpp

$(BUILD)/gen-record $(BUILD)/gen-tti: $(BUILD)/%: $(OBJ)/asm/record/%.o $(OBJ)/asm/record/gen-names.o \
		$(OBJ)/asm/record/builtins.o $(addprefix $(OBJ)/asm/isa/,isa.o modes.o arch.o)
	$(call say,LD,$@)
	$(LINK) -o $@ $^

$(GEN)/sfpu_record.inc: $(BUILD)/gen-record $(RECORD_PARTS)
	@mkdir -p $(@D)
	$(BUILD)/gen-record words $(RECORD_PARTS) > $@.tmp && mv $@.tmp $@

$(GEN)/sfpu_vector.inc: $(BUILD)/gen-record $(VECTOR_PARTS)
	@mkdir -p $(@D)
	$(BUILD)/gen-record vectors $(VECTOR_PARTS) > $@.tmp && mv $@.tmp $@

$(GEN)/user_sfpi.inc: $(BUILD)/gen-record asm/record/user_sfpi.hpp
	@mkdir -p $(@D)
	$(BUILD)/gen-record plain asm/record/user_sfpi.hpp > $@.tmp && mv $@.tmp $@

$(OBJ)/asm/record/record_files.o: $(GEN)/sfpu_record.inc $(GEN)/sfpu_vector.inc $(GEN)/user_sfpi.inc

$(DEVICE_HEADER): $(BUILD)/gen-tti asm/record/tti.h
	@mkdir -p $(@D)
	$< asm/record/tti.h > $@.tmp && mv $@.tmp $@
