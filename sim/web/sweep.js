// A page of a sweep: errors over the inputs, their distribution, and the worst inputs, each with its lane's steps.
"use strict";

// ---- Charts ----

const BINS_PER_LABEL = 8;

// labels below each side, at most
const MOST_LABELS = 5;

function ulpTickMarks(most) {
    return ulpTicks(most).map((ulp) => ({part: logPart(ulp, most), text: String(ulp)}));
}

function errorMarks(data, most, place, choose) {
    return data.offenders.map((p, i) => ({
        at: place(numberOf(p.x)), part: Math.min(1, logPart(p.ulp, most)),
        text: `x = ${shownNumber(p.x)}: ${shownNumber(p.ulp, 4)} ULP of the function itself`, choose: () => choose(i),
    })).filter((mark) => mark.at !== null);
}

// ---- Errors by quarters of octaves ----

function columnText(c) {
    return `x from ${shownNumber(c.low, 5)} to ${shownNumber(c.high, 5)}: `
        + (c.inexact ? `max ${shownNumber(c.max_ulp, 4)} ULP, at ${shownNumber(c.worst)}; ` : "")
        + `${c.inexact} of ${c.inputs} inputs not exact${c.defects ? `, ${c.defects} defects` : ""}`;
}

function octaveLabels(axis) {
    const every = Math.max(1, Math.ceil((axis.end - axis.first) / MOST_LABELS)), labels = [];

    for (let octave = axis.first; octave <= axis.end; octave += every)
        for (const sign of axis.signs)
            labels.push({at: axis.place(sign * 2 ** octave), text: `${sign < 0 ? "-" : ""}2^${octave}`});
    return axis.signs.length < 2 ? labels : [{at: 0.5, text: `±2^${axis.first}`}, ...labels.slice(axis.signs.length)];
}

function curveSpec(data, choose) {
    const columns = data.curve.columns, most = Math.max(...columns.map((c) => c.max_ulp));
    const axis = octaveAxis(columns);

    return {
        across: "x, logarithmic; ULP: the largest of a quarter of an octave; dashed: defects; dots: the worst inputs",
        ticks: ulpTickMarks(most), labels: octaveLabels(axis),
        bars: columns.map((c) => ({
            from: axis.place(c.low), to: axis.place(c.high), text: columnText(c),
            parts: [...(c.defects ? [{name: "defects", part: 1}] : []), {name: "mean", part: logPart(c.max_ulp, most)}],
        })),
        marks: errorMarks(data, most, axis.place, choose),
    };
}

// ---- Errors by the report's bins, if the report has no curve ----

function binText(bin) {
    const range = `x from ${shownNumber(bin.low, 4)} to ${shownNumber(bin.high, 4)}: `;

    if (!bin.inputs)
        return `${range}no inputs`;
    return `${range}${bin.inputs} inputs, ${bin.scored} with an ULP; max ${shownNumber(bin.max_ulp, 4)}`
        + `, mean ${shownNumber(bin.mean_ulp, 4)} of ${bin.inexact} not exact`
        + (bin.defects ? `, ${bin.defects} defects` : "");
}

// Describes bars with the largest ULP in pale, and the mean in front.
function binSpec(data, choose) {
    const most = Math.max(...data.bins.map((bin) => bin.max_ulp)), bins = data.bins, count = bins.length;

    return {
        across: "x, in equal steps of asinh x; ULP: pale the largest, dark the mean if not exact; dashed: defects",
        ticks: ulpTickMarks(most),
        labels: bins.map((bin, i) => ({at: i / count, text: shownNumber(bin.low, 2)}))
            .filter((label, i) => i % BINS_PER_LABEL === 0),
        bars: bins.map((bin, i) => ({
            from: i / count, to: (i + 1) / count, text: binText(bin),
            parts: [...(bin.defects ? [{name: "defects", part: 1}] : []),
                    {name: "most", part: logPart(bin.max_ulp, most)},
                    {name: "mean", part: logPart(bin.mean_ulp, most)}],
        })),
        marks: errorMarks(data, most, (x) => asinhPart(x, bins[0].low, bins[count - 1].high), choose),
    };
}

