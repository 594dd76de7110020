// The timeline: sub-units by cycles. Only the visible part is drawn. Repeats are folded.
"use strict";

const ROW = 26, TOP = 22, LEFT = 64, FOLDED = 46, LEAST = 3, MOST = 180, USUAL = 24, NAMED = 34;

// Rows of sub-units, below those of front ends. Instructions of MAD overlap in its two stages, so odd cycles have their
// own row.
const TRACKS = [
    {name: "Load", unit: "load"}, {name: "Simple", unit: "simple"}, {name: "MAD", unit: "mad", parity: 0},
    {name: "", unit: "mad", parity: 1}, {name: "Round", unit: "round"}, {name: "Store", unit: "store"},
];

// Returns the rows of a run, from the top. Of several threads, each has a front end's row.
function tracksOf(run) {
    const fronts = run.threads.length
        ? run.busyThreads().map((thread) => ({name: run.threads[thread], unit: "none", thread}))
        : [{name: "Front", unit: "none"}];

    return [...fronts, ...TRACKS, ...(run.usesMatrix() ? [{name: "Matrix", unit: "matrix"}] : [])];
}

const HOW = {i: "issued", s: "scheduled", d: "discarded", f: "forgotten", w: "waiting"};

class Timeline {
    // `select(op)` is called when the user chooses an op.
    constructor(host, run, select) {
        this.host = host;
        this.run = run;
        this.tracks = tracksOf(run);
        this.select = select;
        this.scale = USUAL;
        this.folds = true;
        this.selected = -1;
        this.chain = [];
        this.stretches = fold(run);
        this.canvas = svg("svg", {role: "img", tabindex: 0, "aria-label": "Timeline: sub-units by cycles"});
        this.space = element("div", {class: "space"});
        this.host.replaceChildren(this.canvas, this.space);
        this.host.addEventListener("scroll", () => this.draw());
        this.canvas.addEventListener("click", (event) => this.click(event));
        this.place();
        this.fit(USUAL);
    }

    // ---- Positions of cycles ----

    place() {
        let x = 0;

        this.segments = (this.folds ? this.stretches : [{first: 0, end: this.run.cycles, repeats: 0}]).map((s) => {
            const segment = {...s, x, folded: s.repeats > 0};

            x += segment.folded ? FOLDED : (s.end - s.first) * this.scale;
            return segment;
        });
        this.width = x;
        this.space.style.width = `${x + LEFT}px`;
        this.draw();
    }

    segmentOf(cycle) {
        return this.segments.find((s) => cycle < s.end) || this.segments[this.segments.length - 1];
    }

    // Returns the left edge of a cycle. Folded cycles lie in the middle of their fold.
    xOf(cycle) {
        const s = this.segmentOf(cycle);

        if (!s)
            return 0;
        return s.folded ? s.x + FOLDED / 2 : s.x + (cycle - s.first) * this.scale;
    }

    isFolded(cycle) {
        const s = this.segmentOf(cycle);

        return s !== undefined && s.folded;
    }

    trackOf(op) {
        const unit = this.run.unitOf(op), parity = this.run.cycle[op] % 2, thread = this.run.thread[op];

        return this.tracks.findIndex((t) => t.unit === unit && (t.parity === undefined || t.parity === parity)
            && (t.thread === undefined || t.thread === thread));
    }

    // Returns the row of a thread's front end.
    frontOf(thread) {
        return Math.max(0, this.tracks.findIndex((t) => t.thread === thread));
    }

    // Returns the row that shows how long an op was held: of several threads, its front end's, since another thread's
    // op may have the sub-unit.
    heldTrackOf(op) {
        return this.run.threads.length ? this.frontOf(this.run.thread[op]) : this.trackOf(op);
    }

    yOf(track) {
        return TOP + track * ROW;
    }

    // ---- Drawing ----

    draw() {
        const width = this.host.clientWidth || 1000, left = this.host.scrollLeft;

        this.canvas.setAttribute("width", width);
        this.canvas.setAttribute("height", this.yOf(this.tracks.length) + 4);
        this.canvas.style.left = `${left}px`;
        replace(this.canvas, Timeline.patterns(), ...this.shapes(left, left + width), this.names());
    }

    // Draws the whole run in bands of this width, one below the other, for paper; at most `most` bands.
    bands(width, most) {
        const bands = [], height = this.yOf(this.tracks.length) + 4;

        for (let left = 0; left < this.width && bands.length < most; left += width - LEFT)
            bands.push(svg("svg", {width, height}, Timeline.patterns(), ...this.shapes(left, left + width), this.names()));
        return bands;
    }

