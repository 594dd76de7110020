/* ELF files to memory: segments, symbols, arch, and one error for what is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "core/load.h"
#include "riscv_words.h"
#include "base/word_bytes.h"

enum { L1_SIZE = 0x10000, LOCAL = (int)0xFFB00000, LOCAL_SIZE = 0x800 };

/* A file: code of five words at 0x1000, data of two at the start of local RAM (and four more bytes without any), which
 * lie at 0x3000 before the program runs; symbols, and the arch. */
struct file {
    Elf32_Ehdr header;
    Elf32_Phdr segments[2];
    Elf32_Shdr sections[5];
    uint32_t code[5], data[2];
    Elf32_Sym symbols[14];
    char names[600];
    unsigned char attributes[48];
};

enum { NONE, TEXT, SYMTAB, STRTAB, ATTRIBUTES, SECTIONS };

static uint32_t name_of(struct file *f, const char *name)
{
    static const char end[1];
    char *at = f->names + 1;

    while (*at)
        at += strlen(at) + 1;
    assert_true(at + strlen(name) < f->names + sizeof f->names - sizeof end);
    strcpy(at, name);
    return (uint32_t)(at - f->names);
}

static void add_symbol(struct file *f, const char *name, uint32_t value, uint32_t size, unsigned type, unsigned section)
{
    Elf32_Sym *symbol = f->symbols + 1;

    while (symbol->st_name)
        symbol++;
    assert_true(symbol < f->symbols + sizeof f->symbols / sizeof *f->symbols);
    *symbol = (Elf32_Sym){name_of(f, name), value, size, (unsigned char)ELF32_ST_INFO(STB_GLOBAL, type), 0,
                          (Elf32_Half)section};
}

static void add_attributes(struct file *f)
{
    static const char isa[] = "rv32im_xtttensixwh1p0";
    /* 'A', the size of what follows, "riscv", the file's tag and its size, Tag_RISCV_arch */
    unsigned char head[] = {'A', 0, 0, 0, 0, 'r', 'i', 's', 'c', 'v', 0, 1, 0, 0, 0, 0, 5};

    head[1] = sizeof head - 1 + sizeof isa;
    head[12] = sizeof head - 11 + sizeof isa;
    memcpy(f->attributes, head, sizeof head);
    memcpy(f->attributes + sizeof head, isa, sizeof isa);
    f->sections[ATTRIBUTES] = (Elf32_Shdr){.sh_type = 0x70000003, .sh_offset = offsetof(struct file, attributes),
                                           .sh_size = sizeof head + sizeof isa};
}

static struct file *made(void)
{
    struct file *f = calloc(1, sizeof *f);

