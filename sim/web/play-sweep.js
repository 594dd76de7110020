// A sweep of all 16-bit values through a kernel: the outputs, and their distance from a formula in double precision.
"use strict";

const SWEEP_COLUMNS = 512, SWEEP_HEIGHT = 160, WORST = 10;

const SWEEP_NOTE = "The reference is computed in double precision by this browser, whose functions are not correctly"
    + " rounded: errors of a thousandth of a unit mean nothing. Denormal numbers count as zeros, as for the hardware.";

// Returns the inputs of a sweep for a format of Dst, or null: numbers of the format `as`, shifted up by `shift` bits in
// a cell.
function sweepOf(name, formats) {
    if (name === "fp32")
        return {as: formats.bf16, name: "bf16", shift: 16};
    return formats[name].bytes === 2 && name !== "raw" ? {as: formats[name], name, shift: 0} : null;
}

// Returns the inputs that are numbers, as [bits, number], in ascending order.
function orderedInputs(as) {
    return Array.from({length: 65536}, (unused, bits) => [bits, numberOf(as, bits)])
        .filter(([, value]) => !Number.isNaN(value)).sort((a, b) => a[1] - b[1] || b[0] - a[0]);
}

// Returns the position of a number among floats, from -1 to 1, with equal room for each power of two.
function scaleOf(value) {
    const size = Math.log2(Math.min(Math.abs(value), 2 ** 128) * 2 ** 149 + 1) / 277;

    return value < 0 ? -size : size;
}

// Compares an output with the reference. ulp is the distance in units in the last place, or NaN if a distance has no
// meaning.
function comparedRow(format, bits, x, got, wanted) {
    const exact = flushed(format, nearest(format, wanted));
    const same = got === exact || (Number.isNaN(got) && Number.isNaN(wanted));
    const measured = Number.isFinite(got) && Number.isFinite(exact) && (got === 0) === (exact === 0);
    const error = got === 0 ? 0 : Math.abs(got - wanted) / ulpOf(format, wanted);

    return {bits, x, got, wanted, same, ulp: measured ? error : NaN};
}

class Comparison {
    // Errors are in units in the last place of the reference in `format`. Inputs have the format `as`.
    constructor(format, as, outputs, reference) {
        this.rows = orderedInputs(as).map(([bits, x]) => {
            const got = flushed(format, numberOf(format, outputs[bits]));

            return comparedRow(format, bits, x, got, reference ? reference(flushed(as, x)) : NaN);
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

// Returns the path of a curve: the least and the largest y(row), from -1 to 1, in each of SWEEP_COLUMNS columns.
function curvePath(rows, y) {
    const points = [];

    for (let c = 0; c < SWEEP_COLUMNS; c++) {
        const first = Math.floor(c * rows.length / SWEEP_COLUMNS), end = Math.floor((c + 1) * rows.length / SWEEP_COLUMNS);
        const heights = rows.slice(first, end).map(y).filter((h) => !Number.isNaN(h));

        if (heights.length)
            points.push([c, Math.min(...heights)], [c, Math.max(...heights)]);
    }
    return points.map(([c, h], i) => `${i ? "L" : "M"}${c} ${(SWEEP_HEIGHT / 2 * (1 - h)).toFixed(1)}`).join("");
}

function chartText(x, y, anchor, text) {
    return svg("text", {class: "cycle", x, y, "text-anchor": anchor}, text);
}

// Returns labels of inputs below a chart, at the ends, quarters and middle.
function inputTicks(rows) {
    return [0, 0.25, 0.5, 0.75, 1].map((share) => {
        const row = rows[Math.min(rows.length - 1, Math.floor(share * rows.length))];
        const anchor = share === 0 ? "start" : share === 1 ? "end" : "middle";

        return chartText(share * SWEEP_COLUMNS, SWEEP_HEIGHT + 14, anchor, numberText(row.x));
    });
}

// Paths are [class, y], labels [y, text], with y from -1 to 1.
function sweepChart(title, rows, paths, labels) {
    const middle = SWEEP_HEIGHT / 2, viewBox = `-54 -4 ${SWEEP_COLUMNS + 58} ${SWEEP_HEIGHT + 22}`;

    return element("figure", {}, element("figcaption", {}, title),
                   svg("svg", {class: "curve", viewBox, role: "img", "aria-label": title},
                       svg("line", {class: "tick", x1: 0, x2: SWEEP_COLUMNS, y1: middle, y2: middle}),
                       ...paths.map(([name, y]) => svg("path", {class: `line ${name}`, d: curvePath(rows, y)})),
                       ...labels.map(([y, text]) => chartText(-4, middle * (1 - y) + 4, "end", text)), ...inputTicks(rows)));
}

function outputChart(comparison, withReference) {
    const paths = [["got", (r) => scaleOf(r.got)]];

    if (withReference)
        paths.unshift(["wanted", (r) => scaleOf(r.wanted)]);
    return sweepChart("Outputs by input: both axes give each power of two the same room", comparison.rows,
                      paths, [1, 1e20, -1, -1e20].map((v) => [scaleOf(v), v.toExponential()]));
}

// The scale runs from 2^-4 to 2^12 units in the last place, bottom to top.
function errorChart(comparison) {
    const height = (ulp) => Math.min(1, Math.max(-1, (Math.log2(ulp) + 4) / 8 - 1));

    return sweepChart("Error against the reference, in units in the last place", comparison.rows,
                      [["got", (r) => Number.isNaN(r.ulp) ? NaN : height(r.ulp)]],
                      [[height(0.5), "0.5"], [height(16), "16"], [height(1024), "1024"]]);
}

function sweepSummary(comparison, cells, formula) {
    const pairs = [["inputs", comparison.rows.length], ["cells of a pass", cells]];

    if (formula)
        pairs.push(["correctly rounded", `${comparison.nearest} times`],
                   ["at most", `${numberText(comparison.most)} ulp off`],
                   ["zero, infinite or NaN, unlike the reference", comparison.apart.length]);
    return element("dl", {class: "summary"},
                   ...pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]));
}

function worstTable(comparison) {
    const rows = [...comparison.worst(), ...comparison.apart.slice(0, WORST)];

    return table(["input", "output", "reference", "ulp"], rows.map((r) =>
        element("tr", {}, ...cells(numberText(r.x), r.got, r.wanted, numberText(r.ulp)))));
}

// Returns the results of a sweep as elements.
function sweepResult(format, sweep, answer, formula) {
    const reference = formula ? new Formula(formula, ["x"]) : null;
    const comparison = new Comparison(format, sweep.as, answer.outputs, reference && ((x) => reference.evaluate({x})));
    const parts = [sweepSummary(comparison, answer.cells, formula), outputChart(comparison, reference !== null)];

    if (reference)
        parts.push(errorChart(comparison), worstTable(comparison),
                   element("p", {class: "note"}, SWEEP_NOTE));
    return parts;
}

if (typeof module !== "undefined")
    module.exports = {sweepOf, orderedInputs, Comparison, scaleOf};
