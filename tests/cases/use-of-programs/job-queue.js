//! about = "Events of a queue, one listener once."

const EventEmitter = require("node:events");

class Queue extends EventEmitter {
  #jobs = [];
  #busy = false;
  add(name, work) { this.#jobs.push({ name, work }); queueMicrotask(() => this.#next()); return this; }
  async #next() {
    if (this.#busy) return;
    const job = this.#jobs.shift();
    if (!job) { this.emit("idle"); return; }
    this.#busy = true;
    this.emit("start", job.name);
    try { this.emit("done", job.name, await job.work()); }
    catch (error) { this.emit("failed", job.name, error); }
    finally { this.#busy = false; this.#next(); }
  }
}

const queue = new Queue();
queue.on("start", (name) => console.log("start", name));
queue.on("done", (name, value) => console.log("done", name, value));
queue.on("failed", (name, { message }) => console.log("failed", name, message));
queue.once("idle", () => console.log("idle"));
queue
  .add("a", () => new Promise((ok) => setTimeout(() => ok(1), 30)))
  .add("b", async () => { throw new Error("no"); })
  .add("c", () => 3);
//= result: {
//=   _events: { start: [function("")], done: [function("")], failed: [function("")] },
//=   _eventsCount: 3,
//=   _maxListeners: undefined,
//= }
//= console.log: start a
//= console.log: done a 1
//= console.log: start b
//= console.log: failed b no
//= console.log: start c
//= console.log: done c 3
//= console.log: idle
