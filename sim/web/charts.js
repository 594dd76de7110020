// Bar charts, as SVG. Pointing at a bar, or moving along the bars by arrow keys, shows its numbers.
"use strict";

const CHART = {width: 760, height: 250, left: 64, right: 10, top: 10, bottom: 42, gap: 1, narrow: 4};

// bars: {from, to, text, parts: [{name, part}]}, with the higher parts first; labels: {at, text}; ticks: {part, text};
// marks: {at, part, text, choose}. Positions are from 0 to 1. `tell` gets the text of the bar or mark pointed at.
class Chart {
    constructor(spec, tell) {
        const groups = spec.bars.map((bar, i) => this.bar(bar, i, tell));

        this.element = svg("svg", {class: "chart", viewBox: `0 0 ${CHART.width} ${CHART.height}`, role: "group",
                                   "aria-label": spec.name, keydown: (event) => this.key(event)},
                           ...spec.ticks.flatMap((tick) => this.tick(tick)), ...groups, this.axes(),
                           ...spec.labels.map(({at, text}) => this.text(this.x(at), CHART.height - 26, "middle", text)),
                           ...(spec.marks || []).map((mark) => this.mark(mark, tell)),
                           this.text(this.x(0.5), CHART.height - 6, "middle", spec.across));
        this.groups = groups;
    }

    x(part) {
        return CHART.left + part * (CHART.width - CHART.left - CHART.right);
    }

    y(part) {
        return CHART.height - CHART.bottom - part * (CHART.height - CHART.top - CHART.bottom);
    }

    // Makes a bar with a column as high as the chart, so that low bars are easy to point at.
    bar(bar, i, tell) {
        const whole = this.x(bar.to) - this.x(bar.from), gap = whole < CHART.narrow ? 0 : CHART.gap;
        const x = this.x(bar.from) + gap, width = whole - 2 * gap;
        const say = () => tell(bar.text);

        return svg("g", {class: "column", tabindex: i ? -1 : 0, role: "img", "aria-label": bar.text, focus: say,
                         mouseenter: say},
                   svg("title", {}, bar.text),
                   svg("rect", {class: "whole", x, width, y: this.y(1), height: this.y(0) - this.y(1)}),
                   ...bar.parts.map(({name, part}) =>
                       svg("rect", {class: name, x, width, y: this.y(part), height: this.y(0) - this.y(part)})));
    }

    text(x, y, anchor, text) {
        return svg("text", {class: "cycle", x, y, "text-anchor": anchor}, text);
    }

    tick({part, text}) {
        return [svg("line", {class: "tick", x1: this.x(0), x2: this.x(1), y1: this.y(part), y2: this.y(part)}),
                this.text(this.x(0) - 6, this.y(part) + 4, "end", text)];
    }

    axes() {
        return svg("path", {class: "axis", d: `M${this.x(0)} ${this.y(1)} V${this.y(0)} H${this.x(1)}`});
    }

    mark({at, part, text, choose}, tell) {
        return svg("circle", {class: "mark", cx: this.x(at), cy: this.y(part), r: 4, click: choose,
                              mouseenter: () => tell(text)}, svg("title", {}, text));
    }

    key(event) {
        const at = this.groups.indexOf(event.target), step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        const next = this.groups[at + step];

        if (at < 0 || !step)
            return;
        event.preventDefault();
        event.stopPropagation();
        if (next)
            next.focus();
    }
}

// Makes a chart with a heading, and a line for the text of the bar pointed at.
function figure(heading, spec) {
    const said = element("output", {class: "said", "aria-live": "polite"},
                         "Point at a bar, or move along the bars with ← and →.");
    const chart = new Chart({name: heading, ...spec}, (text) => replace(said, text));

    return element("figure", {}, element("figcaption", {}, element("h2", {}, heading)), chart.element, said);
}

// Binds keys to functions, by the keys' names. Keys typed into a field are ignored.
function listen(actions) {
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|TEXTAREA|SELECT/.test(event.target.tagName)
            || !Object.hasOwn(actions, event.key))
            return;
        event.preventDefault();
        actions[event.key]();
    });
}

function facts(pairs, attributes = {class: "summary"}) {
    return element("dl", attributes, ...pairs.flatMap(([name, value]) =>
        [element("dt", {}, name), element("dd", {}, value instanceof Node ? value : String(value))]));
}

function pane(id, heading, content, open = true) {
    return element("details", {id, open}, element("summary", {}, element("h2", {}, heading)), content);
}

function entitle(title) {
    byId("title").textContent = title;
    document.title = title;
}
