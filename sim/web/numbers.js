// Numbers of documents, and the scales of charts. Uses no DOM.
"use strict";

// Texts for NaN and infinities, which JSON lacks.
const NOT_FINITE = new Map([["nan", NaN], ["inf", Infinity], ["-inf", -Infinity]]);

function numberOf(value) {
    return NOT_FINITE.has(value) ? NOT_FINITE.get(value) : value;
}

// larger numbers are written with an exponent
const MOST_PLAIN = 1e9;

function shownNumber(value, digits = 9) {
    const number = numberOf(value);

    if (typeof number !== "number")
        return number === null || number === undefined ? "–" : String(number);
    if (!Number.isFinite(number))
        return Number.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
    if (Object.is(number, -0))
        return "-0";
    return Math.abs(number) < MOST_PLAIN ? String(Number(number.toPrecision(digits)))
                                         : String(Number(number.toPrecision(digits)).toExponential());
}

// Returns the bits and the number of a value: "0x3f80 (1)".
function shownValue(value) {
    return value ? `${value.bits} (${shownNumber(value.number)})` : "–";
}

// ---- Scales, from 0 to 1 ----

// Logarithmic scale; 0 is at 0.
function logPart(value, most) {
    return most > 0 ? Math.log1p(value) / Math.log1p(most) : 0;
}

// Returns the position of x between low and high on a scale of asinh x, or null for NaN and infinities.
function asinhPart(x, low, high) {
    return Number.isFinite(x) ? (Math.asinh(x) - Math.asinh(low)) / (Math.asinh(high) - Math.asinh(low)) : null;
}

// Makes an axis for a curve's columns: the range of octaves, and the signs that occur. place(x) has negative x on the
// left, positive x on the right, both logarithmic, and returns null outside the octaves.
function octaveAxis(columns) {
    const ends = columns.flatMap((c) => [Math.log2(Math.abs(c.low)), Math.log2(Math.abs(c.high))]);
    const first = Math.floor(Math.min(...ends)), end = Math.ceil(Math.max(...ends));
    const signs = [-1, 1].filter((sign) => columns.some((c) => c.low * sign > 0)), middle = 0.02;

    return {
        first, end, signs,
        place(x) {
            const part = (Math.log2(Math.abs(x)) - first) / (end - first), alone = signs.length < 2;

            if (!(part >= 0 && part <= 1) || !signs.includes(Math.sign(x)))
                return null;
            if (alone)
                return x > 0 ? part : 1 - part;
            return 0.5 + Math.sign(x) * (middle + part * (0.5 - middle));
        },
    };
}

// Returns the powers of ten up to `most`.
function countTicks(most) {
    const ticks = [];

    for (let tick = 1; tick <= most; tick *= 10)
        ticks.push(tick);
    return ticks;
}

// Returns 0 and powers of 2 up to `most`, with a larger step if more than `room` would result.
function ulpTicks(most, room = 8) {
    const octaves = most > 1 ? Math.floor(Math.log2(most)) : 0, every = Math.floor(octaves / room) + 1, ticks = [0];

    for (let octave = 0; octave <= octaves && 2 ** octave <= most; octave += every)
        ticks.push(2 ** octave);
    return ticks;
}

// ---- Special inputs ----

const LEAST_NORMAL = new Map([["fp32", 2 ** -126], ["bf16", 2 ** -126], ["fp16", 2 ** -14]]);

function kindOfNumber(value, format) {
    const number = numberOf(value);

    if (Number.isNaN(number))
        return "nan";
    if (!Number.isFinite(number))
        return "infinite";
    if (number === 0)
        return "zero";
    return Math.abs(number) < (LEAST_NORMAL.get(format) || 0) ? "subnormal" : "normal";
}
