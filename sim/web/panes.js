// The panes under the timeline: source lines with cycles, loops with floors, findings, the chosen instruction.
"use strict";

function table(headings, rows, attributes = {}) {
    return element("table", attributes,
                   element("thead", {}, element("tr", {}, ...headings.map((h) => element("th", {scope: "col"}, h)))),
                   element("tbody", {}, ...rows));
}

function cells(...values) {
    return values.map((v) => element("td", {}, v instanceof Node ? v : String(v)));
}

// Makes a button that chooses an op.
function opButton(run, op, select) {
    return element("button", {class: "link", type: "button", click: () => select(op)},
                   `${run.markedTextOf(op)} @${run.cycle[op]}`);
}

// ---- The run in a few numbers ----

function summaryPane(run) {
    const stats = run.data.stats, pairs = [["arch", run.data.arch], ["cycles", run.data.cycles]];
    const lost = stats ? Object.entries(stats.slots.lost).filter(([, n]) => n > 0) : [];

    if (stats) {
        pairs.push(["instructions", stats.instructions.issued], ["IPC", stats.ipc.toFixed(2)]);
        if (stats.steady_cycles_per_32_lanes !== null)
            pairs.push(["cycles per 32 lanes", Number(stats.steady_cycles_per_32_lanes.toFixed(2))]);
        pairs.push(["lost", lost.length ? lost.map(([cause, n]) => `${cause} ${n}`).join(", ") : "nothing"]);
    }
    pairs.push(["passes", run.data.passes], ["findings", run.groups.length]);
    if (run.data.selected)
        pairs.push(["words", `selected by sfpasm (sfpi ${run.data.selected})`]);
    if (run.data.dropped)
        pairs.push(["not shown", `${run.data.dropped} instructions after the first ${run.count}`]);
    return element("dl", {class: "summary"},
                   ...pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]));
}

// ---- Source ----

function sourcePane(run, select) {
    const order = run.data.lines.map((line, i) => i).sort((a, b) => {
        const [fa, na] = run.data.lines[a], [fb, nb] = run.data.lines[b];

        return fa - fb || na - nb || a - b;
    });
    const first = new Map();

    for (let op = run.count - 1; op >= 0; op--)
        first.set(run.line[op], op);
    return table(["line", "slots", "items", "lost to", "source"], order.map((i) => {
        const [file, number, text] = run.data.lines[i], line = run.lost[i];
        const lost = [...line.lost].map(([cause, n]) => `${run.data.causes[cause].name} ${n}`).join(", ");
        const open = () => first.has(i) && select(first.get(i));

        return element("tr", {"data-line": i, tabindex: 0, click: open,
                              keydown: (event) => event.key === "Enter" && open()},
                       ...cells(file < 0 ? "" : `${run.data.files[file].replace(/.*\//, "")}:${number}`, line.slots || "",
                                line.items || "", lost, element("code", {}, text.trimEnd())));
    }), {class: "source"});
}

// ---- Loops, bodies and regions ----

function blockName(block) {
    const at = block.begins || block.recorded || {};
    const name = block.name ? `${block.kind} ${block.name}` : block.kind;

    return at.line ? `${name} at line ${at.line}` : name;
}

function floorOf(block) {
    return Math.max(block.floors.issue, block.floors.dependence, ...Object.values(block.floors.units));
}

// Makes a bar of the achieved cycles beside the floor.
function barOf(achieved, floor) {
    const most = Math.max(achieved, floor, 1);

    return svg("svg", {class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img",
                       "aria-label": `achieved ${achieved}, floor ${floor}`},
               svg("rect", {class: "achieved", width: 100 * achieved / most, height: 10}),
               svg("rect", {class: "floor", width: 100 * floor / most, height: 10}));
}

// Returns the run's first op for an instruction of the statistics, or -1.
function opOf(run, instruction) {
    const scheduled = instruction.by === "macro", ops = [];

    for (let op = 0; op < run.count; op++)
        if (run.index[op] === instruction.index && (run.how[op] === "s") === scheduled)
            ops.push(op);
    return ops.find((op) => run.textOf(op).endsWith(instruction.item)) ?? ops[0] ?? -1;
}

// Returns a row with the instructions of the dependence floor, if any dependence exists.
function criticalRow(run, block, select) {
    const {floor, instructions} = block.critical;
    const item = (i) => {
        const more = i.left_out ? `, ${i.left_out} more instructions` : "";
        const text = `${i.item}${i.by === "macro" ? ", scheduled" : ""}`;

        return element("li", {}, element("button", {class: "link", type: "button", click: () => select(opOf(run, i))}, text),
                       ` ${i.line ? `line ${i.line}` : `word ${i.index}`}, `
                       + `${i.cycles} ${i.cycles === 1 ? "cycle" : "cycles"}, latency ${i.latency}${more}`);
    };

    return block.floors.dependence <= 1 ? [] : [element("tr", {class: "critical"}, element("td", {colspan: 6},
        element("details", {}, element("summary", {}, `${floor}: ${block.floors.dependence} cycles`),
                element("ol", {}, ...instructions.map(item)))))];
}

