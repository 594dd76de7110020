// The playground: a kernel, run while it is typed.
"use strict";

const PAUSE = 120, MOST_CYCLES = 50000, MOST_TIME = 20000, VALUES = 1024, RAW_VALUES = 16384, SHOWN_ROWS = 64,
      MARKED_GROUPS = 200;
const SOURCE_FILE = "kernel.s"; /* the library's name for the source */
/* Defaults of the fields. */
const USUAL_FIELDS = {arch: "wormhole", format: "fp32", output: "", layout: "rows", settings: "init=llk", input: "x",
                      passes: "1", reference: ""};
const FIELDS = Object.keys(USUAL_FIELDS);

class Playground {
    constructor(data) {
        this.data = data;
        this.words = {mnemonics: new Set(Object.keys(data.words.mnemonics)),
                      directives: new Set(Object.keys(data.words.directives))};
        this.runner = new Runner(data.include, MOST_TIME);
        this.sweeper = new Runner(data.include, 0);
        this.file = null; /* bytes for Dst from a dropped or picked file, or null */
        this.page = null;
        this.fields = {};
        this.build();
    }

    // ---- The page ----

    build() {
        this.status = byId("status");
        this.editor = new Editor(byId("editor"), this.words, () => this.later());
        this.buildBar();
        this.buildSweep();
        document.addEventListener("keydown", (event) => this.key(event));
        document.addEventListener("dragover", (event) => event.preventDefault());
        document.addEventListener("drop", (event) => this.drop(event));
        window.addEventListener("hashchange", () => this.restore());
    }

    buildBar() {
        const {arches, formats} = this.data.words, names = Object.keys(formats);

        this.examples = element("select", {id: "example", change: () => this.showExample(Number(this.examples.value))},
                                ...this.data.examples.map((e, i) => element("option", {value: i}, e.name)));
        this.picker = element("input", {type: "file", id: "file", "aria-label": "values of Dst: .npy, or bytes",
                                        change: () => this.pick()});
        this.fileNote = element("span", {id: "file-note"});
        replace(byId("bar"), element("label", {}, "Example", this.examples), this.choice("arch", arches),
                this.choice("format", names), this.choice("output", ["", ...names]), this.choice("layout", ["rows", "tile"]),
                this.line("input", "x from -8 to 8, i, row, col, lane, random; + - * / % ^, exp, sqrt, min, ..."),
                this.line("settings", "as sfpsim-machine(7) has them, without dashes: init=llk addr-mod=3:2"),
                this.line("passes", "number of times that the kernel runs"), this.picker, this.fileNote,
                element("button", {type: "button", id: "link", click: () => this.copyLink()}, "Copy link"));
    }

    // ---- Fields, by name ----

    choice(name, values) {
        return this.field(name, element("select", {change: () => this.later()}, ...values.map((v) =>
            element("option", {value: v}, v || "as the input"))));
    }

    line(name, hint) {
        return this.field(name, element("input", {type: "text", spellcheck: "false", title: hint, input: () => this.later()}));
    }

    field(name, control) {
        control.id = `play-${name}`;
        this.fields[name] = control;
        return element("label", {}, name, control);
    }

    buildSweep() {
        const reference = this.line("reference", "a function of x in double precision: 1/x, exp(x), min(max(x,0),6)");

        this.sweepButton = element("button", {type: "button", id: "sweep", click: () => this.sweep()}, "Sweep");
        this.progress = element("progress", {max: 1, value: 0, hidden: true});
        this.sweepHost = element("div", {id: "sweep-result", "aria-live": "polite"});
        replace(byId("sweeps"),
                element("p", {}, "Runs each 16-bit value through the kernel, in those of the first "
                        + `${VALUES} cells that it changes. Outputs are read from the cells of the inputs.`),
                element("div", {class: "options"}, reference, this.sweepButton, this.progress), this.sweepHost);
    }

