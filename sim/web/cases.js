// A page of cases, for example of a batch: failed cases first, each with its output.
"use strict";

const STATUSES = ["failed", "not run", "passed"];

// Returns the cases' indices in display order.
function orderCases(cases) {
    return cases.map((c, i) => i).sort((a, b) =>
        STATUSES.indexOf(cases[a].status) - STATUSES.indexOf(cases[b].status) || a - b);
}

// Returns whether the name, status, findings and output of a case together contain every word of `text`.
function caseMatches(c, text) {
    const all = [c.name, c.kernel, c.status, c.reason, c.output, ...c.remarks.flatMap((r) => [r.name, r.text])]
        .join("\n").toLowerCase();

    return text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}

// ---- A case ----

function caseId(i) {
    return `case-${i + 1}`;
}

function statusMark(c) {
    return element("span", {class: `status ${c.status.replace(" ", "-")}`}, c.status);
}

function remarkRow(r) {
    const place = r.file ? `${r.file}${r.line ? `:${r.line}` : ""}` : "";

    return element("tr", {class: r.fails ? "fails" : ""}, ...cells(...groupCells(r, place), r.text || ""));
}

function caseDetails(c, i) {
    return element("details", {id: caseId(i), class: "case"}, element("summary", {}, statusMark(c), " ", c.name),
                   facts([["kernel", c.kernel || "–"], ["line", c.line ?? "–"], ["cycles", c.cycles ?? "–"],
                          ["reason", c.reason ?? "–"]]),
                   c.remarks.length ? table([...GROUP_HEADINGS, "description"], c.remarks.map(remarkRow),
                                            {class: "findings"}) : null,
                   c.output ? element("pre", {}, c.output) : null);
}

function caseRow(c, i, open) {
    const per = c.steady_cycles_per_32_lanes ?? c.cycles_per_32_lanes;

    return element("tr", {},
                   ...cells(statusMark(c), c.line ?? "",
                            element("a", {href: `#${caseId(i)}`, click: () => open(i)}, c.name), c.cycles ?? "",
                            per === null ? "" : shownNumber(per, 4), c.remarks.length || "", c.reason ?? ""));
}

// ---- The page ----

function casesSummary(data) {
    return facts([["cases", data.n_cases], ["passed", data.n_passed], ["failed", data.n_failed],
                  ["not run", data.n_not_run]]);
}

class CasesPage {
    constructor(data, host) {
        const order = orderCases(data.cases);

        this.cases = order.map((i) => data.cases[i]);
        this.details = order.map((i) => caseDetails(data.cases[i], i));
        this.rows = order.map((i, at) => caseRow(data.cases[i], i, () => {
            this.details[at].open = true;
        }));
        this.shown = element("output", {class: "said", "aria-live": "polite"});
        this.filter = element("input", {type: "search", id: "filter", input: () => this.apply(),
                                        placeholder: "words of a name, a finding, a message"});
        replace(host, element("section", {class: "head"}, casesSummary(data)),
                element("p", {class: "filter"}, element("label", {for: "filter"}, "Show cases with "), this.filter, " ",
                        this.shown),
                table(["", "line", "case", "cycles", "per 32 lanes", "remarks", "why"], this.rows,
                      {class: "numbers cases"}),
                element("section", {}, ...this.details),
                element("p", {class: "legend"},
                        "Keys: / filter, f only cases that did not pass, or all, Esc all cases."));
        this.apply();
    }

    apply() {
        const shown = this.cases.map((c) => caseMatches(c, this.filter.value) && !(this.bad && c.status === "passed"));

        shown.forEach((is, i) => {
            this.rows[i].hidden = this.details[i].hidden = !is;
        });
        replace(this.shown, `${shown.filter(Boolean).length} of ${shown.length} cases`);
    }

    set(text, bad) {
        this.filter.value = text;
        this.bad = bad;
        this.apply();
    }
}

function showCases(data, host) {
    const page = new CasesPage(data, host);

    const all = () => page.set("", false);

    listen({"/": () => page.filter.focus(), f: () => page.set(page.filter.value, !page.bad), Escape: all});
    page.filter.addEventListener("keydown", (event) => {
        if (event.key === "Escape") {
            all();
            page.filter.blur();
        }
    });
    entitle(`${data.name}: ${data.n_passed} of ${data.n_cases} passed`);
    return page;
}
