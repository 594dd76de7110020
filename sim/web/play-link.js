// A state of the playground as the fragment of a link: "#z=" and the deflated JSON in URL-safe base64, or "#j=" and
// plain JSON in URL-safe base64, which other programs can make easily. The contents of a link are checked, and used
// only as data.
"use strict";

/* Maximum length of each member. */
const LINK_TEXTS = {source: 200000, arch: 20, format: 20, output: 20, layout: 20, settings: 1000, input: 1000,
                    reference: 1000, passes: 6};

function toBase64(bytes) {
    let text = "";

    for (const byte of bytes)
        text += String.fromCharCode(byte);
    return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64(text) {
    return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
}

async function through(bytes, stream) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function linkOf(state) {
    const bytes = new TextEncoder().encode(JSON.stringify(state));

    return `#z=${toBase64(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

// Returns the known members that are texts of permitted length. Drops all others.
function checkedState(data) {
    const state = {};

    for (const [name, most] of Object.entries(LINK_TEXTS))
        if (data && typeof data[name] === "string" && data[name].length <= most)
            state[name] = data[name];
    return state;
}

// Returns the state in a fragment, or null if the fragment holds no state.
async function stateOf(fragment) {
    const found = /^#([jz])=([\w-]+)$/.exec(fragment);

    if (!found)
        return null;
    try {
        const bytes = fromBase64(found[2]);
        const json = found[1] === "z" ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes;

        return checkedState(JSON.parse(new TextDecoder().decode(json)));
    } catch (error) {
        return null;
    }
}

if (typeof module !== "undefined")
    module.exports = {linkOf, stateOf, checkedState};