    key(event) {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            this.run();
        } else if (this.page && !event.target.closest("dialog")) {
            this.page.key(event);
        }
    }

    // Shows a text in the status line. `kind`: "failed", the severity of a finding, or "".
    say(text, kind = "") {
        this.status.textContent = text;
        this.status.className = kind;
    }

    // ---- State ----

    get state() {
        const state = {source: this.editor.text};

        for (const name of FIELDS)
            state[name] = this.fields[name].value;
        return state;
    }

    // Sets the given members of a state. Unknown choices leave their fields unchanged.
    set state(state) {
        for (const name of FIELDS) {
            const control = this.fields[name];
            const known = !control.options || [...control.options].some((o) => o.value === state[name]);

            if (state[name] !== undefined && known)
                control.value = state[name];
        }
        if (state.source !== undefined)
            this.editor.text = state.source;
        this.dropFile();
        this.later(0);
    }

    showExample(i) {
        this.state = {...USUAL_FIELDS, ...this.data.examples[i]};
    }

    // Restores the link's state, or shows the first example.
    async restore() {
        if (location.hash && location.hash === this.link)
            return;
        const state = await stateOf(location.hash);

        if (state)
            this.state = {...USUAL_FIELDS, ...state};
        else if (!this.editor.text)
            this.showExample(0);
    }

    async keepLink() {
        this.link = await linkOf(this.state);
        history.replaceState(null, "", this.link);
    }

    async copyLink() {
        await this.keepLink();
        try {
            await navigator.clipboard.writeText(location.href);
            this.say("The link is in the clipboard.");
        } catch (error) {
            this.say("The link is in the address bar.");
        }
    }

    // ---- Values ----

    async take(file) {
        this.file = {name: file.name, bytes: new Uint8Array(await file.arrayBuffer())};
        this.fileNote.textContent = `${file.name}, ${file.size} bytes, instead of the formula `;
        this.fileNote.append(element("button", {type: "button", click: () => {
            this.dropFile();
            this.later(0);
        }}, "formula"));
        this.later(0);
    }

    pick() {
        if (this.picker.files.length)
            this.take(this.picker.files[0]);
    }

    drop(event) {
        event.preventDefault();
        if (event.dataTransfer.files.length)
            this.take(event.dataTransfer.files[0]);
    }

    dropFile() {
        this.file = null;
        this.picker.value = "";
        this.fileNote.textContent = "";
    }

    // Makes the request of a run.
    request(state) {
        const format = this.data.words.formats[state.format], count = state.format === "raw" ? RAW_VALUES : VALUES;
        const passes = Math.max(1, Math.floor(Number(state.passes)) || 1);
        const container = this.file && this.file.name.endsWith(".npy") ? "npy" : "plain";

        return {kind: "run", ...state, passes, cycles: MOST_CYCLES, container,
                input: this.file ? this.file.bytes : bytesOf(format, valuesOf(state.input, count, state.layout))};
    }

    // ---- Running ----

    later(pause = PAUSE) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.run(), pause);
    }

    // Runs the kernel. Only one run is active; later changes are run after it.
    async run() {
        clearTimeout(this.timer);
        if (this.running) {
            this.again = true;
            return;
        }
        this.running = true;
        this.again = false;
        try {
            await this.runOnce(this.state);
        } catch (error) {
            this.fail(error.message);
        }
        this.running = false;
        if (this.again)
            this.later(0);
    }

    async runOnce(state) {
        const request = this.request(state), began = performance.now(), answer = await this.runner.ask(request);
        const told = JSON.parse(answer.text), took = performance.now() - began;

        this.editor.tell([...told.diagnostics, ...this.findingMessages(told)], SOURCE_FILE);
        if (told.page)
            this.show(told, request, answer.values);
        byId("output").classList.toggle("stale", !told.page);
        this.tell(told, took);
        await this.keepLink();
    }

    // Returns the run's findings as messages for the editor, in the order of the source; if there are too many, the
    // gravest ones.
    findingMessages(told) {
        const groups = told.page ? told.page.groups : [];

        return (groups.length > MARKED_GROUPS ? gravestOf(groups, MARKED_GROUPS) : groups).map(messageOfGroup);
    }

    fail(why) {
        byId("output").classList.add("stale");
        this.say(why, "failed");
    }

    tell(told, took) {
        if (told.code < 0 || !told.page) {
            this.say(told.message || "Nothing has run.", "failed");
        } else if (told.stopped) {
            this.say(`Stopped after ${MOST_CYCLES} cycles: the kernel goes on, but this page shows no more.`, "failed");
        } else {
            const {cycles, groups} = told.page;

            this.say(`${cycles} cycles; assembled and run in ${took.toFixed(0)} ms. ${statusOfGroups(groups)}`.trimEnd(),
                     groups.length ? gravestOf(groups, 1)[0].severity : "");
        }
    }

    show(told, request, values) {
        const op = this.page ? this.page.op : -1;

        this.page = new Page(told.page, byId("run"));
        if (op >= 0 && op < this.page.run.count)
            this.page.select(op);
        replace(byId("kinds"), ...told.kinds.map((kind) => this.kindOf(kind)));
        this.showValues(told.format, request, values);
    }

    // Makes an entry about a kind of finding, with a button for a kernel without it.
    kindOf(kind) {
        const mended = () => {
            const options = (kind.options || "").split(" ").filter((o) => o.startsWith("--")).map((o) => o.slice(2));
            const arch = options.find((o) => o.startsWith("arch="));

            this.state = {source: kind.mended, arch: arch ? arch.slice(5) : this.fields.arch.value,
                          settings: options.filter((o) => o !== arch).join(" ")};
        };

        return element("li", {}, element("b", {}, kind.name), `: ${kind.text}. `,
                       element("span", {class: "note"}, kind.source || ""), " ",
                       kind.mended ? element("button", {type: "button", click: mended}, "show a kernel without it")
                                   : null);
    }

    // ---- Results ----

    showValues(name, request, bytes) {
        const format = this.data.words.formats[name], words = wordsOf(format, bytes);
        const before = request.container === "npy" || name !== request.format ? [] : wordsOf(format, request.input);
        const width = request.layout === "tile" ? 32 : 16, rows = Math.ceil(words.length / width);
        const shown = Math.min(rows, SHOWN_ROWS), text = (bits) => this.valueText(name, bits);
        const cell = (i) => {
            const was = i < before.length ? `; it was ${text(before[i])}` : "";

            return element("td", {class: before[i] === words[i] ? "same" : "",
                                  title: `value ${i}, lane ${placeOf(i, request.layout).lane}${was}`}, text(words[i]));
        };
        const row = (r) => element("tr", {}, element("th", {scope: "row"}, String(r)),
            ...Array.from({length: Math.min(width, words.length - r * width)}, (unused, c) => cell(r * width + c)));

        replace(byId("values"), element("p", {}, `${words.length} values of Dst as ${name}; pale values are unchanged.`
                + (shown < rows ? ` The first ${shown} of ${rows} rows:` : "")),
                element("table", {class: "lanes"},
                        element("tbody", {}, ...Array.from({length: shown}, (unused, r) => row(r)))));
    }

    valueText(name, bits) {
        return name === "raw" ? bits.toString(16).padStart(4, "0") : numberText(numberOf(this.data.words.formats[name], bits));
    }

    // ---- Sweeps ----

    // Starts a sweep, or stops the active one.
    async sweep() {
        if (!this.progress.hidden) {
            this.sweeper.stop("The sweep was stopped.");
            return;
        }
        this.progress.hidden = false;
        this.progress.value = 0;
        this.sweepButton.textContent = "Stop";
        try {
            replace(this.sweepHost, ...await this.sweepOnce(this.state));
        } catch (error) {
            replace(this.sweepHost, element("p", {class: "failed"}, error.message));
        }
        this.progress.hidden = true;
        this.sweepButton.textContent = "Sweep";
    }

    async sweepOnce(state) {
        const {formats} = this.data.words, sweep = sweepOf(state.format, formats), formula = state.reference.trim();

        if (!sweep)
            throw new Error("A sweep needs a format of 16 bits, or fp32, for which it takes bf16 numbers.");
        if (formula)
            new Formula(formula, ["x"]); /* reports errors in the formula before the sweep */
        const request = {...state, kind: "sweep", container: "plain", passes: 1, cycles: 0, shift: sweep.shift, seed: 1};
        const answer = await this.sweeper.ask(request, (share) => {
            this.progress.value = share;
        });

        if (JSON.parse(answer.text).code)
            throw new Error(JSON.parse(answer.text).message);
        if (!answer.outputs)
            throw new Error(`The kernel changes none of the first ${VALUES} values of Dst.`);
        return sweepResult(formats[state.output || state.format], sweep, answer, formula);
    }
}

const playground = new Playground(JSON.parse(byId("data").textContent));

playground.restore();
