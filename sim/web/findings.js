// Findings in groups: those with one name at one place of the source, with a severity and counts.
"use strict";

const SEVERITIES = ["error", "warning", "advice", "note", "info"]; /* gravest first */

function compareGravity(a, b) {
    return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

// Returns at most `most` entries of a list of groups or messages, the gravest first, equals in the list's order.
function gravestOf(list, most = list.length) {
    return [...list].sort(compareGravity).slice(0, most);
}

// Returns the counts that exceed 1, as the findings report has them: "3 words, 6 times", or "".
function countsText({words, times}) {
    return [words > 1 ? `${words} words` : "", times > words ? `${times} times` : ""].filter(Boolean).join(", ");
}

// Returns a group's text: "reads the result early [mad-raw] (3 words, 6 times)".
function groupText(group) {
    const counts = countsText(group);

    return `${group.possible ? "possible: " : ""}${group.text} [${group.name}]${counts ? ` (${counts})` : ""}`;
}

// Returns a group in the form of an assembler's message, for the editor.
function messageOfGroup(group) {
    return {severity: group.severity, file: group.file || "", line: group.line || 0, column: group.column || 0,
            text: groupText(group)};
}

// Returns the gravest group's text with its line, and the number of the others, or "" without groups.
function statusOfGroups(groups) {
    if (!groups.length)
        return "";
    const [first] = gravestOf(groups, 1), more = groups.length - 1;
    const place = first.line ? `Line ${first.line}` : `Word ${first.index}`;

    return `${place}: ${first.severity}: ${groupText(first)}.`
        + (more ? ` ${more} more ${more === 1 ? "finding" : "findings"}.` : "");
}

if (typeof module !== "undefined")
    module.exports = {gravestOf, countsText, groupText, messageOfGroup, statusOfGroups};
