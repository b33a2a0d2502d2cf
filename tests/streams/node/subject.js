// Runs programs of the generator one after another, and gives the log of each. It is read by Node and by
// the sandbox.
const runAll = async (programs, require) => {
  const shown = (value, depth = 0) => {
    if (value instanceof Error) return `${value.name} ${value.code ?? "-"} ${value.message}${value.cause === undefined ? "" : ` because ${shown(value.cause, depth + 1)}`}`;
    if (value instanceof Uint8Array && value.length > 1000) return `${value.constructor.name}<${value.length} bytes, ${require("crypto").createHash("sha1").update(value).digest("hex")}>`;
    if (value instanceof Uint8Array) return `${value.constructor.name}<${Buffer.from(value).toString("hex")}>`;
    if (typeof value === "function") return `function ${value.name}`;
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value === "symbol" || typeof value === "bigint" || typeof value !== "object" || value === null) return String(value);
    if (depth > 3) return "…";
    if (Array.isArray(value)) return `[${value.map((one) => shown(one, depth + 1)).join(", ")}]`;
    if (value.constructor !== undefined && value.constructor.name !== "Object") return `a ${value.constructor.name}`;
    return `{ ${Object.entries(value).map(([name, one]) => `${name}: ${shown(one, depth + 1)}`).join(", ")} }`;
  };
  const EVENTS = ["open", "ready", "end", "close", "error", "finish", "prefinish", "drain", "pipe", "unpipe", "pause", "resume"];
  const FACTS = [
    "readable", "readableFlowing", "readableLength", "readableEnded", "readableAborted", "readableDidRead", "readableEncoding", "readableObjectMode", "readableHighWaterMark",
    "writable", "writableLength", "writableEnded", "writableFinished", "writableNeedDrain", "writableCorked", "writableObjectMode", "writableHighWaterMark", "writableAborted",
    "destroyed", "closed", "errored",
  ];
  const turn = () => new Promise((resolve) => { setImmediate(resolve); });
  const answers = [];
  for (const program of programs) {
    const lines = [];
    let isOver = false;
    const log = (name, ...values) => { if (!isOver && lines.length < 400) lines.push([name, ...values.map((value) => shown(value))].join(" ")); };
    const watch = (name, emitter) => { for (const type of EVENTS) emitter.on(type, (...args) => log(`${name} ${type}`, ...(type === "error" ? args : []))); };
    const look = (name, stream) => log(`${name}:`, FACTS.filter((fact) => stream[fact] !== undefined).map((fact) => `${fact}=${shown(stream[fact])}`).join(" "));
    const attempt = (name, task) => {
      try {
        log(name, task());
      } catch (error) {
        log(`${name} threw`, error);
      }
    };
    const failed = (error) => log("uncaught", error);
    process.on("uncaughtException", failed);
    process.on("unhandledRejection", failed);
    try {
      const run = new Function("require", "log", "watch", "look", "attempt", "turn", `return (async () => {\n${program}\n})();`);
      let end;
      await Promise.race([run(require, log, watch, look, attempt, turn), new Promise((resolve) => { end = setTimeout(resolve, 2000, "late"); })]);
      clearTimeout(end);
    } catch (error) {
      log("rejected", error);
    }
    for (let i = 0; i < 6; i++) await turn();
    process.off("uncaughtException", failed);
    process.off("unhandledRejection", failed);
    isOver = true;
    answers.push(lines);
  }
  return answers;
};
