//! about = "A machine with states as symbols, transitions in a Map, and history in a WeakMap."

const { EventEmitter, on, once } = require("events");

const States = Object.freeze({ idle: Symbol("idle"), running: Symbol("running"), done: Symbol("done") });
const TABLE = new Map([[States.idle, { start: States.running }], [States.running, { pause: States.idle, finish: States.done }], [States.done, {}]]);
const history = new WeakMap();

class Machine extends EventEmitter {
  #state = States.idle;
  constructor() { super(); history.set(this, []); }
  get state() { return this.#state.description; }
  send(action) {
    const next = TABLE.get(this.#state)[action];
    if (!next) throw Object.assign(new Error(`${this.state} does not know ${action}`), { action });
    const from = this.state;
    this.#state = next;
    history.get(this).push(action);
    this.emit("change", { from, to: this.state });
    return this;
  }
  [Symbol.toPrimitive](hint) { return hint === "number" ? history.get(this).length : `Machine(${this.state})`; }
  get [Symbol.toStringTag]() { return "Machine"; }
  static [Symbol.hasInstance](value) { return typeof value?.send === "function"; }
}
(async () => {
  const machine = new Machine();
  const changes = [];
  const listening = (async () => {
    for await (const [change] of on(machine, "change")) { changes.push(change); if (change.to === "done") break; }
  })();
  const first = once(machine, "change");
  machine.send("start").send("pause").send("start").send("finish");
  await listening;
  console.log(changes.map(({ from, to }) => `${from}>${to}`), (await first)[0], `${machine}`, +machine, machine + "", Object.prototype.toString.call(machine));
  try { machine.send("start"); } catch (e) { console.log(e.message, e.action); }
  console.log({ send() {} } instanceof Machine, machine.listenerCount("change"), States.idle.toString(), Object.keys(States), machine.emit("nobody"), machine.emit("change", {}));
  const failing = once(machine, "never").catch((e) => e.message);
  machine.emit("error", new Error("broken"));
  console.log(await failing);
})();
//= result: undefined
//= console.log: [ 'idle>running', 'running>idle', 'idle>running', 'running>done' ] { from: 'idle', to: 'running' } Machine(done) 4 Machine(done) [object Machine]
//= console.log: done does not know start start
//= console.log: true 0 Symbol(idle) [ 'idle', 'running', 'done' ] false false
//= console.log: broken
