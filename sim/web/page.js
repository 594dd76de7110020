// A page of a run: its parts, and its keys.
"use strict";

const KEYS = [
    ["← →", "the previous or next instruction in time"],
    ["↑ ↓", "the instruction on the sub-unit above or below"],
    ["+ -", "zoom in, zoom out"], ["0", "fit the whole run"], ["f", "fold or unfold repeats"],
    ["c", "the chain of instructions that it waited for"],
    ["n p", "next and previous finding"], ["Esc", "clear the choice"], ["?", "these keys"],
];

const PAPER_WIDTH = 980, PAPER_BANDS = 40;

class Page {
    // `prefix`: put before element ids, to distinguish two pages in one document.
    constructor(data, host, prefix = "") {
        this.run = new Run(data);
        this.prefix = prefix;
        this.host = host;
        this.op = -1;
        this.format = "fp32";
        this.links = [];
        this.build();
    }

    build() {
        const select = (op) => this.select(op);
        const pane = (id, heading, content, open = true) => element("details", {id: this.prefix + id, open},
            element("summary", {}, element("h2", {}, heading)), content);

        this.scroller = element("div", {class: "timeline", id: `${this.prefix}timeline`});
        this.detail = element("div", {id: `${this.prefix}detail`, "aria-live": "polite"});
        this.chainHost = element("div", {id: `${this.prefix}chain`});
        replace(this.host,
                element("section", {class: "head"}, summaryPane(this.run), this.tools()),
                this.scroller, this.paper = element("div", {class: "paper"}), this.legend(),
                element("div", {class: "panes"},
                        pane("pane-op", "Instruction", this.detail), pane("pane-chain", "What it waited for", this.chainHost),
                        pane("pane-findings", `Findings (${this.run.groups.length})`, findingsPane(this.run, select)),
                        pane("pane-loops", "Loops", loopsPane(this.run, select)),
                        pane("pane-source", "Source", sourcePane(this.run, select))),
                this.keys = element("dialog", {}, table(["key", "does"], KEYS.map((k) => element("tr", {}, ...cells(...k)))),
                        element("form", {method: "dialog"}, element("button", {}, "Close"))));
        this.timeline = new Timeline(this.scroller, this.run, select);
        this.paper.putOn = () => this.putOnPaper();
        this.showOp();
    }

    // Puts the timeline on paper in bands, because paper cannot scroll.
    putOnPaper() {
        const bands = this.timeline.bands(PAPER_WIDTH, PAPER_BANDS), shown = bands.length * (PAPER_WIDTH - LEFT);
        const left = this.timeline.width > shown ? element("p", {}, "The rest of the timeline is left out.") : null;

        replace(this.paper, ...bands, left);
    }

    tools() {
        const tool = (name, title, act) => element("button", {type: "button", title, click: act}, name);

        return element("div", {class: "tools", role: "toolbar"},
                       tool("−", "zoom out (-)", () => this.timeline.zoom(1 / 1.5)),
                       tool("+", "zoom in (+)", () => this.timeline.zoom(1.5)),
                       tool("fit", "fit the whole run (0)", () => this.timeline.fit()),
                       tool("fold", "fold repeats (f)", () => this.fold()),
                       tool("chain", "what the instruction waited for (c)", () => this.chain()),
                       tool("?", "keys", () => this.keys.showModal()));
    }

    legend() {
        const names = [["op issued", "issued"], ["op scheduled", "scheduled by a macro"],
                       ["op nop", "SFPNOP, issued"], ["held", "held: the instruction waits"],
                       ["op discarded", "discarded, forgotten"], ["bubble", "no instruction came"]];

        return element("p", {class: "legend"}, ...names.map(([name, text]) =>
            element("span", {}, svg("svg", {width: 18, height: 12}, svg("rect", {class: name, width: 18, height: 12})), text)));
    }

    select(op) {
        this.op = op;
        this.links = [];
        this.timeline.show(op, []);
        this.showOp();
    }

    showOp() {
        replace(this.detail, opPane(this.run, this.op, this.format, (op) => this.select(op), (format) => {
            this.format = format;
            this.showOp();
        }));
        replace(this.chainHost, chainPane(this.run, this.links, (op) => this.select(op)));
    }

    // Shows the chain of causes that leads to the chosen instruction, or to the last one.
    chain() {
        const run = this.run;

        if (this.op < 0 && run.count)
            this.op = run.byCycle[run.count - 1];
        if (this.op < 0)
            return;
        this.links = run.chain(this.op);
        this.timeline.show(this.op, this.links.map((link) => link.op));
        this.showOp();
    }

    fold() {
        this.timeline.setFolds(!this.timeline.folds);
    }

    // Chooses the op `step` places later in time, or an op `units` rows below.
    move(step, units) {
        const run = this.run, order = run.byCycle, at = order.indexOf(this.op);

        if (!run.count)
            return;
        if (at < 0) {
            this.select(order[0]);
            return;
        }
        if (!units) {
            this.select(order[Math.min(run.count - 1, Math.max(0, at + step))]);
            return;
        }
        this.select(this.beside(units));
    }

    // Returns the nearest op in time on the next row above or below that has ops nearby.
    beside(units) {
        const run = this.run, cycle = run.cycle[this.op], row = this.timeline.trackOf(this.op);
        let best = this.op, distance = Infinity;

        for (const op of run.between(cycle - 16, cycle + 17)) {
            const rows = (this.timeline.trackOf(op) - row) * units, far = rows * 1000 + Math.abs(run.cycle[op] - cycle);

            if (rows > 0 && far < distance)
                [best, distance] = [op, far];
        }
        return best;
    }

    finding(step) {
        const found = this.run.findings.map((f) => f.op).filter((op) => op >= 0);

        if (!found.length)
            return;
        const at = found.indexOf(this.op);

        this.select(found[at < 0 ? (step > 0 ? 0 : found.length - 1) : (at + step + found.length) % found.length]);
    }

    key(event) {
        const actions = {
            ArrowLeft: () => this.move(-1, 0), ArrowRight: () => this.move(1, 0), ArrowUp: () => this.move(0, -1),
            ArrowDown: () => this.move(0, 1), "+": () => this.timeline.zoom(1.5), "=": () => this.timeline.zoom(1.5),
            "-": () => this.timeline.zoom(1 / 1.5), 0: () => this.timeline.fit(), f: () => this.fold(), c: () => this.chain(),
            n: () => this.finding(1), p: () => this.finding(-1), Escape: () => this.select(-1),
            "?": () => this.keys.showModal(),
        };

        if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|TEXTAREA|SELECT/.test(event.target.tagName)
            || !actions[event.key])
            return;
        event.preventDefault();
        actions[event.key]();
    }
}

window.addEventListener("beforeprint", () => document.querySelectorAll(".paper").forEach((paper) => paper.putOn()));

function showRun(data, host) {
    const page = new Page(data, host);

    document.addEventListener("keydown", (event) => page.key(event));
    document.title = `${data.kernel}: ${data.cycles} cycles on ${data.arch}`;
    return page;
}
