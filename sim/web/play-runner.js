// The page's connection to a worker with the library.
"use strict";

// A module with a 128-bit instruction: i8x16.splat, i8x16.popcnt.
const SIMD_PROBE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0,
                                 253, 15, 253, 98, 11);

function hasSimd() {
    return WebAssembly.validate(SIMD_PROBE);
}

class Runner {
    // `most`: time limit of an answer in ms; 0: no limit.
    constructor(include, most) {
        this.include = include;
        this.most = most;
        this.waiting = new Map();
        this.number = 0;
        this.worker = null;
    }

    // Starts a worker, at the first request and after a stop.
    start() {
        const source = new Blob([byId("worker").textContent], {type: "text/javascript"});

        this.worker = new Worker(URL.createObjectURL(source));
        this.worker.onmessage = ({data}) => this.hear(data);
        this.worker.onerror = (event) => this.stop(`the worker failed: ${event.message}`);
        this.post({kind: "open", include: this.include, wasm: byId("wasm-simd").textContent,
                   difference: hasSimd() ? "" : byId("wasm-plain").textContent})
            .catch((error) => this.stop(error.message));
    }

    post(request, tell) {
        return new Promise((done, fail) => {
            const id = ++this.number, giveUp = () => this.stop(`no answer in ${this.most / 1000} seconds`);
            const timer = this.most ? setTimeout(giveUp, this.most) : 0;

            this.waiting.set(id, {done, fail, tell, timer});
            this.worker.postMessage({...request, id});
        });
    }

    // Returns a promise of the answer to a request, rejected with an Error on failure.
    ask(request, tell) {
        if (!this.worker)
            this.start();
        return this.post(request, tell);
    }

    hear(data) {
        const waiting = this.waiting.get(data.id);

        if (!waiting)
            return;
        if (data.share !== undefined) {
            waiting.tell(data.share);
            return;
        }
        clearTimeout(waiting.timer);
        this.waiting.delete(data.id);
        if (data.error)
            waiting.fail(new Error(data.error));
        else
            waiting.done(data);
    }

    stop(why) {
        if (this.worker)
            this.worker.terminate();
        this.worker = null;
        for (const {fail, timer} of this.waiting.values()) {
            clearTimeout(timer);
            fail(new Error(why));
        }
        this.waiting.clear();
    }
}
