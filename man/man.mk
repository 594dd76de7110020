# The manual. Part of the Makefile at the top.

# A page is a text, a text with inserted tables, or made from tables only. Making a page sets its date.
PLAIN_MANUAL = $(patsubst man/%,$(BUILD)/man/%,$(wildcard man/*.[1-9]))
GENERATED_MANUAL = $(addprefix $(BUILD)/man/,sfpasm.1 sfpasm.5 sfpsched.1 sfpsim.1 sfpsim-gdb.1 sfpsim-functions.7 sfpu-frontend.7 \
	sfpsim-files.5 sfpu.7 sfpu-errata.7 sfpu-findings.7 sfpu-riscv.7 sfpu-schedules.7 sfpu-semantics.7 sfpu-sfpi.7 \
	sfpu-silicon.7)
MANUAL = $(PLAIN_MANUAL) $(GENERATED_MANUAL)
MANUAL_GENERATORS = $(addprefix $(BUILD)/gen-,sfpasm1 sfpasm5 sfpsched1 sfpsim1 sfpsim-gdb1 sfpsim-functions7 frontend7 sfpu7 findings7 \
	sfpsim-files5 errata7 riscv7 schedules7 semantics7 sfpi7 silicon7)
DATED = sed 's/^\.Dd .*/.Dd $(MANUAL_DATE)/'

$(BUILD)/gen-sfpu7: $(patsubst %,$(OBJ)/man/%.o,example instruction_texts print_modes)
$(MANUAL_GENERATORS): $(BUILD)/%: $(OBJ)/man/%.o $(OBJ)/man/insert.o $(OBJ)/man/table_rows.o $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $(filter %.o,$^) $(filter-out %.o,$^) $(LDLIBS)

# sfpsim-gdb(1) prints the program's own tables of registers, memory and commands.
$(BUILD)/gen-sfpsim-gdb1: $(call objects_of,$(wildcard sim/gdb/*.c) sim/action/lanes_tree.c)

$(BUILD)/man/sfpasm.1: $(BUILD)/gen-sfpasm1 man/sfpasm.1.in
$(BUILD)/man/sfpasm.5: $(BUILD)/gen-sfpasm5 man/sfpasm.5.in
$(BUILD)/man/sfpsched.1: $(BUILD)/gen-sfpsched1 man/sfpsched.1.in
$(BUILD)/man/sfpsim.1: $(BUILD)/gen-sfpsim1 man/sfpsim.1.in
$(BUILD)/man/sfpsim-gdb.1: $(BUILD)/gen-sfpsim-gdb1 man/sfpsim-gdb.1.in
$(BUILD)/man/sfpsim-files.5: $(BUILD)/gen-sfpsim-files5 man/sfpsim-files.5.in
$(BUILD)/man/sfpsim-functions.7: $(BUILD)/gen-sfpsim-functions7 man/sfpsim-functions.7.in
$(BUILD)/man/sfpu-frontend.7: $(BUILD)/gen-frontend7 man/sfpu-frontend.7.in
$(BUILD)/man/sfpu.7: $(BUILD)/gen-sfpu7
$(BUILD)/man/sfpu-errata.7: $(BUILD)/gen-errata7 man/sfpu-errata.7.in
$(BUILD)/man/sfpu-findings.7: $(BUILD)/gen-findings7
$(BUILD)/man/sfpu-riscv.7: $(BUILD)/gen-riscv7 man/sfpu-riscv.7.in
$(BUILD)/man/sfpu-schedules.7: $(BUILD)/gen-schedules7 man/sfpu-schedules.7.in $(wildcard tests/schedules/*.s)
$(BUILD)/man/sfpu-semantics.7: $(BUILD)/gen-semantics7 man/sfpu-semantics.7.in
$(BUILD)/man/sfpu-sfpi.7: $(BUILD)/gen-sfpi7 man/sfpu-sfpi.7.in
$(BUILD)/man/sfpu-silicon.7: $(BUILD)/gen-silicon7 man/sfpu-silicon.7.in
$(GENERATED_MANUAL): Makefile
	@mkdir -p $(@D)
	$(filter $(BUILD)/gen-%,$^) $(patsubst %,< %,$(filter %.in,$^)) > $@.text
	$(DATED) $@.text > $@.tmp && rm $@.text && mv $@.tmp $@

$(PLAIN_MANUAL): $(BUILD)/man/%: man/% Makefile
	@mkdir -p $(@D)
	$(DATED) $< > $@.tmp && mv $@.tmp $@

man: $(MANUAL)
