/* The target description, in XML. */
#include "gdb_connection.h"

#include <stdio.h>

#include "memory_regions.h"
#include "register_table.h"

static void add_xml_line(struct text *out, const char *line)
{
    text_print(out, "%s\n", line);
}

/* Writes types for registers, in addition to gdb's own. */
static void add_types(struct text *out)
{
    add_xml_line(out, "<vector id=\"v32f\" type=\"ieee_single\" count=\"32\"/>");
    add_xml_line(out, "<vector id=\"v32u\" type=\"uint32\" count=\"32\"/>");
    add_xml_line(out, "<vector id=\"v32i\" type=\"int32\" count=\"32\"/>");
    text_print(out, "<vector id=\"v15u\" type=\"uint32\" count=\"%d\"/>\n", SFPU_STACK);
    add_xml_line(out, "<union id=\"lreg\"><field name=\"f\" type=\"v32f\"/><field name=\"u\" type=\"v32u\"/>"
             "<field name=\"i\" type=\"v32i\"/></union>");
    text_print(out, "<flags id=\"lanes\" size=\"4\">");
    for (unsigned lane = 0; lane < SFPU_LANES; lane++)
        text_print(out, "<field name=\"l%u\" start=\"%u\" end=\"%u\"/>", lane, lane, lane);
    add_xml_line(out, "</flags>");
}

static void add_bank(struct text *out, const struct register_bank *bank)
{
    for (unsigned i = 0; i < bank->count; i++) {
        text_print(out, "<reg name=\"%s", bank->name);
        if (bank->count > 1)
            text_print(out, "%u", i);
        text_print(out, "\" bitsize=\"%u\" type=\"%s\"", 8 * bank->bytes, bank->type);
        text_print(out, "%s/>\n", bank->core ? "" : " group=\"sfpu\"");
    }
}

static void add_banks(struct text *out, bool core)
{
    const struct register_bank *bank;

    for (size_t row = 0; (bank = register_bank(row)); row++)
        if (bank->core == core)
            add_bank(out, bank);
}

void description_registers(struct text *out)
{
    add_xml_line(out, "<?xml version=\"1.0\"?>");
    add_xml_line(out, "<!DOCTYPE target SYSTEM \"gdb-target.dtd\">");
    /* Without <osabi>, gdb assumes GNU/Linux and steps by its own breakpoints. */
    add_xml_line(out, "<target version=\"1.0\"><architecture>riscv:rv32</architecture><osabi>none</osabi>");
    add_xml_line(out, "<feature name=\"org.gnu.gdb.riscv.cpu\">");
    add_banks(out, true);
    add_xml_line(out, "</feature><feature name=\"org.tenstorrent.sfpu\">");
    add_types(out);
    add_banks(out, false);
    add_xml_line(out, "</feature></target>");
}

void description_memory(struct text *out, const struct debuggee *d)
{
    const struct memory_region *region;

    add_xml_line(out, "<?xml version=\"1.0\"?>");
    add_xml_line(out, "<!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB Memory Map V1.0//EN\" "
             "\"http://sourceware.org/gdb/gdb-memory-map.dtd\">");
    add_xml_line(out, "<memory-map>");
    for (size_t row = 0; (region = memory_region(row)); row++)
        if (region->size(d))
            text_print(out, "<memory type=\"ram\" start=\"0x%lx\" length=\"0x%zx\"/>\n", (unsigned long)region->start,
                       region->size(d));
    add_xml_line(out, "</memory-map>");
}
