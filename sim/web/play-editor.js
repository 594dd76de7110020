// The editor: a text area above a layer with the same text in colours, and with the assembler's messages and the run's
// findings at the ends of lines.
"use strict";

const COLOURED_LINES = 3000; /* longer texts are shown without colours */

const TOKENS = [
    ["comment", /\/\*.*?(?:\*\/|$)|(?:#|\/\/).*$/], ["text", /"(?:[^"\\]|\\.)*"?/], ["directive", /\.[A-Za-z_]\w*/],
    ["register", /\bL(?:1[0-6]|[0-9])\b/], ["number", /\b(?:0[xX][0-9a-fA-F]+|\d[\w.]*)/], ["name", /[A-Za-z_]\w*/],
];

const TOKEN = new RegExp(TOKENS.map(([, part]) => `(${part.source})`).join("|"), "g");

// Splits a line into parts, in order: [class or "", text].
function partsOfLine(line, words, inComment) {
    const parts = [];
    let at = 0, found;

    if (inComment) {
        const end = line.indexOf("*/");

        at = end < 0 ? line.length : end + 2;
        parts.push(["comment", line.slice(0, at)]);
    }
    TOKEN.lastIndex = at;
    while (at < line.length && (found = TOKEN.exec(line))) {
        const which = found.slice(1).findIndex((text) => text !== undefined);

        parts.push(["", line.slice(at, found.index)], [classOfWord(TOKENS[which][0], found[0], words), found[0]]);
        at = found.index + found[0].length;
    }
    parts.push(["", line.slice(at)]);
    return parts.filter(([, text]) => text);
}

function classOfWord(kind, text, words) {
    if (kind === "name")
        return words.mnemonics.has(text.toLowerCase()) ? "mnemonic" : "";
    if (kind === "directive")
        return words.directives.has(text.toLowerCase()) ? "directive" : "";
    return kind;
}

// Returns whether a comment is open after these parts.
function leavesComment(parts) {
    const last = parts[parts.length - 1];

    return last !== undefined && last[0] === "comment" && (last[1].startsWith("/*") || parts.length === 1)
        && !last[1].endsWith("*/") && !/^(#|\/\/)/.test(last[1]);
}

function fragmentOf(elements) {
    const fragment = document.createDocumentFragment();

    fragment.append(...elements);
    return fragment;
}

class Editor {
    // `changed()` is called after each change of the text.
    constructor(host, words, changed) {
        this.words = words;
        this.changed = changed;
        this.errors = new Map();
        this.shown = []; /* the layer's lines */
        this.known = new Map();
        this.layer = element("pre", {class: "layer", "aria-hidden": "true"});
        this.area = element("textarea", {id: "source", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
                                         wrap: "off", "aria-label": "source", input: () => this.edited(),
                                         scroll: () => this.follow(), keydown: (event) => this.key(event)});
        this.said = element("ol", {class: "said", id: "said", "aria-live": "polite"});
        replace(host, element("div", {class: "editor"}, this.layer, this.area), this.said);
    }

    get text() {
        return this.area.value;
    }

    set text(text) {
        this.area.value = text;
        this.area.scrollTop = 0;
        this.edited();
    }

    edited() {
        this.errors = new Map();
        this.draw();
        this.changed();
    }

    // Escape leaves the editor, so that the timeline's keys work. Tab leaves it as usual.
    key(event) {
        if (event.key === "Escape")
            this.area.blur();
    }

    follow() {
        this.layer.scrollTop = this.area.scrollTop;
        this.layer.scrollLeft = this.area.scrollLeft;
    }

    // Replaces only lines that look different: those from the first difference to the last.
    draw() {
        const lines = this.shownLines(), before = this.shown, most = Math.min(lines.length, before.length);
        let first = 0, behind = 0;

        while (first < most && lines[first].key === before[first].key)
            first++;
        while (behind < most - first && lines[lines.length - 1 - behind].key === before[before.length - 1 - behind].key)
            behind++;
        const made = lines.slice(first, lines.length - behind).map(({parts, errors}) => this.lineOf(parts, errors));

        [...this.layer.children].slice(first, before.length - behind).forEach((e) => e.remove());
        this.layer.insertBefore(fragmentOf(made), this.layer.children[first] || null);
        this.shown = lines;
        this.follow();
    }

    // Returns each line's parts, and a key equal for lines that look equal. Parts of known lines are reused.
    shownLines() {
        const lines = this.text.split("\n"), known = new Map();
        let inComment = false;

        const lookedUp = (line) => {
            const key = inComment ? `in ${line}` : `\n${line}`;

            if (!known.has(key))
                known.set(key, this.known.get(key) || {key, ...this.partsOf(lines.length, line, inComment)});
            return known.get(key);
        };
        const shown = lines.map((line, i) => {
            const {key, parts, leaves} = lookedUp(line), errors = this.errors.get(i + 1);

            inComment = leaves;
            return {parts, errors, key: errors ? JSON.stringify([key, errors]) : key};
        });

        this.known = known;
        return shown;
    }

    // Returns {parts, leaves}: a line's parts, and whether a comment is open after it.
    partsOf(count, line, inComment) {
        if (count > COLOURED_LINES)
            return {parts: [["", line]], leaves: false};
        const parts = partsOfLine(line, this.words, inComment);

        return {parts, leaves: leavesComment(inComment && !parts.length ? [["comment", "/*"]] : parts)};
    }

    lineOf(parts, errors) {
        const told = errors && gravestOf(errors);
        const line = element("span", {class: told ? `line ${told[0].severity}` : "line"},
                             ...parts.map(([name, text]) => name ? element("span", {class: name}, text) : text));

        if (told)
            line.append(element("span", {class: "here"}, `  ${told.map((e) => e.text).join("; ")}`));
        line.append("\n");
        return line;
    }

    // Shows messages of the assembler, and findings in the same form, at their lines, and in a list below.
    tell(diagnostics, file) {
        this.errors = new Map();
        for (const d of diagnostics)
            if (d.line && d.file === file && d.severity !== "note")
                this.errors.set(d.line, [...this.errors.get(d.line) || [], d]);
        this.draw();
        replace(this.said, ...diagnostics.map((d) => element("li", {class: d.severity},
            d.line && d.file === file ? this.placeButton(d) : d.file || "", ` ${d.severity}: ${d.text}`)));
    }

    placeButton({line, column}) {
        return element("button", {class: "link", type: "button", click: () => this.go(line, column)}, `line ${line}`);
    }

    go(line, column) {
        const lines = this.text.split("\n");
        const at = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + column - 1;

        this.area.focus();
        this.area.setSelectionRange(at, at);
        this.area.scrollTop = Math.max(0, (line - 5) * this.area.scrollHeight / lines.length);
    }
}

if (typeof module !== "undefined")
    module.exports = {partsOfLine, leavesComment};
