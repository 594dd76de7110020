// Formulas: a value of Dst as a function of its place, or a function of x. Formulas are parsed here; no text is ever
// run as a program.
"use strict";

const FORMULA_DEPTH = 64, FORMULA_LENGTH = 1000;

const FORMULA_FUNCTIONS = new Map(Object.entries({
    abs: [1, Math.abs], acos: [1, Math.acos], acosh: [1, Math.acosh], asin: [1, Math.asin], asinh: [1, Math.asinh],
    atan: [1, Math.atan], atanh: [1, Math.atanh], cbrt: [1, Math.cbrt], ceil: [1, Math.ceil], cos: [1, Math.cos],
    cosh: [1, Math.cosh], exp: [1, Math.exp], expm1: [1, Math.expm1], floor: [1, Math.floor], log: [1, Math.log],
    log1p: [1, Math.log1p], log2: [1, Math.log2], max: [2, Math.max], min: [2, Math.min], pow: [2, Math.pow],
    relu: [1, (x) => Math.max(x, 0)], round: [1, Math.round], sigmoid: [1, (x) => 1 / (1 + Math.exp(-x))],
    sign: [1, Math.sign], sin: [1, Math.sin], sinh: [1, Math.sinh], sqrt: [1, Math.sqrt], tan: [1, Math.tan],
    tanh: [1, Math.tanh], trunc: [1, Math.trunc],
}));

const FORMULA_CONSTANTS = new Map([["pi", Math.PI], ["e", Math.E], ["inf", Infinity], ["nan", NaN]]);

// Splits a formula into tokens: {number}, {name} or {sign}.
function formulaTokens(text) {
    const shape = /\s*(?:(0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\*\*|[-+*/%^(),]))/y;
    const tokens = [];

    if (text.length > FORMULA_LENGTH)
        throw new Error(`a formula has at most ${FORMULA_LENGTH} characters`);
    while (/\S/.test(text.slice(shape.lastIndex))) {
        const at = shape.lastIndex, found = shape.exec(text);

        if (!found)
            throw new Error(`'${text.slice(at).trim()[0]}' has no meaning here`);
        tokens.push({number: found[1], name: found[2], sign: found[3]});
    }
    return tokens;
}

// A formula as a function of an object of variables. Grammar: sums of products of powers, signs, calls, parentheses.
class Formula {
    constructor(text, variables) {
        this.tokens = formulaTokens(text);
        this.variables = new Set(variables);
        this.at = 0;
        this.depth = 0;
        this.evaluate = this.sum();
        if (this.at < this.tokens.length)
            throw new Error(`'${Formula.textOf(this.tokens[this.at])}' is not expected here`);
    }

    static textOf(token) {
        return token.number || token.name || token.sign;
    }

    sign(...signs) {
        const token = this.tokens[this.at];

        if (!token || !signs.includes(token.sign))
            return null;
        this.at++;
        return token.sign;
    }

    expect(sign) {
        if (!this.sign(sign))
            throw new Error(`'${sign}' is missing`);
    }

    nest(part) {
        if (++this.depth > FORMULA_DEPTH)
            throw new Error("the formula is nested too deeply");
        const made = part();

        this.depth--;
        return made;
    }

    sum() {
        return this.nest(() => this.chain(() => this.product(), {"+": (a, b) => a + b, "-": (a, b) => a - b}));
    }

    product() {
        return this.chain(() => this.negated(), {"*": (a, b) => a * b, "/": (a, b) => a / b, "%": (a, b) => a % b});
    }

    chain(part, operators) {
        let left = part(), sign;

        while ((sign = this.sign(...Object.keys(operators)))) {
            const a = left, b = part(), apply = operators[sign];

            left = (v) => apply(a(v), b(v));
        }
        return left;
    }

    negated() {
        return this.nest(() => {
            if (this.sign("-")) {
                const of = this.negated();

                return (v) => -of(v);
            }
            return this.sign("+") ? this.negated() : this.power();
        });
    }

    power() {
        const base = this.primary();

        if (!this.sign("**", "^"))
            return base;
        const exponent = this.negated();

        return (v) => Math.pow(base(v), exponent(v));
    }

    primary() {
        const token = this.tokens[this.at++];

        if (!token)
            throw new Error("the formula ends too early");
        if (token.number) {
            const value = Number(token.number);

            return () => value;
        }
        if (token.name)
            return this.named(token.name);
        if (token.sign !== "(")
            throw new Error(`'${token.sign}' is not expected here`);
        const inside = this.sum();

        this.expect(")");
        return inside;
    }

    named(name) {
        const of = FORMULA_FUNCTIONS.get(name);

        if (of && this.sign("("))
            return this.call(name, of);
        if (this.variables.has(name))
            return (v) => v[name];
        if (!FORMULA_CONSTANTS.has(name))
            throw new Error(`unknown name '${name}'; names are ${[...this.variables].join(", ")}`);
        const value = FORMULA_CONSTANTS.get(name);

        return () => value;
    }

    call(name, [count, apply]) {
        const parts = [this.sum()];

        while (this.sign(","))
            parts.push(this.sum());
        this.expect(")");
        if (parts.length !== count)
            throw new Error(`${name} takes ${count} ${count === 1 ? "value" : "values"}`);
        return count === 1 ? (v) => apply(parts[0](v)) : (v) => apply(parts[0](v), parts[1](v));
    }
}

// ---- Values of Dst ----

const PLACES = ["x", "i", "row", "col", "lane", "random"];

// Returns a generator of random numbers from 0 up to but not including 1, always the same sequence (mulberry32).
function randomNumbers(seed) {
    return () => {
        seed = (seed + 0x6D2B79F5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);

        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

// Returns the lane that loads a cell. A load takes the even or the odd columns of four rows.
function laneOf(row, column) {
    return (row & 3) * 8 + (column >> 1);
}

// Returns the row, column and lane of value i in a file. Layout "tile": tiles of 32 by 32, each quarter 16 rows of Dst;
// otherwise rows of 16.
function placeOf(i, layout) {
    const width = layout === "tile" ? 32 : 16, row = Math.floor(i / width), col = i % width;

    return {row, col, lane: laneOf(row & 15, col & 15)};
}

// Returns `count` values of a formula. x runs from -8 to 8.
function valuesOf(text, count, layout) {
    const formula = new Formula(text, PLACES), random = randomNumbers(1), values = new Float64Array(count);

    for (let i = 0; i < count; i++)
        values[i] = formula.evaluate({...placeOf(i, layout), i, x: -8 + 16 * i / count, random: random()});
    return values;
}

if (typeof module !== "undefined")
    module.exports = {Formula, valuesOf, placeOf, randomNumbers};
