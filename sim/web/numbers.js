// Numbers as documents have them, and the scales of charts. No DOM.
"use strict";

// JSON has no NaN and no infinities: they are texts there.
const NOT_FINITE = new Map([["nan", NaN], ["inf", Infinity], ["-inf", -Infinity]]);

function numberOf(value) {
    return NOT_FINITE.has(value) ? NOT_FINITE.get(value) : value;
}

// Larger ones are written with an exponent.
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

// "0x3f80 (1)" of a value that has both.
function shownValue(value) {
    return value ? `${value.bits} (${shownNumber(value.number)})` : "–";
}

// ---- Scales, from 0 to 1 ----

// Logarithmic, but for 0, which is 0.
function logPart(value, most) {
    return most > 0 ? Math.log1p(value) / Math.log1p(most) : 0;
}

// Where x stands between two others, in equal steps of asinh x; NaN and infinities stand nowhere: null.
function asinhPart(x, low, high) {
    return Number.isFinite(x) ? (Math.asinh(x) - Math.asinh(low)) / (Math.asinh(high) - Math.asinh(low)) : null;
}

// Columns of a curve, by x: where their octaves begin and end, and the signs there are. `place` has x below 0 on the
// left, above 0 on the right, and logarithmic; null of what is in no octave.
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

// Powers of ten up to the most there is.
function countTicks(most) {
    const ticks = [];

    for (let tick = 1; tick <= most; tick *= 10)
        ticks.push(tick);
    return ticks;
}

// 0 and powers of 2, or of a power of it where these are too many.
function ulpTicks(most, room = 8) {
    const octaves = most > 1 ? Math.floor(Math.log2(most)) : 0, every = Math.floor(octaves / room) + 1, ticks = [0];

    for (let octave = 0; octave <= octaves && 2 ** octave <= most; octave += every)
        ticks.push(2 ** octave);
    return ticks;
}

// ---- Inputs that stand apart ----

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
