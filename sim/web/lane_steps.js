// Steps of instructions in a lane: their texts, and alignment of two kernels' steps. Uses no DOM.
"use strict";

function targetOf(step) {
    const to = step.writes;

    return typeof to === "string" ? to : `row ${to.row}, column ${to.column}`;
}

function effectOf(effect) {
    return "bits" in effect ? shownValue(effect) : `flag ${effect.flag ? 1 : 0}, ${effect.used ? "used" : "not used"}`;
}

function instructionOf(step) {
    return step.instruction.replaceAll("\t", " ");
}

// Returns a step's result as text, without the register's number. Steps of two kernels match if their results are
// equal.
function resultOf(step) {
    const kind = typeof step.writes === "string" ? step.writes.replace(/[0-9]+$/, "") : "cell";

    return `${kind} ${effectOf(step.after)}`;
}

function mnemonicOf(step) {
    return instructionOf(step).split(" ")[0];
}

// ---- Two kernels ----

// Returns rows of [a, b], indices of steps shown side by side; -1: empty side.
function alignSteps(a, b) {
    if (a.length === b.length && a.every((step, i) => mnemonicOf(step) === mnemonicOf(b[i])))
        return a.map((step, i) => [i, i]);
    return rowsOf(a.length, b.length, commonSteps(a.map(resultOf), b.map(resultOf)));
}

// Returns the longest common subsequence of two lists of results, as pairs of indices.
function commonSteps(a, b) {
    const width = b.length + 1, longest = new Uint16Array((a.length + 1) * width), pairs = [];

    for (let i = a.length - 1; i >= 0; i--)
        for (let k = b.length - 1; k >= 0; k--)
            longest[i * width + k] = a[i] === b[k] ? longest[(i + 1) * width + k + 1] + 1
                                                   : Math.max(longest[(i + 1) * width + k], longest[i * width + k + 1]);
    for (let i = 0, k = 0; i < a.length && k < b.length;) {
        if (a[i] === b[k])
            pairs.push([i++, k++]);
        else if (longest[(i + 1) * width + k] >= longest[i * width + k + 1])
            i++;
        else
            k++;
    }
    return pairs;
}

// Returns the rows for matched pairs. Steps between two pairs go side by side as far as both sides have steps.
function rowsOf(countA, countB, pairs) {
    const rows = [];
    let a = 0, b = 0;

    for (const [nextA, nextB] of [...pairs, [countA, countB]]) {
        for (; a < nextA || b < nextB; a += a < nextA, b += b < nextB)
            rows.push([a < nextA ? a : -1, b < nextB ? b : -1]);
        if (nextA < countA)
            rows.push([a++, b++]);
    }
    return rows;
}

function sameResult(a, b) {
    return a !== undefined && b !== undefined && resultOf(a) === resultOf(b);
}
