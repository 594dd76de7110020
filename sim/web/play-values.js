// Values of Dst as bytes of a file, described by the table of formats: {bytes, numbers: FLOAT, SIGNED or UNSIGNED,
// mantissa}.
"use strict";

function exponentOf(value) {
    return Math.floor(Math.log2(value)) - (2 ** Math.floor(Math.log2(value)) > value ? 1 : 0);
}

// Returns the nearest multiple of `quantum`, a power of two; ties to even.
function roundTo(value, quantum) {
    const big = 1.5 * 2 ** 52, scaled = value / quantum;

    return (Math.abs(scaled) < 2 ** 51 ? scaled + big - big : scaled) * quantum;
}

function biasOf(format) {
    return 2 ** (8 * format.bytes - 2 - format.mantissa) - 1;
}

// Returns a unit in the last place for numbers of the size of `value`.
function ulpOf(format, value) {
    const size = Math.abs(value), least = 1 - biasOf(format);

    return 2 ** ((size > 0 && Number.isFinite(size) ? Math.max(exponentOf(size), least) : least) - format.mantissa);
}

// Returns the nearest number of the format.
function nearest(format, value) {
    if (format.numbers === "FLOAT") {
        const rounded = Number.isFinite(value) && value !== 0 ? roundTo(value, ulpOf(format, value)) : value;

        return Math.abs(rounded) < 2 ** (biasOf(format) + 1) ? rounded : rounded * Infinity;
    }
    const most = 2 ** (8 * format.bytes), signed = format.numbers === "SIGNED", low = signed ? -most / 2 : 0;

    return Number.isNaN(value) ? 0 : Math.min(low + most - 1, Math.max(low, roundTo(value, 1)));
}

// Replaces denormal numbers by zeros, as the hardware does.
function flushed(format, value) {
    return format.numbers === "FLOAT" && Math.abs(value) < 2 ** (1 - biasOf(format)) ? value * 0 : value;
}

// Returns the bits of a number that the format can represent.
function bitsOf(format, value) {
    const width = 8 * format.bytes, bias = biasOf(format);

    if (format.numbers !== "FLOAT")
        return (width === 32 ? value : value & (2 ** width - 1)) >>> 0;
    const sign = value < 0 || Object.is(value, -0) ? 2 ** (width - 1) : 0;
    const size = Math.abs(value), unit = 2 ** format.mantissa;

    if (Number.isNaN(value))
        return (2 * bias + 1) * unit + unit / 2;
    if (size === Infinity)
        return sign + (2 * bias + 1) * unit;
    const exponent = size ? Math.max(exponentOf(size), 1 - bias) : 1 - bias;
    const digits = size / 2 ** (exponent - format.mantissa);

    return sign + (digits < unit ? digits : (exponent + bias - 1) * unit + digits);
}

function numberOf(format, bits) {
    const width = 8 * format.bytes, bias = biasOf(format), unit = 2 ** format.mantissa;

    if (format.numbers !== "FLOAT")
        return format.numbers === "SIGNED" && bits >= 2 ** (width - 1) ? bits - 2 ** width : bits;
    const sign = bits >= 2 ** (width - 1) ? -1 : 1, rest = sign < 0 ? bits - 2 ** (width - 1) : bits;
    const exponent = Math.floor(rest / unit), digits = rest % unit;

    if (exponent === 2 * bias + 1)
        return digits ? NaN : sign * Infinity;
    return sign * (exponent ? unit + digits : digits) * 2 ** (Math.max(exponent, 1) - bias - format.mantissa);
}

const SETTERS = {1: "setUint8", 2: "setUint16", 4: "setUint32"};
const GETTERS = {1: "getUint8", 2: "getUint16", 4: "getUint32"};

function bytesOf(format, values) {
    const view = new DataView(new ArrayBuffer(values.length * format.bytes)), set = SETTERS[format.bytes];

    values.forEach((value, i) => view[set](i * format.bytes, bitsOf(format, nearest(format, value)), true));
    return new Uint8Array(view.buffer);
}

// Returns the bits of each value in `bytes`.
function wordsOf(format, bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const words = new Uint32Array(Math.floor(bytes.length / format.bytes));

    for (let i = 0; i < words.length; i++)
        words[i] = view[GETTERS[format.bytes]](i * format.bytes, true);
    return words;
}

// Returns a number as short text for a table.
function numberText(value) {
    if (Number.isNaN(value))
        return "nan";
    if (Object.is(value, -0))
        return "-0";
    return Number.isInteger(value) && Math.abs(value) < 1e7 ? String(value) : String(Number(value.toPrecision(6)));
}

if (typeof module !== "undefined")
    module.exports = {ulpOf, nearest, flushed, bitsOf, numberOf, bytesOf, wordsOf, numberText};