    assert_non_null(f);
    memcpy(f->header.e_ident, ELFMAG, SELFMAG);
    f->header.e_ident[EI_CLASS] = ELFCLASS32;
    f->header.e_ident[EI_DATA] = ELFDATA2LSB;
    f->header.e_ident[EI_VERSION] = EV_CURRENT;
    f->header = (Elf32_Ehdr){
        .e_type = ET_EXEC, .e_machine = EM_RISCV, .e_version = EV_CURRENT, .e_entry = 0x1000,
        .e_phoff = offsetof(struct file, segments), .e_shoff = offsetof(struct file, sections),
        .e_ehsize = sizeof f->header, .e_phentsize = sizeof(Elf32_Phdr), .e_phnum = 2,
        .e_shentsize = sizeof(Elf32_Shdr), .e_shnum = SECTIONS, .e_shstrndx = STRTAB};
    memcpy(f->header.e_ident, ELFMAG "\1\1\1", SELFMAG + 3);
    f->segments[0] = (Elf32_Phdr){PT_LOAD, offsetof(struct file, code), 0x1000, 0x1000, sizeof f->code, sizeof f->code,
                                  PF_R | PF_X, 4};
    f->segments[1] = (Elf32_Phdr){PT_LOAD, offsetof(struct file, data), (uint32_t)LOCAL, 0x3000, sizeof f->data,
                                  sizeof f->data + 4, PF_R | PF_W, 4};
    f->sections[TEXT] = (Elf32_Shdr){.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_addr = 0x1000,
                                     .sh_offset = offsetof(struct file, code), .sh_size = sizeof f->code};
    f->sections[SYMTAB] = (Elf32_Shdr){.sh_type = SHT_SYMTAB, .sh_offset = offsetof(struct file, symbols),
                                       .sh_size = sizeof f->symbols, .sh_link = STRTAB,
                                       .sh_entsize = sizeof *f->symbols};
    f->sections[STRTAB] = (Elf32_Shdr){.sh_type = SHT_STRTAB, .sh_offset = offsetof(struct file, names),
                                       .sh_size = sizeof f->names};
    f->code[0] = riscv_word(RV_LW, 10, 3, 0, 4);
    f->code[1] = riscv_word(RV_JALR, 0, 1, 0, 0);
    f->data[0] = 0x11111111;
    f->data[1] = 0x22222222;
    add_symbol(f, "_start", 0x1000, 0, STT_NOTYPE, TEXT);
    add_symbol(f, "main", 0x1000, 8, STT_FUNC, TEXT);
    add_symbol(f, "_ZN2ns3runILi1EEEvv", 0x1008, 4, STT_FUNC, TEXT);
    add_symbol(f, "_ZN2ns3runILi2EEEvv", 0x100C, 4, STT_FUNC, TEXT);
    add_symbol(f, "_ZN12_GLOBAL__N_14initEv", 0x1010, 2, STT_FUNC, TEXT);
    add_symbol(f, "_ZL4stopi", 0x1012, 0, STT_FUNC, TEXT);
    add_symbol(f, "__global_pointer$", (uint32_t)LOCAL, 0, STT_NOTYPE, SHN_ABS);
    add_symbol(f, "__stack_top", 0xFFB00800, 0, STT_NOTYPE, SHN_ABS);
    add_symbol(f, "table", (uint32_t)LOCAL + 4, 4, STT_OBJECT, SHN_ABS);
    add_symbol(f, "inner", 0x1004, 0, STT_NOTYPE, TEXT);
    add_symbol(f, ".L1", 0x1004, 0, STT_NOTYPE, TEXT);
    add_attributes(f);
    f->sections[ATTRIBUTES].sh_name = name_of(f, ".riscv.attributes");
    return f;
}

/* The memory of a core. */
struct memory {
    uint8_t l1[L1_SIZE], local[LOCAL_SIZE];
    struct rv_span spans[RV_SPANS];
};

static void clear(struct memory *m)
{
    memset(m, 0xEE, sizeof *m);
    memset(m->spans, 0, sizeof m->spans);
    m->spans[0] = (struct rv_span){0, L1_SIZE, m->l1, true};
    m->spans[1] = (struct rv_span){(uint32_t)LOCAL, LOCAL_SIZE, m->local, false};
}

static void load(struct file *f, struct memory *m, struct rv_image *image)
{
    const struct sfp_buffer buffer = {.data = (char *)f, .size = sizeof *f};
    char *error;

    clear(m);
    if (!rv_load_elf(&buffer, "k.elf", m->spans, image, &error))
        fail_msg("%s", error);
}

static struct memory memory;

static void test_segments(void **state)
{
    struct file *f = made();
    struct rv_image image;

    (void)state;
    load(f, &memory, &image);
    assert_int_equal(image.entry, 0x1000);
    assert_int_equal(image.arch, SFP_WH);
    assert_false(image.compressed);
    assert_int_equal(image.code_count, 1);
    assert_true(image.code[0].address == 0x1000 && image.code[0].size == 20);
    assert_int_equal(sfp_word_at(memory.l1 + 0x1004), f->code[1]);
    assert_int_equal(sfp_word_at(memory.local + 4), 0x22222222);
    assert_int_equal(sfp_word_at(memory.local + 8), 0);
    assert_int_equal(memory.local[12], 0xEE);
    assert_int_equal(sfp_word_at(memory.l1 + 0x3004), 0x22222222); /* where start-up code takes it from */
    assert_int_equal(memory.l1[0x3008], 0xEE);
    free(f);
    rv_image_free(&image);
}

