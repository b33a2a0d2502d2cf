async () => {
  class Emitter {
    #listeners = new Map();
    on(type, listener) { if (!this.#listeners.has(type)) this.#listeners.set(type, new Set()); this.#listeners.get(type).add(listener); return () => this.off(type, listener); }
    off(type, listener) { this.#listeners.get(type)?.delete(listener); }
    once(type, listener) { const off = this.on(type, (...a) => { off(); listener(...a); }); return off; }
    emit(type, ...args) { const set = this.#listeners.get(type); if (!set?.size) return false; for (const l of [...set]) l.apply(this, args); return true; }
  }
  const seen = [];
  const bus = new Emitter();
  const off = bus.on('x', (v) => seen.push(`a${v}`));
  bus.once('x', (v) => seen.push(`b${v}`));
  bus.emit('x', 1); bus.emit('x', 2); off();
  return { seen, left: bus.emit('x', 3), names: Object.getOwnPropertyNames(Emitter.prototype), keys: Object.keys(bus) };
}

//= result: {
//=   seen: ["a1", "b1", "a2"],
//=   left: false,
//=   names: ["constructor", "on", "off", "once", "emit"],
//=   keys: [],
//= }
