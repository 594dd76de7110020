// Which part of the page's program shows which document.
"use strict";

const SHOWS = {
    "sfpsim-page": showRun,
    "sfpsim-pages": showRuns,
    "sfpsim-sweep": showSweep,
    "sfpsim-equiv": showEquiv,
    "sfpsim-cases": showCases,
    "sfpsim-budget": showBudget,
};

// The document that text is; one that says why it is none, otherwise.
function documentOf(text) {
    try {
        const data = JSON.parse(text);

        return data && typeof data === "object" ? data : {};
    } catch (error) {
        return {schema: `none: ${error.message}`};
    }
}

function showDocument(text, host) {
    const data = documentOf(text), show = SHOWS[data.schema];

    byId("title").textContent = data.kernel || "";
    if (show)
        show(data, host);
    else
        replace(host, element("p", {}, `This page cannot show its document: its schema is ${data.schema}.`));
}
