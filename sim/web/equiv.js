// A page of two kernels compared: the first and the worst difference, with both lanes side by side.
"use strict";

function kernelText(kernel) {
    return `${kernel.kernel}, ${kernel.arch}, ${shownNumber(kernel.steady_cycles_per_32_lanes
        || kernel.cycles_per_32_lanes, 4)} cycles per 32 lanes`;
}

function verdictText(data) {
    const counted = data.ulp === null ? "bit for bit" : `within ${data.ulp} ulp`;

    if (!data.equal)
        return `Different for ${data.different_inputs} of ${data.n_inputs} inputs, in ${data.different_cells} cells.`;
    return `Equal ${counted}${data.nan === "any" ? ", except for the bits of NaNs" : ""}, for ${data.n_inputs} inputs`
        + `${data.sample === null ? "" : ", a sample"}${data.complete ? "." : "; interrupted."}`;
}

// ---- A difference ----

const PARTINGS = new Map([["pair", "differs at"], ["alone", "alone has the result of"], ["store", "stores last at"]]);

function partingText(name, step) {
    if (!step)
        return `${name} never stores to this cell.`;
    return `${name} ${PARTINGS.get(step.by)} ${step.place}: ${step.scheduled ? "schedules " : ""}${instructionOf(step)}`
        + `, cycle ${step.cycle}: ${targetOf(step)} ${effectOf(step.before)} → ${effectOf(step.after)}`;
}

function isStep(step, parting) {
    return Boolean(step && parting) && ["cycle", "place", "instruction"].every((k) => step[k] === parting[k])
        && targetOf(step) === targetOf(parting);
}

function sideCells(step) {
    return step ? cells(step.cycle, element("code", {title: step.place}, instructionOf(step)), targetOf(step),
                        effectOf(step.after)) : cells("", "", "", "");
}

function pairRow(a, b, difference) {
    const parts = isStep(a, difference.parts_a) || isStep(b, difference.parts_b), same = sameResult(a, b);
    const still = same && !parts && !a.depends && !b.depends;

    return element("tr", {class: `${parts ? "parts " : ""}${same ? "" : "differs "}${still ? "still" : ""}`.trim()},
                   ...sideCells(a), ...sideCells(b));
}

// Returns a table of both lanes' steps, or null if the document has no steps.
function lanesTable(difference) {
    const a = difference.trace_a, b = difference.trace_b;

    if (!a || !b)
        return null;
    return table(["A: cycle", "instruction", "writes", "after", "B: cycle", "instruction", "writes", "after"],
                 alignSteps(a, b).map(([i, k]) => pairRow(a[i], b[k], difference)), {class: "steps sides"});
}

function differenceInput(d) {
    const input = d.x ? `x = ${shownValue(d.x)}${d.y ? `, y = ${shownValue(d.y)}` : ""}`
                      : `In the pass of input ${d.input}`;

    return `${input}: row ${d.cell.row}, column ${d.cell.column}, lane ${d.cell.lane}`;
}

function differencePane(id, heading, d) {
    const dropped = (d.trace_a_dropped || 0) + (d.trace_b_dropped || 0);

    return pane(id, heading, element("div", {},
        element("p", {}, differenceInput(d)),
        facts([["A", shownValue(d.a)], ["B", shownValue(d.b)],
               ["distance", d.ulp === "nan" ? "one is NaN" : `${d.ulp} ulp`]]),
        element("p", {}, partingText("A", d.parts_a)), element("p", {}, partingText("B", d.parts_b)),
        element("div", {class: "lane-scroller"}, lanesTable(d)),
        element("p", {}, "Marked: the steps where the kernels part. Pale: steps that do not depend on the input."
                + (dropped ? ` ${dropped} steps in the middle are left out.` : ""))));
}

function isOne(a, b) {
    return a.input === b.input && a.cell.row === b.cell.row && a.cell.column === b.cell.column;
}

// ---- The page ----

class EquivPage {
    constructor(data, host) {
        const parts = [];

        if (data.first)
            parts.push(differencePane("pane-first", "The first difference", data.first));
        if (data.worst && !isOne(data.first, data.worst))
            parts.push(differencePane("pane-worst", "The worst difference", data.worst));
        replace(host, element("section", {class: "head"}, facts([
            ["A", kernelText(data.a)], ["B", kernelText(data.b)],
            ["inputs", `${data.n_inputs} of ${data.n_all} ${data.in}`], ["in Dst", data.dst_format],
            ["compared", `${data.compared_cells} cells as ${data.dtype}`],
            ["tolerated", `${data.tolerated_cells} cells`]])),
                element("p", {class: "verdict"}, verdictText(data)), ...parts,
                element("p", {class: "legend"}, "Keys: n and p the next and previous step that differs."));
        this.marked = [...host.querySelectorAll("tr.differs, tr.parts")];
        this.at = this.marked.findIndex((row) => row.classList.contains("parts"));
        this.show();
    }

    show() {
        this.marked.forEach((row, i) => row.classList.toggle("chosen", i === this.at));
        if (this.at >= 0)
            this.marked[this.at].scrollIntoView({block: "nearest"});
    }

    step(by) {
        if (!this.marked.length)
            return;
        this.at = (this.at + by + this.marked.length) % this.marked.length;
        this.show();
    }
}

function showEquiv(data, host) {
    const page = new EquivPage(data, host);

    listen({n: () => page.step(1), p: () => page.step(-1)});
    entitle(`${data.a.kernel} and ${data.b.kernel}: ${data.equal ? "equal" : "different"}`);
    return page;
}