/* Nothing is written where another segment runs, or where there is no memory. */
static void test_load_address(void **state)
{
    struct file *f = made();
    struct rv_image image;

    (void)state;
    f->segments[1].p_paddr = 0x1010;
    load(f, &memory, &image);
    assert_int_equal(sfp_word_at(memory.l1 + 0x1010), f->code[4]);
    rv_image_free(&image);
    f->segments[1].p_paddr = 0x80000000;
    load(f, &memory, &image);
    rv_image_free(&image);
    free(f);
}

/* The local data RAM's bytes are at the symbol too, in a segment without bytes, but not over those of another one. */
static void test_start_symbol(void **state)
{
    struct file *f = made();
    struct rv_image image;

    (void)state;
    f->segments[1].p_paddr = f->segments[1].p_vaddr;
    add_symbol(f, "__loader_init_start", 0x2000, 0, STT_NOTYPE, SHN_ABS);
    load(f, &memory, &image);
    assert_int_equal(sfp_word_at(memory.l1 + 0x2004), 0x22222222);
    assert_int_equal(memory.l1[0x2008], 0xEE);
    rv_image_free(&image);
    f->segments[0].p_memsz = 0x1100;
    load(f, &memory, &image);
    assert_int_equal(sfp_word_at(memory.l1 + 0x2004), 0x22222222);
    rv_image_free(&image);
    f->segments[0].p_memsz = f->segments[0].p_filesz;
    for (Elf32_Sym *s = f->symbols; s < f->symbols + sizeof f->symbols / sizeof *f->symbols; s++) {
        if (s->st_value == 0x2000)
            s->st_value = 0x1010;
    }
    load(f, &memory, &image);
    assert_int_equal(sfp_word_at(memory.l1 + 0x1010), f->code[4]);
    rv_image_free(&image);
    free(f);
}

static void test_run(void **state)
{
    const struct rv_bus bus = {0};
    struct file *f = made();
    struct rv_image image;
    struct rv_core core;

    (void)state;
    load(f, &memory, &image);
    free(f);
    rv_core_init(&core, image.arch, &bus);
    assert_true(rv_core_add_span(&core, &memory.spans[0]) && rv_core_add_span(&core, &memory.spans[1]));
    assert_true(rv_start(&core, &image));
    assert_int_equal(core.x[RV_SP], 0xFFB00800);
    rv_call(&core, core.pc);
    assert_int_equal(rv_run(&core, 100), RV_STOP_RETURN);
    assert_int_equal(core.x[RV_A0], 0x22222222);
    rv_core_free(&core);
    rv_image_free(&image);
}

/* ---- Names ---- */

static void assert_named(const struct rv_image *image, const char *name, uint32_t address)
{
    char *error;
    const struct rv_symbol *symbol = rv_symbol_named(image, name, &error);

    if (!symbol)
        fail_msg("%s", error);
    assert_int_equal(symbol->address, address);
}

static void assert_not_named(const struct rv_image *image, const char *name, const char *expected)
{
    char *error;

    assert_null(rv_symbol_named(image, name, &error));
    assert_string_equal(error, expected);
    free(error);
}

static void test_names(void **state)
{
    struct file *f = made();
    struct rv_image image;

    (void)state;
    load(f, &memory, &image);
    free(f);
    assert_named(&image, "main", 0x1000);
    assert_named(&image, "_ZN2ns3runILi2EEEvv", 0x100C);
    assert_named(&image, "init", 0x1010);
    assert_named(&image, "stop", 0x1012);
    assert_named(&image, "table", 0xFFB00004);
    assert_named(&image, "ns::run<2>", 0x100C);
    assert_not_named(&image, "ns::run", "'ns::run' names several functions: ns::run<1>() is _ZN2ns3runILi1EEEvv, "
                                        "ns::run<2>() is _ZN2ns3runILi2EEEvv");
    assert_not_named(&image, "ns::run<3>", "no symbol 'ns::run<3>'");
    assert_not_named(&image, "run", "no symbol 'run'");
    assert_not_named(&image, "ns::ru", "no symbol 'ns::ru'");
    assert_not_named(&image, "ns::run::x", "no symbol 'ns::run::x'");
    assert_not_named(&image, "maim", "no symbol 'maim'; did you mean 'main'?");
    assert_null(rv_symbol_spelt(&image, ".L1"));
    rv_image_free(&image);
}

