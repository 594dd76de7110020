// The library in a worker: takes requests, runs them, and answers. Knows nothing of the page.
"use strict";

const SWEPT = 65536, CELLS = 1024, PROBES = 8, TOLD_EACH = 16;

class Machine {
    // `module`: emscripten's module of sim/web/playground.c. `include`: the text of sfpu.inc.
    constructor(module, include) {
        this.c = module;
        this.c.FS.mkdir("/include");
        this.c.FS.writeFile("/include/sfpu.inc", include);
        this.play = this.c._play_new();
    }

    // Calls `use` with the texts' addresses in the library's memory.
    withTexts(texts, use) {
        const at = texts.map((text) => {
            const size = this.c.lengthBytesUTF8(text) + 1, address = this.c._malloc(size);

            this.c.stringToUTF8(text, address, size);
            return address;
        });
        const result = use(...at);

        at.forEach((address) => this.c._free(address));
        return result;
    }

    option(name, value) {
        if (String(value).includes("\0")) // C would end the text at a NUL
            throw new Error(`the ${name} contains a NUL`);
        const code = this.withTexts([name, String(value)], (n, v) => this.c._play_option(this.play, n, v));

        if (code)
            throw new Error(`unknown ${name} '${value}'`);
    }

    configure(request) {
        for (const name of ["arch", "format", "output", "layout", "container", "settings", "passes", "cycles"])
            this.option(name, request[name]);
    }

    document(address) {
        if (!address)
            throw new Error("not enough memory");
        return this.c.UTF8ToString(address);
    }

    // Runs a request. Returns the document (playground.c), and Dst's values after the run.
    run(request) {
        this.configure(request);
        const room = this.c._play_input(this.play, request.input.length);

        this.c.HEAPU8.set(request.input, room);
        const bytes = this.c.lengthBytesUTF8(request.source);
        const text = this.document(this.withTexts([request.source], (source) => this.c._play_run(this.play, source, bytes)));
        const size = this.c._malloc(4), at = this.c._play_values(this.play, size);
        const values = this.c.HEAPU8.slice(at, at + this.c.HEAPU32[size >> 2]);

        this.c._free(size);
        return {text, values};
    }

    // ---- Every value of 16 bits ----

    // Makes one pass over all cells.
    pass(input) {
        this.c.HEAPU32.set(input, this.inputAt >> 2);
        const code = this.c._play_batch_run(this.play, this.inputAt, this.outputAt);

        if (code)
            throw new Error(`a pass failed (${code})`);
        return this.c.HEAPU32.slice(this.outputAt >> 2, (this.outputAt >> 2) + CELLS);
    }

    // Returns the cells that the kernel changes in passes on random bits.
    changedCells(random, shift) {
        const changed = new Set();

        for (let probe = 0; probe < PROBES; probe++) {
            const input = Uint32Array.from({length: CELLS}, () => (Math.floor(random() * 65536) << shift) >>> 0);

            this.pass(input).forEach((out, cell) => out !== input[cell] && changed.add(cell));
        }
        return [...changed].sort((a, b) => a - b);
    }

    // Runs each 16-bit value, shifted up by `shift` bits, through a cell that the kernel changes. Calls tell(share)
    // during the sweep. Returns {text, cells, outputs}: the document, the number of cells in a pass, and the output of
    // each value, or null if the kernel changes no cell. Returns only {text} if the document reports an error.
    sweep(request, random, tell) {
        this.configure(request);
        const bytes = this.c.lengthBytesUTF8(request.source);
        const open = (source) => this.c._play_batch_open(this.play, source, bytes, CELLS);
        const text = this.document(this.withTexts([request.source], open));

        if (JSON.parse(text).code)
            return {text};
        this.inputAt = this.c._malloc(4 * CELLS);
        this.outputAt = this.c._malloc(4 * CELLS);
        const cells = this.changedCells(random, request.shift);
        const outputs = cells.length ? this.sweepCells(cells, request.shift, tell) : null;

        this.c._play_batch_close(this.play);
        this.c._free(this.inputAt);
        this.c._free(this.outputAt);
        return {text, cells: cells.length, outputs};
    }

    sweepCells(cells, shift, tell) {
        const outputs = new Uint32Array(SWEPT), input = new Uint32Array(CELLS);

        for (let first = 0, passes = 0; first < SWEPT; first += cells.length, passes++) {
            const count = Math.min(cells.length, SWEPT - first);

            cells.forEach((cell, i) => {
                input[cell] = ((first + Math.min(i, count - 1)) << shift) >>> 0;
            });
            const out = this.pass(input);

            for (let i = 0; i < count; i++)
                outputs[first + i] = out[cells[i]];
            if (passes % TOLD_EACH === 0)
                tell(first / SWEPT);
        }
        return outputs;
    }
}

// Returns the bytes of a text in base64 and gzip.
async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));

    return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Rebuilds bytes from `from` and a difference. The difference has a count of parts, three 32-bit numbers for each part,
// and the parts' own bytes. The numbers are the count of own bytes, the distance from the end of the last stretch of
// `from` to the next one, and its length.
function patched(from, difference) {
    const view = new DataView(difference.buffer), parts = view.getInt32(0, true), number = (i) => view.getInt32(4 * i, true);
    const pieces = [];
    let own = 4 + 12 * parts, place = 0;

    for (let i = 1; i <= 3 * parts; i += 3) {
        pieces.push(difference.subarray(own, own + number(i)));
        own += number(i);
        place += number(i + 1);
        pieces.push(from.subarray(place, place + number(i + 2)));
        place += number(i + 2);
    }
    return new Blob(pieces).arrayBuffer();
}

// Returns the module in `text`, patched by `difference` unless that is "".
async function moduleBytes(text, difference) {
    const whole = await unpacked(text);

    return difference ? new Uint8Array(await patched(whole, await unpacked(difference))) : whole;
}

// Serves a worker's messages. The first message brings the module; each later message is a request with a number.
function serve(scope) {
    let machine = null; /* a promise while the module is loading */

    const open = async ({wasm, difference, include}) =>
        new Machine(await createSfpu({wasmBinary: await moduleBytes(wasm, difference)}), include);
    const answer = async (data) => {
        if (data.kind === "open") {
            machine = open(data);
            await machine;
            return {};
        }
        const opened = await machine;

        return data.kind === "run" ? opened.run(data)
            : opened.sweep(data, randomNumbers(data.seed), (share) => scope.postMessage({id: data.id, share}));
    };

    scope.onmessage = ({data}) => answer(data)
        .then((result) => scope.postMessage({id: data.id, ...result}))
        .catch((error) => scope.postMessage({id: data.id, error: String(error.message || error)}));
}

if (typeof module !== "undefined")
    module.exports = {Machine};
