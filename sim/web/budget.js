// A page of a budget: its lines, with limits and measurements, exceeded lines first.
"use strict";

const VERDICTS = ["exceeded", "open", "better", "within"];

// Returns the lines' indices in display order.
function orderLines(lines) {
    return lines.map((line, i) => i).sort((a, b) =>
        VERDICTS.indexOf(lines[a].verdict) - VERDICTS.indexOf(lines[b].verdict) || a - b);
}

function sweptText(line) {
    return line.op === null ? "" : `${line.op} of ${line.n_inputs} ${line.in}${line.sampled ? ", a sample" : ""}`
        + `, out ${line.dtype}`;
}

function pointText(at) {
    if (!at)
        return "";
    return `x = ${shownNumber(at.x)}${"y" in at ? `, y = ${shownNumber(at.y)}` : ""}: got ${shownNumber(at.got)}`
        + `, expected ${shownNumber(at.expected)}`;
}

function verdictMark(verdict) {
    return element("span", {class: `status ${verdict === "exceeded" ? "failed" : ""}`}, verdict);
}

// Returns a line's rows, one for each limit. The first row also has the line, kernel and function.
function lineRows(line) {
    const about = [verdictMark(line.verdict), line.line, line.kernel, sweptText(line), line.arch];
    const limits = line.limits.map((l) => [l.name, shownNumber(l.measured), shownNumber(l.allowed),
                                           l.verdict === line.verdict ? "" : l.verdict, pointText(l.at)]);

    return (limits.length ? limits : [["", "", "", "", ""]]).map((limit, i) =>
        element("tr", {class: i ? "" : "first"}, ...cells(...(i ? about.map(() => "") : about), ...limit)));
}

function besideText(line) {
    return [...line.except.map((e) => `except ${e.name} from ${shownNumber(e.low)} to ${shownNumber(e.high)}: `
                               + `${e.inputs} inputs${e.needed ? "" : ", not needed"}`),
            ...line.findings.map((f) => `${f.severity}: ${f.possible ? "possible " : ""}${f.name}, ${f.times} times`)];
}

function besidePane(data) {
    const lines = data.lines.map((line) => [line, besideText(line)]).filter(([, said]) => said.length);

    return lines.length ? element("ul", {}, ...lines.flatMap(([line, said]) => said.map((text) =>
        element("li", {}, `line ${line.line}, ${line.kernel}: ${text}`)))) : element("p", {}, "Nothing.");
}

function showBudget(data, host) {
    const rows = orderLines(data.lines).flatMap((i) => lineRows(data.lines[i]));

    replace(host, element("section", {class: "head"}, facts(VERDICTS.map((v) => [v, data[v]]))),
            data.complete ? null : element("p", {class: "verdict"}, "Interrupted: some lines are missing."),
            table(["", "line", "kernel", "what", "arch", "measure", "measured", "allowed", "", "at"], rows,
                  {class: "numbers budget"}),
            pane("pane-beside", "Exclusions and findings", besidePane(data)));
    entitle(`${data.file}: ${data.exceeded} of ${data.lines.length} lines exceeded`);
}
