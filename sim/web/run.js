// The data of a run, from the document in sim/views/page.h. Knows nothing of the page.
"use strict";

const LANES = 32, FLAGS = 31;

// Instructions and items, as columns by index. Derived data are computed once, here.
class Run {
    constructor(data) {
        const ops = data.ops, count = ops.how.length;

        this.data = data;
        this.count = count;
        this.cycle = new Float64Array(count);
        for (let i = 0, at = 0; i < count; i++)
            this.cycle[i] = at += ops.cycle[i];
        for (const name of ["unit", "text", "line", "index", "latency", "busy", "value"])
            this[name] = Int32Array.from(ops[name]);
        this.writes = Uint32Array.from(ops.writes);
        this.threads = data.threads || [];
        this.thread = this.threads.length ? Int32Array.from(ops.thread) : new Int32Array(count);
        this.how = ops.how;
        this.held = ops.held;
        this.macro = ops.macro;
        this.from = ops.from.map((back, i) => back.map((n) => i - n));
        this.to = Run.consumers(this.from);
        this.values = Run.words(data.values);
        this.byCycle = Run.inOrder(this.cycle);
        this.cycles = Math.max(data.cycles, ...this.lastCycles());
        this.lost = this.lostByLine();
        this.findings = data.findings.map((f) => ({...f, op: this.opOfFinding(f)}));
        this.groups = data.groups.map((g) => ({...g, first: this.firstOfGroup(g)}));
    }

    // Returns a finding's op, or -1. Findings of the semantics name only a word and a cycle.
    opOfFinding(finding) {
        if (typeof finding.op === "number")
            return finding.op;
        const there = [...this.between(finding.cycle, finding.cycle + 1)].find((op) => this.index[op] === finding.index);

        return there === undefined ? -1 : there;
    }

    // Returns the first finding of a group's word, or undefined if the run only made the finding possible.
    firstOfGroup(group) {
        return this.findings.find((f) => f.name === group.name && f.index === group.index);
    }

    // Returns, by op, the ops that read its results.
    static consumers(from) {
        const to = from.map(() => []);

        from.forEach((producers, i) => producers.forEach((p) => to[p].push(i)));
        return to;
    }

    static inOrder(cycle) {
        return Int32Array.from(cycle.keys()).sort((a, b) => cycle[a] - cycle[b] || a - b);
    }

    // Returns the 32-bit little-endian words in base64 text.
    static words(text) {
        const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0)), view = new DataView(bytes.buffer);
        const words = new Uint32Array(bytes.length >> 2);

        for (let i = 0; i < words.length; i++)
            words[i] = view.getUint32(4 * i, true);
        return words;
    }

    lastCycles() {
        const last = this.count ? this.byCycle[this.count - 1] : -1;

        return last < 0 ? [0] : [this.cycle[last] + Math.max(1, this.latency[last])];
    }

    textOf(op) {
        return this.data.texts[this.text[op]];
    }

    unitOf(op) {
        return this.data.units[this.unit[op]];
    }

    // Returns whether the matrix unit works in the run.
    usesMatrix() {
        return this.unit.includes(this.data.units.indexOf("matrix"));
    }

    // Returns the numbers of the threads that did something, if several ran.
    busyThreads() {
        const busy = new Set([...this.thread, ...this.data.bubbles.map((b) => b[3])]);

        return [...this.threads.keys()].filter((t) => busy.has(t));
    }

    // Returns the name of an op's thread, or "" if only one ran.
    threadOf(op) {
        return this.threads.length ? this.threads[this.thread[op]] : "";
    }

    // Returns an op's text, after the first letter of its thread's name if several ran.
    markedTextOf(op) {
        return this.threads.length ? `${this.threadOf(op)[0]} ${this.textOf(op)}` : this.textOf(op);
    }

    // Returns the first value that an op wrote, lane by lane, or null if the op wrote or kept no value.
    valueOf(op) {
        const at = this.value[op] * LANES;

        return at < 0 ? null : this.values.subarray(at, at + LANES);
    }

    lanesOf(op) {
        const lanes = this.data.ops.lanes[op];

        return lanes === undefined ? 0xFFFFFFFF : parseInt(lanes, 16) >>> 0;
    }

    registersOf(op) {
        const names = [];

        for (let r = 0; r < FLAGS; r++)
            if (this.writes[op] >>> r & 1)
                names.push(`L${r}`);
        if (this.writes[op] >>> FLAGS & 1)
            names.push("flags");
        return names;
    }

    // Returns the first cycle in which the op's results can be read.
    ready(op) {
        return this.cycle[op] + this.latency[op];
    }

    placeOf(line) {
        const [file, number, text] = this.data.lines[line];

        return file < 0 ? text : `${this.data.files[file]}:${number}`;
    }

    // Returns the ops that start in cycles `first` to `end` - 1, in order of time.
    between(first, end) {
        const at = (cycle) => {
            let low = 0, high = this.count;

            while (low < high) {
                const middle = (low + high) >> 1;

                if (this.cycle[this.byCycle[middle]] < cycle)
                    low = middle + 1;
                else
                    high = middle;
            }
            return low;
        };

        return this.byCycle.subarray(at(first), at(end));
    }

    // Returns, by line, issue slots, items, and lost cycles by cause.
    lostByLine() {
        const lines = this.data.lines.map(() => ({slots: 0, items: 0, lost: new Map()}));

        for (let i = 0; i < this.count; i++) {
            const line = lines[this.line[i]];

            if (this.how[i] === "i" || this.how[i] === "d")
                line.slots++;
            else if (this.how[i] === "s")
                line.items++;
            if (this.held[i]) {
                const [cycles, cause] = this.held[i];

                line.lost.set(cause, (line.lost.get(cause) || 0) + cycles);
            }
        }
        return lines;
    }

    // Returns the causes that led to an op's start: [{op, why}], first cause first. An op starts because of the last
    // result that it read, its macro, or the instruction issued before it.
    chain(op) {
        const links = [];
        const seen = new Set();

        while (op >= 0 && !seen.has(op) && links.length < 10000) {
            const link = this.because(op);

            seen.add(op);
            links.push({op, why: link.why});
            op = link.op;
        }
        return links.reverse();
    }

    because(op) {
        const late = this.from[op].filter((p) => this.ready(p) === this.cycle[op]);

        if (late.length)
            return {op: late[0], why: `${this.registersOf(late[0]).join(", ") || "its result"} is ready`};
        if (this.macro[op])
            return {op: this.macro[op][0], why: `its SFPLOADMACRO, with delay ${this.macro[op][1]}`};
        const before = this.issuedBefore(op);

        if (this.held[op])
            return {op: before, why: `held: ${this.data.causes[this.held[op][1]].name}`};
        return {op: before, why: before < 0 ? "is the first" : "issues after it"};
    }

    // Returns the thread's last instruction that issued in an earlier cycle, or -1.
    issuedBefore(op) {
        for (let i = op - 1; i >= 0; i--)
            if ((this.how[i] === "i" || this.how[i] === "d") && this.cycle[i] < this.cycle[op]
                && this.thread[i] === this.thread[op])
                return i;
        return -1;
    }
}