function errorFigure(data, choose) {
    const heading = "Error over the inputs";

    if (data.curve && !data.curve.columns.length)
        return element("figure", {}, element("figcaption", {}, element("h2", {}, heading)),
                       element("p", {}, "No errors: all results are exact."));
    return figure(heading, data.curve ? curveSpec(data, choose) : binSpec(data, choose));
}

// ---- Histogram ----

function classLabel(ulp) {
    return ulp === "inf" ? "more" : ulp === 0.5 ? "1/2" : String(ulp);
}

function histogramSpec(data) {
    const most = Math.max(...data.histogram.map((h) => h.inputs)), count = data.histogram.length;

    return {
        across: "ULP up to, and above that to the left; inputs",
        ticks: countTicks(most).map((n) => ({part: logPart(n, most), text: String(n)})),
        labels: data.histogram.map((h, i) => ({at: (i + 0.5) / count, text: classLabel(h.ulp)})),
        bars: data.histogram.map((h, i) => ({
            from: i / count, to: (i + 1) / count, text: `${classLabel(h.ulp)} ULP: ${h.inputs} inputs`,
            parts: [{name: "mean", part: logPart(h.inputs, most)}],
        })),
    };
}

// ---- Tables ----

function sweepSummary(data) {
    const pairs = [["function", data.op], ["arch", data.arch],
                   ["inputs", `${data.n_inputs} ${data.in}${data.sampled ? ", a sample" : ""}`],
                   ["in Dst", data.dst_format], ["results", data.dtype], ["max ULP", shownNumber(data.max_ulp, 4)],
                   ["mean ULP", shownNumber(data.mean_ulp, 4)], ["exact", `${shownNumber(100 * data.exact_frac, 4)} %`],
                   ["cycles per 32 lanes",
                    shownNumber(data.steady_cycles_per_32_lanes || data.cycles_per_32_lanes, 4)]];

    if (!data.complete)
        pairs.push(["interrupted", `${data.n_done} of ${data.n_wanted} inputs are done`]);
    return facts(pairs);
}

function inputText(point) {
    const one = (name) => `${shownNumber(point[name])}${point[`${name}_bits`] === undefined ? ""
        : ` 0x${point[`${name}_bits`].toString(16)}`}`;

    return "y" in point ? `${one("x")}, ${one("y")}` : one("x");
}

function pointCells(point) {
    return cells(inputText(point), shownNumber(point.got), shownNumber(point.expected));
}

function outcomesPane(data) {
    const all = Object.entries(data.outcomes), most = Math.max(...all.map(([, n]) => n));

    return table(["outcome", "inputs", ""], all.map(([name, n]) => element("tr", {}, ...cells(name, n,
        svg("svg", {class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img",
                    "aria-label": `${n} inputs`},
            svg("rect", {class: "floor", width: 100 * logPart(n, most), height: 10}))))), {class: "numbers"});
}

function subnormalText(s) {
    return `Subnormal inputs count as zeros of their sign: ${s.inputs}, ${s.inexact} of them not exact`
        + `${s.inexact ? `, up to ${shownNumber(s.max_ulp, 4)} ULP` : ""}${s.defects ? `, ${s.defects} defects` : ""}.`;
}

// Shows zeros, infinities, NaNs and the ends of the range, which no other part counts, and subnormal inputs.
function apartPane(data) {
    return element("div", {}, table(["what", "x", "got", "expected"], data.specials.map((p) =>
        element("tr", {class: Object.is(numberOf(p.got), numberOf(p.expected)) ? "" : "differs"},
                ...cells(kindOfNumber(p.x, data.in)), ...pointCells(p))), {class: "numbers"}),
                   data.curve && data.curve.subnormal.inputs
                       ? element("p", {}, subnormalText(data.curve.subnormal)) : null);
}

const POINTS = [["worst", "the largest ULP"], ["worst_abs", "the largest absolute error"],
                ["worst_rel", "the largest relative error"], ["worst_real", "the largest ULP of the function itself"],
                ["break", "the first that is not monotonic"], ["first_defect", "the first defect"],
                ["first_unflushed", "the first that is not flushed"],
                ["first_nan_number", "the first number of a NaN"],
                ["first_undefined_number", "the first number where the function is not defined"]];

function pointsPane(data) {
    const rows = POINTS.filter(([name]) => data[name]).map(([name, text]) =>
        element("tr", {}, ...cells(text), ...pointCells(data[name])));

    return rows.length ? table(["what", "x", "got", "expected"], rows, {class: "numbers"})
                       : element("p", {}, "All results are exact.");
}

