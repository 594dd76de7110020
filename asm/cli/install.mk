# Where things are installed, and Debian packages of them. Part of the Makefile at the top.

# Each comes below DESTDIR.
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
CMAKEDIR = $(LIBDIR)/cmake/sfpu
INCLUDEDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
# Where the programs and the library look for it, from where they are.
SHAREDIR = $(PREFIX)/share/sfpu
EXAMPLEDIR = $(PREFIX)/share/doc/sfpu/examples
# The Python package. Debian's python3 looks below /usr for any version, and below /usr/local for its own.
PYTHONDIR = $(PREFIX)/lib/$(if $(filter /usr/local,$(PREFIX)),$(DEBIAN_PYTHON),python3)/dist-packages
DEBIAN_PYTHON = $(or $(shell /usr/bin/python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])' \
	2> /dev/null),python3)
# What is in the folder of the examples, and is none: the package's sources, and what Python's tools leave there.
NO_EXAMPLE = examples/python/sfpu examples/python/pyproject.toml '*/__pycache__' '*/.*' examples/python/build \
	'*.egg-info'
PYTHON_INFO = $(PYTHONDIR)/sfpu-$(VERSION).dist-info
# Where gdb looks for what it reads at its start: Debian's, in /etc/gdb/gdbinit.d alone.
GDBINITDIR = $(if $(filter /usr,$(PREFIX)),,$(PREFIX))/etc/gdb/gdbinit.d
# What it shows of kernels under sfpsim --gdb; in SHAREDIR for who has another gdb read it.
GDB_SCRIPT = sim/gdb/sfpu-gdb.py

install: all man completions
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)/sfpu-record $(DESTDIR)$(SHAREDIR) $(DESTDIR)$(GDBINITDIR)
	install $(PROGRAMS:%=$(BUILD)/%) $(DESTDIR)$(BINDIR)
	install -m 644 include/sfpu.h $(DEVICE_HEADER) $(DESTDIR)$(INCLUDEDIR)
	install -m 644 $(KERNEL_INCLUDE) $(GDB_SCRIPT) $(DESTDIR)$(SHAREDIR)
	install -m 644 $(GDB_SCRIPT) $(DESTDIR)$(GDBINITDIR)
	$(BUILD)/sfpasm --record-headers=$(DESTDIR)$(INCLUDEDIR)/sfpu-record
	install -m 644 $(STATIC) $(SHARED) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libsfpu.so
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LDLIBS)|' \
		-e 's|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|; s|@INCLUDEDIR@|$(INCLUDEDIR:$(PREFIX)/%=$${prefix}/%)|' \
		sim/lib/sfpu.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/sfpu.pc
	install -d $(DESTDIR)$(CMAKEDIR)
	for file in sfpu-config.cmake sfpu-config-version.cmake; do \
		sed -e 's|@INCLUDEDIR@|$(shell realpath -m --relative-to=$(LIBDIR) $(INCLUDEDIR))|; s|@VERSION@|$(VERSION)|' \
			-e 's|@SHARED@|$(notdir $(SHARED))|; s|@SONAME@|$(SONAME)|; s|@MAJOR@|$(firstword $(subst ., ,$(VERSION)))|' \
			sim/lib/$$file.in > $(DESTDIR)$(CMAKEDIR)/$$file; \
	done
	install -d $(DESTDIR)$(BASHDIR) $(DESTDIR)$(ZSHDIR)
	install -m 644 $(PROGRAMS:%=$(COMPLETIONS)/bash/%) $(DESTDIR)$(BASHDIR)
	install -m 644 $(PROGRAMS:%=$(COMPLETIONS)/zsh/_%) $(DESTDIR)$(ZSHDIR)
	for page in $(MANUAL); do \
		section=$${page##*.}; \
		install -d $(DESTDIR)$(MANDIR)/man$$section; \
		install -m 644 $$page $(DESTDIR)$(MANDIR)/man$$section; \
	done
	find examples $(NO_EXAMPLE:%=-path % -prune -o) -type f -print | while read -r file; do \
		install -D -m 644 "$$file" $(DESTDIR)$(EXAMPLEDIR)/"$${file#examples/}"; \
	done

	install -d $(DESTDIR)$(PYTHONDIR)/sfpu $(DESTDIR)$(PYTHON_INFO)
	install -m 644 examples/python/sfpu/*.py examples/python/sfpu/py.typed $(DESTDIR)$(PYTHONDIR)/sfpu
	asm/cli/gen-dist-info examples/python/pyproject.toml $(VERSION) $(DESTDIR)$(PYTHON_INFO)

uninstall:
	rm -f $(PROGRAMS:%=$(DESTDIR)$(BINDIR)/%) $(addprefix $(DESTDIR)$(INCLUDEDIR)/,sfpu.h sfpu_tti.h) $(DESTDIR)$(LIBDIR)/pkgconfig/sfpu.pc
	rm -f $(DESTDIR)$(GDBINITDIR)/$(notdir $(GDB_SCRIPT))
	rm -f $(PROGRAMS:%=$(DESTDIR)$(BASHDIR)/%) $(PROGRAMS:%=$(DESTDIR)$(ZSHDIR)/_%)
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,libsfpu.a libsfpu.so $(SONAME) $(notdir $(SHARED)))
	for page in $(MANUAL); do rm -f $(DESTDIR)$(MANDIR)/man$${page##*.}/$${page##*/}; done
	rm -rf $(DESTDIR)$(INCLUDEDIR)/sfpu-record $(DESTDIR)$(SHAREDIR) $(DESTDIR)$(EXAMPLEDIR) $(DESTDIR)$(CMAKEDIR)
	rm -rf $(DESTDIR)$(PYTHONDIR)/sfpu $(DESTDIR)$(PYTHON_INFO)
	-rmdir --ignore-fail-on-non-empty $(dir $(DESTDIR)$(EXAMPLEDIR))

# ---- Debian packages ----

# What `make deb` needs on top of the build's, and what looks at what comes of it.
DEB_PACKAGES = $(BUILD_PACKAGES) build-essential debhelper dh-python python3 lintian
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