// ---- Repeats: cycles that equal the cycles one period before ----

const MOST_PERIOD = 256, WORTH = 4;

// Returns a number for each cycle, equal for cycles in which the same instructions start on the same sub-units.
function shapesOf(run, cycles) {
    const texts = new Map(), shape = new Array(cycles).fill("");

    for (const op of run.byCycle)
        shape[run.cycle[op]] += `${run.thread[op]} ${run.unit[op]} ${run.how[op]} ${run.text[op]} `
            + `${run.held[op] || ""};`;
    for (const [cycle, count, cause, thread] of run.data.bubbles)
        for (let c = cycle; c < Math.min(cycle + count, cycles); c++)
            shape[c] += `bubble ${cause} ${thread === undefined ? "" : thread};`;
    return shape.map((s) => {
        if (!texts.has(s))
            texts.set(s, texts.size);
        return texts.get(s);
    });
}

// Splits the run into stretches, in order: [{first, end, repeats, period}]. A stretch with repeats > 0 consists of
// `repeats` further repetitions of the `period` cycles before it.
function fold(run) {
    const cycles = run.cycles, shape = shapesOf(run, cycles), same = new Int32Array(MOST_PERIOD + 1), stretches = [];
    let begin = 0;

    for (let c = 0; c < cycles; c++) {
        for (let p = 1; p <= MOST_PERIOD; p++)
            same[p] = c >= p && shape[c] === shape[c - p] ? same[p] + 1 : 0;
        const period = same.findIndex((length, p) => p > 0 && length >= Math.max(WORTH, 2 * p));

        if (period < 0)
            continue;
        const first = c + 1 - same[period];
        let end = c + 1;

        while (end < cycles && shape[end] === shape[end - period])
            end++;
        const repeats = Math.floor((end - first) / period);

        if (first > begin)
            stretches.push({first: begin, end: first, repeats: 0, period: 0});
        stretches.push({first, end: first + repeats * period, repeats, period});
        begin = first + repeats * period;
        c = begin - 1;
        same.fill(0);
    }
    if (begin < cycles)
        stretches.push({first: begin, end: cycles, repeats: 0, period: 0});
    return stretches;
}

// ---- Values as text ----

const words = new DataView(new ArrayBuffer(8));

function asFloat(bits) {
    words.setUint32(0, bits);
    return words.getFloat32(0);
}

const FORMATS = {
    fp32: (bits) => {
        const value = asFloat(bits);

        if (Number.isNaN(value))
            return "nan";
        if (Object.is(value, -0))
            return "-0";
        return String(Number(value.toPrecision(7)));
    },
    int32: (bits) => String(bits | 0),
    uint32: (bits) => String(bits >>> 0),
    sm32: (bits) => (bits >>> 31 ? "-" : "") + String(bits & 0x7FFFFFFF),
    hex: (bits) => (bits >>> 0).toString(16).padStart(8, "0"),
};

if (typeof module !== "undefined")
    module.exports = {Run, fold, FORMATS};