function sweepFindings(data) {
    return data.findings.length ? table(["finding", "severity", "times"], data.findings.map((f) =>
        element("tr", {}, ...cells(`${f.possible ? "possible " : ""}${f.name}`, f.severity, f.times))))
        : element("p", {}, "Nothing was found in the run on zeros.");
}

// ---- The worst inputs ----

// Returns the rows of worst inputs: the offenders, largest first, then a defect; each with its trace, if any.
function worstInputs(data) {
    const traces = data.traces || [], of = (name) => traces.filter((t) => t.of === name);
    const rows = data.offenders.map((point, i) => ({point, ulp: shownNumber(point.ulp, 6), trace: of("offenders")[i]}));

    if (data.first_defect)
        rows.push({point: data.first_defect, ulp: "defect", trace: of("first_defect")[0]});
    return rows;
}

function stepRow(step) {
    return element("tr", {class: step.depends ? "" : "still"},
                   ...cells(step.cycle, step.place, element("code", {}, instructionOf(step)),
                            step.scheduled ? "scheduled" : "", targetOf(step),
                            step.depends ? effectOf(step.before) : "", effectOf(step.after)));
}

function tracePane(worst) {
    const trace = worst && worst.trace;

    if (!trace)
        return element("p", {}, worst ? "Not traced: this report was merged from parts of a sweep, or interrupted."
                                      : "Choose one of the worst inputs: with the mouse, or with n and p.");
    return element("div", {},
                   element("p", {}, `x = ${shownValue(trace.x)}${trace.y ? `, y = ${shownValue(trace.y)}` : ""}: got `
                           + `${shownValue(trace.got)}, expected ${shownValue(trace.expected)}. In lane ${trace.lane}, `
                           + `with ones in all other lanes: ${shownValue(trace.alone)}.`),
                   table(["cycle", "place", "instruction", "", "writes", "before", "after"], trace.steps.map(stepRow),
                         {class: "steps"}),
                   element("p", {}, "Pale: steps that do not depend on the input."
                           + (trace.steps_dropped ? ` ${trace.steps_dropped} steps in the middle are left out.` : "")));
}

class SweepPage {
    constructor(data, host) {
        this.worst = worstInputs(data);
        this.at = -1;
        this.rows = this.worst.map((w, i) => element("tr", {}, ...cells(
            element("button", {class: "link", type: "button", click: () => this.choose(i)}, inputText(w.point)), w.ulp,
            shownNumber(w.point.got), shownNumber(w.point.expected))));
        this.trace = element("div", {id: "trace", "aria-live": "polite"});
        replace(host, element("section", {class: "head"}, sweepSummary(data)),
                element("p", {class: "verdict"}, data.verdict),
                element("div", {class: "figures"}, errorFigure(data, (i) => this.choose(i)),
                        figure("How many have which error", histogramSpec(data))),
                pane("pane-worst", `Worst inputs (${this.worst.length})`, this.rows.length
                    ? table(["x", "ULP", "got", "expected"], this.rows, {class: "numbers"})
                    : element("p", {}, "None: all results are exact.")),
                pane("pane-trace", "What happened in the lane", this.trace),
                pane("pane-outcomes", "Outcomes", outcomesPane(data)), pane("pane-points", "Points", pointsPane(data)),
                pane("pane-apart", `Special inputs (${data.specials.length})`, apartPane(data)),
                pane("pane-findings", `Findings (${data.findings.length})`, sweepFindings(data)),
                element("p", {class: "legend"},
                        "Keys: n and p the next and previous of the worst inputs, ← and → along a chart."));
        this.choose(this.worst.length ? 0 : -1);
    }

    choose(at) {
        this.at = at;
        this.rows.forEach((row, i) => row.classList.toggle("chosen", i === at));
        replace(this.trace, tracePane(this.worst[at]));
    }

    step(by) {
        if (this.worst.length)
            this.choose((this.at + by + this.worst.length) % this.worst.length);
    }
}

function showSweep(data, host) {
    const page = new SweepPage(data, host);

    listen({n: () => page.step(1), p: () => page.step(-1)});
    entitle(`${data.kernel}: ${data.op} of ${data.in}`);
    return page;
}
