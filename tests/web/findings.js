// Runs a source in the playground's WebAssembly, and prints as JSON its groups of findings, and what the page says of
// them: findings.js BUILD SOURCE [NAME=VALUE...]
"use strict";

const fs = require("fs"), path = require("path");

const ROOT = path.join(__dirname, "../..");
const {Machine} = require(path.join(ROOT, "sim/web/play-machine.js"));
const {messageOfGroup, statusOfGroups} = require(path.join(ROOT, "sim/web/findings.js"));

async function run(build, source, options) {
    const wasmBinary = fs.readFileSync(path.join(build, "wasm/playground-simd.wasm"));
    const library = await require(path.join(build, "wasm/playground-simd.js"))({wasmBinary});
    const machine = new Machine(library, fs.readFileSync(path.join(build, "include/sfpu.inc"), "utf8"));
    const request = {arch: "wormhole", format: "fp32", output: "", layout: "rows", container: "plain", settings: "",
                     passes: 1, cycles: 1000, input: new Uint8Array(4096), source, ...options};
    const {diagnostics, message, page} = JSON.parse(machine.run(request).text);
    const groups = page ? page.groups : [];

    return {diagnostics, message, groups, messages: groups.map(messageOfGroup), status: statusOfGroups(groups),
            cycles: page && page.cycles};
}

const [build, source, ...options] = process.argv.slice(2);

run(build, source, Object.fromEntries(options.map((o) => /^(.*?)=(.*)$/.exec(o).slice(1))))
    .then((told) => console.log(JSON.stringify(told)));
