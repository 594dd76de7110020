// Puts the playground together: build-time only. gen-playground.js CC VERSION WORDS INCLUDE WASM-DIRECTORY > index.html
"use strict";

const fs = require("fs"), path = require("path"), zlib = require("zlib"), {execFileSync} = require("child_process");

const [compiler, version, words, include, wasm] = process.argv.slice(2);
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

function wasmText(level) {
    return zlib.gzipSync(fs.readFileSync(path.join(wasm, `playground-${level}.wasm`)), {level: 9}).toString("base64");
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
