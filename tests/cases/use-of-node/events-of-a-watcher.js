//! about = "An emitter of its own class: once, prepended, removed, and an error that nobody handles."

import { EventEmitter, once } from "node:events";

class Inventory extends EventEmitter {
  #stock = new Map();
  add(item, count = 1) {
    const total = (this.#stock.get(item) ?? 0) + count;
    this.#stock.set(item, total);
    this.emit("changed", item, total);
    if (total > 5) this.emit("full", { item, total });
    return this;
  }
  take(item) {
    if (!this.#stock.get(item)) return this.emit("error", new RangeError(`no ${item}`));
    this.#stock.set(item, this.#stock.get(item) - 1);
    return true;
  }
}

const shop = new Inventory();
const order = [];
shop.on("changed", (item, n) => order.push(`a:${item}${n}`));
shop.prependListener("changed", (item) => order.push(`first:${item}`));
shop.once("changed", function () { order.push(`once:${this === shop}`); });
const late = once(shop, "full");
queueMicrotask(() => shop.add("nails", 9));
shop.add("bolts").add("bolts", 2);
const [event] = await late;
console.log(order, event);
console.log(shop.listenerCount("changed"), shop.eventNames(), shop.rawListeners("full").length);
shop.off("changed", shop.listeners("changed")[0]);
shop.add("screws");
console.log(order.slice(-1));
shop.take("hammers");
console.log("not reached");
//= throws: RangeError
//= message: no hammers
//= at: 15:59
//= console.log: "[\n  'first:bolts',\n  'a:bolts1',\n  'once:true',\n  'first:bolts',\n  'a:bolts3',\n  'first:nails',\n  'a:nails9'\n] { item: 'nails', total: 9 }"
//= console.log: 2 [ 'changed' ] 0
//= console.log: [ 'a:screws1' ]
