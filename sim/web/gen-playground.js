// Puts the playground together: build-time only. gen-playground.js CC VERSION WORDS INCLUDE WASM-DIRECTORY > index.html
"use strict";

const fs = require("fs"), path = require("path"), zlib = require("zlib"), {execFileSync} = require("child_process");

const [compiler, version, words, include, wasm] = process.argv.slice(2);
const BLOCK = 16; /* bytes that are looked for */
const ROOT = path.join(__dirname, "../..");

function read(file) {
    return fs.readFileSync(file, "utf8");
}

// What the C preprocessor makes of an example, with its comments and columns; empty lines come once.
function sourceOf(file) {
    const whole = path.join(ROOT, "examples", file);

    if (!file.endsWith(".S"))
        return read(whole);
    const [program, ...options] = compiler.split(" ");
    const how = ["-E", "-P", "-C", "-nostdinc", "-traditional-cpp", "-x", "assembler-with-cpp"];
    const text = execFileSync(program, [...options, ...how, whole], {encoding: "utf8"});

    return text.replace(/\n{3,}/g, "\n\n").trimStart();
}

// JSON in a <script> element, whose text nothing but a "<" can end.
function dataText() {
    const examples = JSON.parse(read(path.join(__dirname, "examples.json")));
    const data = {words: JSON.parse(read(words)), include: read(include),
                  examples: examples.map((e) => ({...e, source: sourceOf(e.file)}))};

    return JSON.stringify(data).replace(/</g, "\\u003c");
}

function moduleOf(level) {
    return fs.readFileSync(path.join(wasm, `playground-${level}.wasm`));
}

// `to` in parts, each of own bytes and then a stretch of `from`: [[own, place in from, length], ...], and all own bytes.
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

// The bytes that patched() of play-machine.js takes: places are told from where the stretch before ended.
function differenceBytes({parts, own}) {
    let expected = 0;
    const numbers = parts.flatMap(([count, place, length]) => {
        const step = place - expected;

        expected = place + length;
        return [count, step, length];
    });

    return Buffer.concat([Buffer.from(Int32Array.of(parts.length, ...numbers).buffer), own]);
}

// A module whole, or what another one is besides it: they have most in common.
function wasmText(level) {
    const bytes = level === "simd" ? moduleOf(level) : differenceBytes(difference(moduleOf("simd"), moduleOf(level)));

    return zlib.gzipSync(bytes, {level: 9}).toString("base64");
}

// What emscripten wrote for both modules: they differ in nothing but the name of a file that is not asked for.
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
