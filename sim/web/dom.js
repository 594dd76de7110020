// Elements of a page. Text of a kernel is always set as text, never as HTML.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes = {}, ...children) {
    const e = document.createElement(name);

    return fill(e, attributes, children);
}

function svg(name, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
}

// Sets attributes and adds children. Attributes that are functions become listeners.
function fill(e, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function")
            e.addEventListener(name, value);
        else if (value !== undefined && value !== null && value !== false)
            e.setAttribute(name, value === true ? "" : value);
    }
    e.append(...children.filter((c) => c !== null && c !== undefined));
    return e;
}

function replace(parent, ...children) {
    parent.replaceChildren(...children.filter((c) => c !== null && c !== undefined));
}

function byId(id) {
    return document.getElementById(id);
}