function loopsPane(run, select) {
    const blocks = run.data.stats ? run.data.stats.blocks : [], steady = run.data.stats && run.data.stats.schedule;
    const rows = blocks.flatMap((b) => [element("tr", {},
        ...cells(blockName(b), b.instances, b.cycles.median, floorOf(b), barOf(b.cycles.median, floorOf(b)),
                 (b.binds || []).join(", "))), ...criticalRow(run, b, select)]);

    if (steady && steady.period)
        rows.unshift(element("tr", {}, ...cells("steady state", Math.floor(steady.cycles / steady.period), steady.period,
                                                steady.floor, barOf(steady.period, steady.floor),
                                                steady.binds.join(", "))));
    if (!rows.length)
        return element("p", {}, "No loop, REPLAY body or region ran.");
    return table(["what", "times", "cycles", "floor", "achieved beside floor", "binds"], rows, {class: "loops"});
}

// ---- Findings ----

const SHOWN_GROUPS = 1000;

function severityMark(severity) {
    return element("span", {class: `severity ${severity}`}, severity);
}

// Returns the columns that groups of a run and remarks about a case share: severity, name, counts, place.
function groupCells(group, place) {
    return [severityMark(group.severity), group.name, group.times, group.words > 1 ? group.words : "", place];
}

const GROUP_HEADINGS = ["severity", "finding", "times", "words", "place"];

// Makes a table of the groups, with a button for the instruction of the first finding.
function findingsPane(run, select) {
    const shown = run.groups.length > SHOWN_GROUPS ? gravestOf(run.groups, SHOWN_GROUPS) : run.groups;
    const left = run.groups.length - shown.length;
    const placeOf = (g) => g.file ? `${g.file.replace(/.*\//, "")}:${g.line}` : `word ${g.index}`;
    const first = (g) => g.first && g.first.op >= 0 ? opButton(run, g.first.op, select) : g.first ? `@${g.first.cycle}` : "";
    const row = (g) => element("tr", {}, ...cells(...groupCells(g, placeOf(g)),
                                                      `${g.possible ? "possible: " : ""}${g.text}`, first(g)));

    if (!shown.length)
        return element("p", {}, "Nothing was found.");
    return element("div", {}, table([...GROUP_HEADINGS, "description", "first"], shown.map(row), {class: "findings"}),
                   left ? element("p", {}, `${left} more findings are not shown.`) : null);
}

// ---- An instruction ----

// Makes a table of lanes in their order: 4 rows of 8.
function lanesGrid(values, lanes, format) {
    const rows = [];

    for (let r = 0; r < 4; r++) {
        const row = element("tr", {}, element("th", {scope: "row"}, String(8 * r)));

        for (let c = 0; c < 8; c++) {
            const lane = 8 * r + c;

            row.append(element("td", {class: lanes >>> lane & 1 ? "" : "off", title: `lane ${lane}`},
                               values ? FORMATS[format](values[lane]) : lanes >>> lane & 1 ? "1" : "·"));
        }
        rows.push(row);
    }
    return element("table", {class: "lanes"}, element("tbody", {}, ...rows));
}

function formatChoice(format, choose) {
    return element("select", {id: "format", "aria-label": "format of values", change: (event) => choose(event.target.value)},
                   ...Object.keys(FORMATS).map((f) => element("option", {value: f, selected: f === format}, f)));
}

function whyHere(run, op) {
    const held = run.held[op], link = run.because(op);

    if (held)
        return `held for ${held[0]} cycles: ${run.data.causes[held[1]].text || run.data.causes[held[1]].name}`;
    return link.op < 0 ? "the first" : link.why;
}

function opPane(run, op, format, select, chooseFormat) {
    if (op < 0)
        return element("p", {}, "Choose an instruction in the timeline: with the mouse, or with the arrow keys.");
    const list = (ops) => ops.length ? element("ul", {}, ...ops.slice(0, 40).map((o) =>
        element("li", {}, opButton(run, o, select)))) : "none";
    const value = run.valueOf(op), registers = run.registersOf(op);
    const facts = [["instruction", element("code", {}, run.textOf(op))], ["from", run.placeOf(run.line[op])],
                   ...(run.threads.length ? [["thread", run.threadOf(op)]] : []),
                   ["unit", run.unitOf(op)], ["cycle", `${run.cycle[op]}, ${HOW[run.how[op]]}`],
                   ["results", run.how[op] === "i" || run.how[op] === "s"
                       ? `can be read from cycle ${run.ready(op)} on` : "none"],
                   ["reason", whyHere(run, op)], ["reads results of", list(run.from[op])],
                   ["results read by", list(run.to[op])]];

    return element("div", {class: "op-pane"},
                   element("dl", {}, ...facts.flatMap(([name, v]) => [element("dt", {}, name), element("dd", {}, v)])),
                   element("div", {}, element("h3", {}, registers.length ? `${registers.join(", ")} after it` : "Lanes",
                                              " ", value ? formatChoice(format, chooseFormat) : null),
                           lanesGrid(value, run.lanesOf(op), format)));
}

// ---- The chain of causes ----

function chainPane(run, links, select) {
    if (!links.length)
        return element("p", {}, "Choose an instruction and press c for the chain of instructions that it waited for.");
    return element("ol", {class: "chain"}, ...links.map((link) =>
        element("li", {}, opButton(run, link.op, select), ` ${link.why}`)));
}
