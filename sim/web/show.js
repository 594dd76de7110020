// Functions that show documents, by schema.
"use strict";

const SHOWS = {
    "sfpsim-page": showRun,
    "sfpsim-pages": showRuns,
    "sfpsim-sweep": showSweep,
    "sfpsim-equiv": showEquiv,
    "sfpsim-cases": showCases,
    "sfpsim-budget": showBudget,
};

// Returns the document in `text`. If the text is not JSON, the schema says why.
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
