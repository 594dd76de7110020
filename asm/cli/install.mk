# Installation and Debian packages. Part of the top Makefile.

# DESTDIR and PREFIX may contain blanks, at which make's own functions would split them. These functions quote a path as
# one word for the shell: $(call shell_word,TEXT), and $(call below,DIR) for a path below DESTDIR.
shell_word = '$(subst ','\'',$(1))'
below = $(call shell_word,$(DESTDIR)$(1))
# Quotes a text for the replacement of sed 's|...|TEXT|', inside apostrophes.
sed_text = $(subst ','\'',$(subst |,\|,$(subst &,\&,$(subst \,\\,$(1)))))
# A path for sfpu.pc: replaces a leading PREFIX by $${prefix}.
by_prefix = $(subst //,,$(subst //$(PREFIX)/,$${prefix}/,//$(1)))

# Installation folders, each below DESTDIR.
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
CMAKEDIR = $(LIBDIR)/cmake/sfpu
INCLUDEDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
# Shared data, which the programs and the library find by a path relative to their own.
SHAREDIR = $(PREFIX)/share/sfpu
EXAMPLEDIR = $(PREFIX)/share/doc/sfpu/examples
# The Python package. Debian's python3 searches a folder for all versions below /usr, and a folder for its own version
# below /usr/local.
PYTHONDIR = $(PREFIX)/lib/$(if $(subst :/usr/local,,:$(PREFIX)),python3,$(DEBIAN_PYTHON))/dist-packages
DEBIAN_PYTHON = $(or $(shell /usr/bin/python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])' \
	2> /dev/null),python3)
# Files among the examples not to be installed: the Python package's sources, and files that Python's tools leave.
NO_EXAMPLE = examples/python/sfpu examples/python/pyproject.toml '*/__pycache__' '*/.*' examples/python/build \
	'*.egg-info'
PYTHON_INFO = $(PYTHONDIR)/sfpu-$(VERSION).dist-info
# Start-up scripts of gdb; Debian's gdb searches only /etc/gdb/gdbinit.d.
GDBINITDIR = $(if $(subst :/usr,,:$(PREFIX)),$(PREFIX))/etc/gdb/gdbinit.d
# gdb script that shows kernels under sfpsim --gdb; also installed in SHAREDIR, for other gdbs.
GDB_SCRIPT = sim/gdb/sfpu-gdb.py

install: all man completions
	install -d $(call below,$(BINDIR)) $(call below,$(LIBDIR)/pkgconfig) $(call below,$(INCLUDEDIR)/sfpu-record) \
		$(call below,$(SHAREDIR)) $(call below,$(GDBINITDIR))
	install $(PROGRAMS:%=$(BUILD)/%) $(call below,$(BINDIR))
	install -m 644 include/sfpu.h $(DEVICE_HEADER) $(call below,$(INCLUDEDIR))
	install -m 644 $(KERNEL_INCLUDE) $(GDB_SCRIPT) $(call below,$(SHAREDIR))
	install -m 644 $(GDB_SCRIPT) $(call below,$(GDBINITDIR))
	$(BUILD)/sfpasm --record-headers=$(call below,$(INCLUDEDIR)/sfpu-record)
	install -m 644 $(STATIC) $(SHARED) $(call below,$(LIBDIR))
	ln -sf $(notdir $(SHARED)) $(call below,$(LIBDIR)/$(SONAME))
	ln -sf $(SONAME) $(call below,$(LIBDIR)/libsfpu.so)
	sed -e 's|@PREFIX@|$(call sed_text,$(PREFIX))|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LDLIBS)|' \
		-e 's|@LIBDIR@|$(call sed_text,$(call by_prefix,$(LIBDIR)))|' \
		-e 's|@INCLUDEDIR@|$(call sed_text,$(call by_prefix,$(INCLUDEDIR)))|' \
		sim/lib/sfpu.pc.in > $(call below,$(LIBDIR)/pkgconfig/sfpu.pc)
	install -d $(call below,$(CMAKEDIR))
	includes=$$(realpath -m --relative-to=$(call shell_word,$(LIBDIR)) $(call shell_word,$(INCLUDEDIR)) | sed 's/[\\|&]/\\&/g'); \
	for file in sfpu-config.cmake sfpu-config-version.cmake; do \
		sed -e "s|@INCLUDEDIR@|$$includes|; s|@VERSION@|$(VERSION)|" \
			-e 's|@SHARED@|$(notdir $(SHARED))|; s|@SONAME@|$(SONAME)|; s|@MAJOR@|$(firstword $(subst ., ,$(VERSION)))|' \
			sim/lib/$$file.in > $(call below,$(CMAKEDIR))/$$file; \
	done
	install -d $(call below,$(BASHDIR)) $(call below,$(ZSHDIR))
	install -m 644 $(PROGRAMS:%=$(COMPLETIONS)/bash/%) $(call below,$(BASHDIR))
	install -m 644 $(PROGRAMS:%=$(COMPLETIONS)/zsh/_%) $(call below,$(ZSHDIR))
	for page in $(MANUAL); do \
		section=$${page##*.}; \
		install -d $(call below,$(MANDIR))/man$$section; \
		install -m 644 $$page $(call below,$(MANDIR))/man$$section; \
	done
	find examples $(NO_EXAMPLE:%=-path % -prune -o) -type f -print | while read -r file; do \
		install -D -m 644 "$$file" $(call below,$(EXAMPLEDIR))/"$${file#examples/}"; \
	done
	install -d $(call below,$(PYTHONDIR)/sfpu) $(call below,$(PYTHON_INFO))
	install -m 644 examples/python/sfpu/*.py examples/python/sfpu/py.typed $(call below,$(PYTHONDIR)/sfpu)
	asm/cli/gen-dist-info examples/python/pyproject.toml $(VERSION) $(call below,$(PYTHON_INFO))

# $(call each_below,DIR,NAMES): the paths of names in a folder below DESTDIR, each as a word for the shell.
each_below = $(foreach name,$(2),$(call below,$(1)/$(name)))

uninstall:
	rm -f $(call each_below,$(BINDIR),$(PROGRAMS)) $(call each_below,$(INCLUDEDIR),sfpu.h sfpu_tti.h) \
		$(call below,$(LIBDIR)/pkgconfig/sfpu.pc) $(call below,$(GDBINITDIR)/$(notdir $(GDB_SCRIPT)))
	rm -f $(call each_below,$(BASHDIR),$(PROGRAMS)) $(call each_below,$(ZSHDIR),$(PROGRAMS:%=_%))
	rm -f $(call each_below,$(LIBDIR),libsfpu.a libsfpu.so $(SONAME) $(notdir $(SHARED)))
	for page in $(MANUAL); do rm -f $(call below,$(MANDIR))/man$${page##*.}/$${page##*/}; done
	rm -rf $(call below,$(INCLUDEDIR)/sfpu-record) $(call below,$(SHAREDIR)) $(call below,$(EXAMPLEDIR)) \
		$(call below,$(CMAKEDIR))
	rm -rf $(call below,$(PYTHONDIR)/sfpu) $(call below,$(PYTHON_INFO))
	-rmdir --ignore-fail-on-non-empty "$$(dirname $(call below,$(EXAMPLEDIR)))"

# ---- Debian packages ----

# Packages that `make deb` needs besides the build's, and lintian, which checks the result.
DEB_PACKAGES = $(BUILD_PACKAGES) build-essential debhelper dh-python python3 lintian
DEB = $(BUILD)/deb
DEB_SOURCE = $(DEB)/sfpu-$(VERSION)

deb: install-deb-packages
	@$(MAKE) --no-print-directory run-deb

# Builds in a copy of the tree, by Debian's own tools, without this make's environment.
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