    // Returns the segments between two positions.
    between(left, right) {
        return this.segments.filter((s) => {
            const end = s.folded ? s.x + FOLDED : s.x + (s.end - s.first) * this.scale;

            return end + LEFT >= left && s.x <= right;
        });
    }

    // Draws the part between two positions, moved into view.
    shapes(left, right) {
        const group = svg("g", {transform: `translate(${LEFT - left} 0)`});

        for (const s of this.between(left, right)) {
            if (s.folded) {
                group.append(this.foldedShape(s));
                continue;
            }
            const first = Math.max(s.first, s.first + Math.floor((left - s.x) / this.scale) - 8);
            const end = Math.min(s.end, s.first + Math.ceil((right - s.x) / this.scale));

            group.append(...this.ticks(first, end));
            for (const op of this.run.between(first, end))
                group.append(...this.box(op));
            group.append(...this.bubbles(first, end));
        }
        group.append(...this.arrows());
        return [group];
    }

    names() {
        const group = svg("g", {class: "names"}, svg("rect", {width: LEFT, height: this.yOf(this.tracks.length) + 4}));

        this.tracks.forEach((t, i) => group.append(svg("text", {x: 6, y: this.yOf(i) + 17}, t.name)));
        return group;
    }

    ticks(first, end) {
        const each = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => n * this.scale >= 40) || 5000, out = [];