static void assert_at(const struct rv_image *image, uint32_t address, const char *name)
{
    const struct rv_symbol *symbol = rv_symbol_at(image, address);

    if (name)
        assert_string_equal(symbol ? symbol->name : "none", name);
    else
        assert_null(symbol);
}

/* C++ names mean what the Itanium C++ ABI, "Mangling", says, by hand; they are called by less of it. One of few letters
 * that would mean A<A<...>, A<...>> 30 levels deep, of as many letters as memory has bytes, is left as it is. */
static void test_cpp_names(void **state)
{
    static const struct {
        const char *name, *shown, *called[3], *not_called;
    } cases[] = {
        {"_Z4exp_j", "exp_(unsigned int)", {"exp_", "_Z4exp_j"}, "exp"},
        {"_ZN7ckernel5scaleILi2ELb1EEEvj", "ckernel::scale<2, true>(unsigned int)",
         {"ckernel::scale", "ckernel::scale<2, true>", "ckernel::scale<2,true>"}, "ckernel::scale<2>"},
        {"_ZN12_GLOBAL__N_12goEv", "(anonymous namespace)::go()", {"go", "(anonymous namespace)::go"}, "o"},
        {"_ZN2ns3BoxIiE3putEi", "ns::Box<int>::put(int)", {"ns::Box::put", "ns::Box<int>::put"}, "ns::Box"},
        {"_ZL5localv", "local()", {"local"}, "loca"},
        {"_ZN2ns5tableE", "ns::table", {"ns::table"}, "ns::tab"},
        {"plain", "plain", {"plain"}, "pla"},
        {"_ZQq", "_ZQq", {"_ZQq"}, "ZQq"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct file *f = made();
        struct rv_image image;
        char *error;

        add_symbol(f, cases[i].name, 0x1008, 4, STT_FUNC, TEXT);
        load(f, &memory, &image);
        free(f);
        assert_string_equal(rv_symbol_spelt(&image, cases[i].name)->shown, cases[i].shown);
        for (size_t c = 0; c < 3 && cases[i].called[c]; c++)
            assert_named(&image, cases[i].called[c], 0x1008);
        assert_null(rv_symbol_named(&image, cases[i].not_called, &error));
        free(error);
        rv_image_free(&image);
    }
}

static void test_too_long_a_name(void **state)
{
    static const char *const parts[] = {"S0_", "S1_", "S2_", "S3_", "S4_", "S5_", "S6_", "S7_", "S8_", "S9_",
                                        "SA_", "SB_", "SC_", "SD_", "SE_", "SF_", "SG_", "SH_", "SI_", "SJ_",
                                        "SK_", "SL_", "SM_", "SN_", "SO_", "SP_", "SQ_", "SR_", "SS_", "ST_"};
    struct file *f = made();
    struct rv_image image;
    char name[400] = "_Z1f1AIiiE";

    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        snprintf(name + strlen(name), sizeof name - strlen(name), "S_I%s%sE", parts[i], parts[i]);
    add_symbol(f, name, 0x1008, 4, STT_FUNC, TEXT);
    load(f, &memory, &image);
    free(f);
    assert_string_equal(rv_symbol_spelt(&image, name)->shown, name);
    rv_image_free(&image);
}

static void test_addresses(void **state)
{
    struct file *f = made();
    struct rv_image image;

    (void)state;
    load(f, &memory, &image);
    free(f);
    assert_at(&image, 0xFFC, NULL);
    assert_at(&image, 0x1000, "main"); /* and not the label at the same place */
    assert_at(&image, 0x1007, "main"); /* and not the label in it */
    assert_at(&image, 0x100B, "_ZN2ns3runILi1EEEvv");
    assert_at(&image, 0x1011, "_ZN12_GLOBAL__N_14initEv");
    assert_at(&image, 0x1013, "_ZL4stopi");
    assert_at(&image, 0xFFB00005, "_ZL4stopi"); /* that has no end; what is no code does not count */
    rv_image_free(&image);
}

/* A file without section headers has all that it needs to run. */
static void test_stripped(void **state)
{
    struct file *f = made();
    struct rv_image image;

    (void)state;
    f->header.e_shoff = f->header.e_shnum = f->header.e_shstrndx = 0;
    f->header.e_flags = 1;
    load(f, &memory, &image);
    free(f);
    assert_true(image.arch == 0 && image.symbol_count == 0 && image.code_count == 1 && image.compressed);
    assert_at(&image, 0x1000, NULL);
    rv_image_free(&image);
}

/* ---- What is wrong ---- */

static void assert_refused(struct file *f, size_t size, const char *expected)
{
    const struct sfp_buffer buffer = {.data = (char *)f, .size = size};
    struct rv_image image;
    char *error;

    clear(&memory);
    assert_false(rv_load_elf(&buffer, "k.elf", memory.spans, &image, &error));
    assert_string_equal(error, expected);
    assert_null(image.symbols);
    free(error);
    free(f);
}

#define REFUSED(change, expected) \
    do { \
        struct file *f = made(); \
        change; \
        assert_refused(f, sizeof *f, expected); \
    } while (0)

static void test_refused(void **state)
{
    (void)state;
    REFUSED(f->header.e_ident[0] = 0, "'k.elf': not an ELF file");
    REFUSED(f->header.e_ident[EI_CLASS] = ELFCLASS64, "'k.elf': not a 32-bit little-endian ELF file");
    REFUSED(f->header.e_ident[EI_DATA] = ELFDATA2MSB, "'k.elf': not a 32-bit little-endian ELF file");
    REFUSED(f->header.e_machine = EM_386, "'k.elf': an ELF file of machine 3, not of RISC-V");
    REFUSED(f->header.e_type = ET_CORE, "'k.elf': an ELF file of type 4, which holds no code");
    REFUSED(f->segments[0].p_flags = PF_R, "'k.elf': an ELF file without an executable segment");
    REFUSED((f->header.e_type = ET_REL, f->header.e_phnum = 0),
            "'k.elf': an object file: link it, so that it has segments");
    REFUSED(f->segments[1].p_vaddr = 0x1010, "'k.elf': segments 0 and 1 overlap, at 0x00001010");
    REFUSED(f->segments[1].p_memsz = 0x801,
            "'k.elf': segment 1, of 0x801 bytes at 0xffb00000, lies outside of the core's memory");
    REFUSED(f->segments[1].p_vaddr = UINT32_MAX,
            "'k.elf': segment 1, of 0xc bytes at 0xffffffff, lies outside of the core's memory");
    REFUSED(f->segments[1].p_flags = PF_X,
            "'k.elf': executable segment 1 at 0xffb00000: no code is fetched from there");
    REFUSED(f->segments[1].p_filesz = 13,
            "'k.elf': malformed ELF file: segment 1 has more bytes in the file than in memory");
    REFUSED(f->segments[0].p_offset = sizeof *f - 19, "'k.elf': a truncated ELF file: it ends before segment 0 does");
    REFUSED(f->segments[0].p_offset = UINT32_MAX, "'k.elf': a truncated ELF file: it ends before segment 0 does");
    REFUSED(memcpy(strstr((char *)f->attributes + 17, "wh1p0"), "qsr10", 5),
            "'k.elf': '.riscv.attributes' says that the code is for Quasar, not for wormhole (wh) or blackhole (bh)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_segments),  cmocka_unit_test(test_load_address), cmocka_unit_test(test_start_symbol),
        cmocka_unit_test(test_run),
        cmocka_unit_test(test_names),     cmocka_unit_test(test_cpp_names),
        cmocka_unit_test(test_too_long_a_name), cmocka_unit_test(test_addresses),    cmocka_unit_test(test_stripped),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests_name("riscv_load", tests, NULL, NULL);
}
