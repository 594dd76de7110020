// A page of two runs, one above the other: their first difference, and their costs.
"use strict";

// Returns the index of the first op that differs in text or cycle, or -1.
function firstDifference(a, b) {
    const most = Math.max(a.count, b.count);

    for (let i = 0; i < most; i++)
        if (i >= a.count || i >= b.count || a.textOf(i) !== b.textOf(i) || a.cycle[i] !== b.cycle[i])
            return i;
    return -1;
}

function describeDifference(a, b) {
    const at = firstDifference(a, b);
    const of = (run) => at < run.count ? `${run.textOf(at)} in cycle ${run.cycle[at]}` : "no instruction";

    return at < 0 ? "Both runs start the same instructions in the same cycles."
                  : `The runs first differ at instruction ${at}: ${of(a)}, and ${of(b)}.`;
}

function compareTable(a, b) {
    const rows = [["kernel", (r) => r.data.kernel], ["cycles", (r) => r.data.cycles],
                  ["instructions", (r) => r.data.stats.instructions.issued],
                  ["cycles per 32 lanes", (r) => {
                      const steady = r.data.stats.steady_cycles_per_32_lanes;

                      return typeof steady === "number" ? Number(steady.toFixed(2)) : "";
                  }],
                  ["findings", (r) => r.groups.length]];

    return table(["", "this", "against"], rows.map(([name, value]) => element("tr", {}, ...cells(name, value(a), value(b)))));
}

// Shows both runs. Keys act on the first page until a click makes the other page active.
function showRuns(data, host) {
    const hosts = data.runs.map(() => element("section", {class: "one-run"}));
    const head = element("section", {id: "compared"});

    replace(host, head, ...hosts);
    const pages = data.runs.map((run, i) => new Page(run, hosts[i], `${i}-`));
    let active = pages[0];

    hosts.forEach((h, i) => h.addEventListener("pointerdown", () => {
        active = pages[i];
    }));
    document.addEventListener("keydown", (event) => active.key(event));
    document.title = `${data.runs[0].kernel} against ${data.runs[1].kernel}`;
    byId("title").textContent = document.title;
    replace(head, compareTable(pages[0].run, pages[1].run),
            element("p", {}, describeDifference(pages[0].run, pages[1].run), " ",
                    element("button", {type: "button", click: () => showDifference(pages)}, "show it")));
    return pages;
}

function showDifference(pages) {
    const at = firstDifference(pages[0].run, pages[1].run);

    if (at >= 0)
        pages.filter((p) => at < p.run.count).forEach((p) => p.select(at));
}
