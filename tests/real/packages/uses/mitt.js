import mitt from "mitt";

export default () => {
  const log = [];
  const emitter = mitt();
  const first = (value) => log.push(["first", value]);
  emitter.on("a", first);
  emitter.on("a", (value) => { log.push(["second", value]); if (value === 1) emitter.off("a", first); });
  emitter.on("*", (type, value) => log.push(["any", type, value]));
  emitter.emit("a", 1);
  emitter.emit("a", 2);
  emitter.emit(Symbol.iterator, 3);
  const sizes = [...emitter.all].map(([type, handlers]) => [String(type), handlers.length]);
  emitter.off("a");
  emitter.emit("a", 4);
  emitter.all.clear();
  emitter.emit("a", 5);
  return { log: log.map((entry) => entry.map((part) => (typeof part === "symbol" ? String(part) : part))), sizes };
};