        for (let c = Math.ceil(Math.max(0, first) / each) * each; c < end; c += each) {
            const x = this.xOf(c);

            out.push(svg("line", {class: "tick", x1: x, x2: x, y1: TOP - 4, y2: this.yOf(this.tracks.length)}),
                     svg("text", {class: "cycle", x: x + 2, y: TOP - 8}, String(c)));
        }
        return out;
    }

    box(op) {
        const run = this.run, track = this.trackOf(op);

        if (track < 0)
            return [];
        const x = this.xOf(run.cycle[op]), y = this.yOf(track);
        const long = run.how[op] === "i" || run.how[op] === "s" ? Math.max(1, run.latency[op]) : 1;
        const held = run.held[op], thread = run.threadOf(op), text = thread && run.markedTextOf(op), out = [];

        if (held) {
            const from = this.xOf(Math.max(0, run.cycle[op] - held[0]));

            out.push(svg("rect", {class: "held", x: from, y: this.yOf(this.heldTrackOf(op)) + 5,
                                  width: Math.max(0, x - from), height: ROW - 11},
                         svg("title", {}, `${text} held ${held[0]} cycles: ${run.data.causes[held[1]].name}`.trim())));
        }
        const names = ["op", HOW[run.how[op]]], nop = run.textOf(op).startsWith("sfpnop");

        if (nop)
            names.push("nop");
        if (op === this.selected)
            names.push("selected");
        if (this.chain.includes(op))
            names.push("critical");
        if (this.found(op))
            names.push("finding");
        out.push(svg("rect", {class: names.join(" "), "data-op": op, x: x + 0.5, y: y + 2, rx: 2,
                              width: Math.max(1.5, long * this.scale - 1), height: ROW - 5},
                     svg("title", {}, `${run.textOf(op)}\ncycle ${run.cycle[op]}, ${HOW[run.how[op]]}`
                             + (thread && `, ${thread} thread`))));
        if (this.scale * long >= NAMED)
            out.push(svg("text", {class: nop ? "label nop" : "label", x: x + 4, y: y + 17, "data-op": op},
                         this.cut(run.markedTextOf(op), long * this.scale)));
        return out;
    }

    cut(text, width) {
        const most = Math.floor((width - 6) / 6.2);

        text = text.replace(/^([a-z] )?sfp/, "$1");
        return text.length > most ? text.slice(0, Math.max(1, most)) : text;
    }

    found(op) {
        if (!this.findings)
            this.findings = new Set(this.run.findings.map((f) => f.op));
        return this.findings.has(op);
    }

    bubbles(first, end) {
        return this.run.data.bubbles.filter(([c, n]) => c < end && c + n > first).map(([c, n, cause, thread]) => {
            const from = Math.max(c, first), until = Math.min(c + n, end);

            return svg("rect", {class: "bubble", x: this.xOf(from) + 0.5, y: this.yOf(this.frontOf(thread)) + 2,
                                width: Math.max(1, (until - from) * this.scale - 1), height: ROW - 5},
                       svg("title", {}, `no instruction came: ${this.run.data.causes[cause].name}`));
        });
    }

    foldedShape(s) {
        const height = this.yOf(this.tracks.length) - TOP;

        return svg("g", {class: "folded", "data-first": s.first},
                   svg("rect", {x: s.x + 2, y: TOP, width: FOLDED - 4, height, rx: 4}),
                   svg("text", {x: s.x + FOLDED / 2, y: TOP + height / 2 - 6}, `× ${s.repeats}`),
                   svg("text", {x: s.x + FOLDED / 2, y: TOP + height / 2 + 12}, `of ${s.period}`),
                   svg("title", {}, `${s.repeats} more repetitions of the ${s.period} cycles before: cycles ${s.first} to `
                       + `${s.end - 1}`));
    }

    // Draws arrows to the selected op from its producers, and to its consumers; and along the chain.
    arrows() {
        const run = this.run, pairs = [];

        for (let i = 1; i < this.chain.length; i++)
            pairs.push([this.chain[i - 1], this.chain[i], "critical"]);
        if (this.selected >= 0) {
            run.from[this.selected].forEach((p) => pairs.push([p, this.selected, "producer"]));
            run.to[this.selected].forEach((c) => pairs.push([this.selected, c, "consumer"]));
        }
        return pairs.slice(0, 2000).map(([from, to, name]) => this.arrow(from, to, name));
    }

    arrow(from, to, name) {
        const run = this.run, a = this.trackOf(from), b = this.trackOf(to);
        const folded = this.isFolded(run.cycle[from]);
        const x1 = this.xOf(run.cycle[from]) + (folded ? 0 : Math.max(1, run.latency[from]) * this.scale - 2);
        const x2 = this.xOf(run.cycle[to]) + 2, y1 = this.yOf(a) + ROW / 2, y2 = this.yOf(b) + ROW / 2;
        const bend = Math.max(10, Math.abs(x2 - x1) / 3);

        return svg("path", {class: `arrow ${name}`, "marker-end": "url(#head)",
                            d: `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`});
    }

    static patterns() {
        const hatch = svg("pattern", {id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse",
                                      patternTransform: "rotate(45)"},
                          svg("rect", {width: 6, height: 6, class: "hatch-ground"}),
                          svg("line", {x1: 0, y1: 0, x2: 0, y2: 6, class: "hatch-line"}));
        const cross = svg("pattern", {id: "cross", width: 6, height: 6, patternUnits: "userSpaceOnUse"},
                          svg("path", {d: "M0 0L6 6M6 0L0 6", class: "cross-line"}));
        const head = svg("marker", {id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7,
                                    orient: "auto"}, svg("path", {d: "M0 0L8 4L0 8z", class: "head"}));

        return svg("defs", {}, hatch, cross, head);
    }

    // ---- Moving ----

    click(event) {
        const target = event.target.closest("[data-op]"), folded = event.target.closest("[data-first]");

        if (target)
            this.select(Number(target.dataset.op));
        else if (folded)
            this.unfold(Number(folded.dataset.first));
    }

    unfold(first) {
        this.stretches = this.stretches.map((s) => (s.first === first ? {...s, repeats: 0} : s));
        this.place();
    }

    setFolds(folds) {
        this.folds = folds;
        this.stretches = fold(this.run);
        this.place();
    }

    zoom(factor) {
        const middle = this.host.scrollLeft + this.host.clientWidth / 2, share = middle / Math.max(1, this.width);

        this.scale = Math.min(MOST, Math.max(LEAST, this.scale * factor));
        this.place();
        this.host.scrollLeft = share * this.width - this.host.clientWidth / 2;
        this.draw();
    }

    // Scales the timeline so that the whole run is visible, as far as a cycle keeps the width `least`.
    fit(least = LEAST) {
        const cycles = this.segments.reduce((n, s) => n + (s.folded ? 0 : s.end - s.first), 0);
        const folded = this.segments.filter((s) => s.folded).length;

        this.scale = Math.min(MOST, Math.max(least, (this.host.clientWidth - LEFT - folded * FOLDED) / Math.max(1, cycles)));
        this.place();
    }

    // Selects an op and its chain, and scrolls to it; -1: selects nothing.
    show(op, chain) {
        this.selected = op;
        this.chain = chain || [];
        if (op >= 0) {
            const s = this.segmentOf(this.run.cycle[op]);

            if (s && s.folded)
                this.unfold(s.first);
            const x = this.xOf(this.run.cycle[op]);

            if (x < this.host.scrollLeft || x > this.host.scrollLeft + this.host.clientWidth - LEFT - 40)
                this.host.scrollLeft = x - this.host.clientWidth / 3;
        }
        this.draw();
    }
}
