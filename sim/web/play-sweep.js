// All values of 16 bits through a kernel: what comes out, and how far that is from a formula in double precision.
"use strict";

const SWEEP_COLUMNS = 512, SWEEP_HEIGHT = 160, WORST = 10;

// What the inputs of a sweep are, by the format of Dst: numbers of the format `as`, moved up by `shift` bits in a cell.
function sweepOf(name, formats) {
    if (name === "fp32")
        return {as: formats.bf16, name: "bf16", shift: 16};
    return formats[name].bytes === 2 && name !== "raw" ? {as: formats[name], name, shift: 0} : null;
}

// Inputs in order of number: [bits, number]; those that are none are left out.
function orderedInputs(as) {
    return Array.from({length: 65536}, (unused, bits) => [bits, numberOf(as, bits)])
        .filter(([, value]) => !Number.isNaN(value)).sort((a, b) => a[1] - b[1] || b[0] - a[0]);
}

// A number's place among floats, from -1 to 1: as far apart as powers of two are.
function scaleOf(value) {
    const size = Math.log2(Math.min(Math.abs(value), 2 ** 128) * 2 ** 149 + 1) / 277;

    return value < 0 ? -size : size;
}

class Comparison {
    // Errors are in units in the last place that the reference has in `format`.
    constructor(format, inputs, outputs, reference) {
        const quantum = (value) => ulpOf(format, value);

        this.rows = inputs.map(([bits, x]) => {
            const got = numberOf(format, outputs[bits]), wanted = reference ? reference(x) : NaN;
            const both = Number.isFinite(got) && Number.isFinite(wanted);

            return {bits, x, got, wanted, ulp: both ? Math.abs(got - wanted) / quantum(wanted) : NaN,
                    same: both ? got === nearest(format, wanted)
                               : Object.is(got, nearest(format, wanted)) || (Number.isNaN(got) && Number.isNaN(wanted))};
        });
        this.measured = this.rows.filter((r) => !Number.isNaN(r.ulp));
        this.apart = this.rows.filter((r) => Number.isNaN(r.ulp) && !r.same);
        this.nearest = this.rows.filter((r) => r.same).length;
        this.most = this.measured.reduce((most, r) => Math.max(most, r.ulp), 0);
    }

    worst() {
        return [...this.measured].sort((a, b) => b.ulp - a.ulp).slice(0, WORST);
    }
}

// A curve of the least and the largest of y(row), -1 to 1, in each of so many columns of rows.
function curvePath(rows, y) {
    const points = [];

    for (let c = 0; c < SWEEP_COLUMNS; c++) {
        const part = rows.slice(Math.floor(c * rows.length / SWEEP_COLUMNS), Math.floor((c + 1) * rows.length / SWEEP_COLUMNS));
        const heights = part.map(y).filter((h) => !Number.isNaN(h));

        if (heights.length)
            points.push([c, Math.min(...heights)], [c, Math.max(...heights)]);
    }
    return points.map(([c, h], i) => `${i ? "L" : "M"}${c} ${(SWEEP_HEIGHT / 2 * (1 - h)).toFixed(1)}`).join("");
}

function sweepChart(title, rows, paths, labels) {
    const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
        const row = rows[Math.min(rows.length - 1, Math.floor(share * rows.length))];

        return svg("text", {class: "cycle", x: share * SWEEP_COLUMNS, y: SWEEP_HEIGHT + 14, "text-anchor": share === 0 ? "start"
                                : share === 1 ? "end" : "middle"}, numberText(row.x));
    });

    return element("figure", {}, element("figcaption", {}, title),
                   svg("svg", {class: "curve", viewBox: `-40 -4 ${SWEEP_COLUMNS + 44} ${SWEEP_HEIGHT + 22}`, role: "img", "aria-label": title},
                       svg("line", {class: "tick", x1: 0, x2: SWEEP_COLUMNS, y1: SWEEP_HEIGHT / 2, y2: SWEEP_HEIGHT / 2}),
                       ...paths.map(([name, y]) => svg("path", {class: `line ${name}`, d: curvePath(rows, y)})),
                       ...labels.map(([h, text]) => svg("text", {class: "cycle", x: -4, y: SWEEP_HEIGHT / 2 * (1 - h) + 4,
                                                                   "text-anchor": "end"}, text)),
                       ...ticks));
}

function outputChart(comparison, withReference) {
    const paths = [["got", (r) => scaleOf(r.got)]];

    if (withReference)
        paths.unshift(["wanted", (r) => scaleOf(r.wanted)]);
    return sweepChart("What comes out, by input: both axes have as much room for each power of two", comparison.rows, paths,
                      [1, 1e10, -1, -1e10].map((v) => [scaleOf(v), numberText(v)]));
}

// From 2^-4 to 2^12 units in the last place, from the bottom to the top.
function errorChart(comparison) {
    const height = (ulp) => Math.min(1, Math.max(-1, (Math.log2(ulp) + 4) / 8 - 1));

    return sweepChart("Units in the last place between that and the reference", comparison.rows,
                      [["got", (r) => Number.isNaN(r.ulp) ? NaN : height(r.ulp)]],
                      [[height(0.5), "0.5"], [height(16), "16"], [height(1024), "1024"]]);
}

function sweepSummary(comparison, cells, formula) {
    const pairs = [["inputs", comparison.rows.length], ["cells of a pass", cells]];

    if (formula)
        pairs.push(["the nearest number", `${comparison.nearest} times`], ["at most", `${numberText(comparison.most)} ulp off`],
                   ["infinite or no number where the reference is finite, or the other way", comparison.apart.length]);
    return element("dl", {class: "summary"},
                   ...pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]));
}

function worstTable(comparison) {
    const row = (r) => element("tr", {}, ...cells(numberText(r.x), String(r.got), String(r.wanted), numberText(r.ulp)));

    return table(["input", "output", "reference", "ulp"], [...comparison.worst(), ...comparison.apart.slice(0, WORST)].map(row));
}

// What a sweep found, as elements.
function sweepResult(format, sweep, answer, formula) {
    const reference = formula ? new Formula(formula, ["x"]) : null;
    const comparison = new Comparison(format, orderedInputs(sweep.as), answer.outputs, reference && ((x) => reference.evaluate({x})));
    const parts = [sweepSummary(comparison, answer.cells, formula), outputChart(comparison, reference !== null)];

    if (reference)
        parts.push(errorChart(comparison), worstTable(comparison),
                   element("p", {class: "note"}, "The reference is computed in double precision by this browser, which rounds no function"
                           + " correctly: errors of a thousandth of a unit mean nothing."));
    return parts;
}

if (typeof module !== "undefined")
    module.exports = {sweepOf, orderedInputs, Comparison, scaleOf};
