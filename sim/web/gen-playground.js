// Makes the page of the playground, at build time: gen-playground.js CC VERSION WORDS INCLUDE WASM-DIRECTORY >
// index.html
"use strict";

const fs = require("fs"), path = require("path"), zlib = require("zlib"), {execFileSync} = require("child_process");

const [compiler, version, words, include, wasm] = process.argv.slice(2);
const BLOCK = 16; /* bytes of the shortest common stretch */
const ROOT = path.join(__dirname, "../..");

function read(file) {
    return fs.readFileSync(file, "utf8");
}

// Returns an example's source. Sources for the C preprocessor are preprocessed, with comments and columns kept, and at
// most one empty line in a row.
function sourceOf(file) {
    const whole = path.join(ROOT, file);

    if (!file.endsWith(".S"))
        return read(whole);
    const [program, ...options] = compiler.split(" ");
    const how = ["-E", "-P", "-C", "-nostdinc", "-traditional-cpp", "-x", "assembler-with-cpp"];
    const text = execFileSync(program, [...options, ...how, whole], {encoding: "utf8"});

    return text.replace(/\n{3,}/g, "\n\n").trimStart();
}

// Returns the data as JSON for a <script> element, whose text only a "<" can end.
function dataText() {
    const examples = JSON.parse(read(path.join(__dirname, "examples.json")));
    const data = {words: JSON.parse(read(words)), include: read(include),
                  examples: examples.map((e) => ({...e, source: sourceOf(e.file)}))};

    return JSON.stringify(data).replace(/</g, "\\u003c");
}

function moduleOf(level) {
    return fs.readFileSync(path.join(wasm, `playground-${level}.wasm`));
}

// Splits `to` into parts: own bytes, then a stretch of `from`. Returns the parts, [[own, place in from, length], ...],
// and the own bytes.
function difference(from, to) {
    const places = new Map(), parts = [], own = [];
    let behind = 0, at = 0;

    for (let i = 0; i + BLOCK <= from.length; i++)
        places.set(from.toString("latin1", i, i + BLOCK), i);
    while (at < to.length) {
        const place = places.get(to.toString("latin1", at, at + BLOCK));
        let length = place === undefined ? 0 : BLOCK;

        if (!length) {
            at++;
            continue;
        }
        while (at + length < to.length && from[place + length] === to[at + length])
            length++;
        parts.push([at - behind, place, length]);
        own.push(to.subarray(behind, at));
        behind = at += length;
    }
    parts.push([to.length - behind, 0, 0]);
    own.push(to.subarray(behind));
    return {parts, own: Buffer.concat(own)};
}

// Returns the difference as bytes for patched() in play-machine.js. Places are relative to the end of the stretch
// before.
function differenceBytes({parts, own}) {
    let expected = 0;
    const numbers = parts.flatMap(([count, place, length]) => {
        const step = place - expected;

        expected = place + length;
        return [count, step, length];
    });

    return Buffer.concat([Buffer.from(Int32Array.of(parts.length, ...numbers).buffer), own]);
}

// Returns a module, packed. The plain module is stored as its difference from the simd module, because most bytes are
// common.
function wasmText(level) {
    const bytes = level === "simd" ? moduleOf(level) : differenceBytes(difference(moduleOf("simd"), moduleOf(level)));

    return zlib.gzipSync(bytes, {level: 9}).toString("base64");
}

// Returns emscripten's program for the modules. Both modules' programs differ only in the name of a file that is never
// loaded.
function workerText() {
    const [simd, plain] = ["simd", "plain"].map((level) =>
        read(path.join(wasm, `playground-${level}.js`)).replace(`playground-${level}.wasm`, "playground.wasm"));

    if (simd !== plain)
        throw new Error("the two modules want different programs");
    return simd;
}

function script(file, text) {
    if (/<\/script|<!--/i.test(text))
        throw new Error(`${file} would end the element that it is in`);
    return text;
}

const parts = {
    include: (file) => script(file, read(path.join(__dirname, file))), wasm: wasmText, data: dataText,
    worker: () => script("the worker", workerText()), version: () => version,
};

const page = read(path.join(__dirname, "playground.html"));

process.stdout.write(page.replace(/@(include|wasm|data|worker|version)(?: ([\w.-]+))?/g, (all, part, name) => parts[part](name)));
