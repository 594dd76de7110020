# The manual as pages for browsers, and the reference, with one page for each instruction and architecture. Part of the
# Makefile at the top.

REFERENCE = $(BUILD)/web
REFERENCE_PACKAGES = $(BUILD_PACKAGES) mandoc
REFERENCE_SOURCES = $(filter-out man/reference/gen-manual-links.c,$(wildcard man/reference/*.c))
# Links to pages of other projects lead to Debian's manual.
MANUAL_HTML = mandoc -T html -O 'style=../reference.css,man=%N.%S.html;https://manpages.debian.org/%N.%S'

$(BUILD)/gen-reference: $(REFERENCE_SOURCES:%.c=$(OBJ)/%.o) $(patsubst %,$(OBJ)/man/%.o,example instruction_texts table_rows) \
		$(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $(filter %.o,$^) $(LIBRARY) $(LDLIBS)

$(BUILD)/gen-manual-links: $(patsubst %,$(OBJ)/man/reference/%.o,gen-manual-links html instruction_name) $(LIBRARY)
	$(call say,LD,$@)
	$(LINK) -o $@ $^ $(LDLIBS)

$(REFERENCE)/reference.css: man/reference/reference.css
	@mkdir -p $(@D)
	cp $< $@

# mandoc links to the pages in the folder in which it runs.
$(REFERENCE)/man/done: $(MANUAL) $(BUILD)/gen-manual-links man/reference/reference.mk
	@mkdir -p $(@D)
	$(call say,HTML,$(@D))
	rm -f $(@D)/*
	touch $(patsubst $(BUILD)/man/%,$(@D)/%.html,$(MANUAL))
	root=$$PWD && cd $(@D) && for page in $(notdir $(MANUAL)); do \
		$(MANUAL_HTML) "$$root/$(BUILD)/man/$$page" > page.tmp && \
			"$$root/$(BUILD)/gen-manual-links" < page.tmp > $$page.html || exit 1; \
	done && rm page.tmp
	touch $@

$(REFERENCE)/reference/done: $(BUILD)/gen-reference $(REFERENCE)/man/done $(REFERENCE)/reference.css
	$(call say,HTML,$(@D))
	rm -rf $(@D)
	$(BUILD)/gen-reference $(REFERENCE)
	touch $@

reference: install-reference-packages
	@$(MAKE) --no-print-directory $(REFERENCE)/reference/done

install-reference-packages:
	$(call install_packages,$(REFERENCE_PACKAGES))

# The playground's pages link to the reference.
web: reference

.PHONY: reference web install-reference-packages
