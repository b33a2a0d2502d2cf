import { EventEmitter } from "eventemitter3";

export default () => {
  const log = [];
  class Own extends EventEmitter { go(...values) { return this.emit("go", ...values); } }
  const emitter = new Own();
  const listener = function (...values) { log.push([this === emitter ? "self" : this.name, ...values]); };
  emitter.on("go", listener).once("go", (value) => log.push(["once", value])).on("go", listener, { name: "context" });
  const results = [emitter.go(1), emitter.go(1, 2, 3, 4, 5, 6, 7), emitter.emit("nothing")];
  const counts = [emitter.listenerCount("go"), emitter.eventNames(), emitter.listeners("go").length];
  emitter.off("go", listener, { name: "other" });
  emitter.removeListener("go", listener);
  emitter.go("unheard");
  emitter.on("x", () => { emitter.off("x"); log.push("x1"); }).on("x", () => log.push("x2"));
  emitter.emit("x");
  emitter.on("toString", () => log.push("named")).emit("toString");
  emitter.removeAllListeners();
  return { log, results, counts, left: emitter.eventNames(), error: (() => { try { return emitter.on("a", 5); } catch (error) { return error.message; } })() };
};
