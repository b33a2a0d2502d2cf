//! about = "Events line by line; a broken line is told and passed over."
//! [files]
//! "/events.ndjson" = "{\"type\":\"view\",\"user\":1,\"ms\":10}\n{\"type\":\"click\",\"user\":1}\nnot json\n{\"type\":\"view\",\"user\":2,\"ms\":30}\n"

const { EventEmitter } = require("events");

class Pipeline extends EventEmitter {
  constructor() { super(); this.counts = {}; }
  async run(path) {
    const text = await state.readFile(path);
    text.split("\n").forEach((line, i) => {
      if (!line) return;
      try { this.emit("event", JSON.parse(line)); } catch (error) { this.emit("bad", i + 1, error); }
    });
    this.emit("end");
    return this;
  }
}

async function main() {
  const bad = [];
  const times = [];
  const pipeline = new Pipeline();
  pipeline.on("event", (e) => { pipeline.counts[e.type] = (pipeline.counts[e.type] || 0) + 1; if (e.ms) times.push(e.ms); });
  pipeline.on("bad", (line, error) => bad.push(`line ${line}: ${error.name}`));
  pipeline.once("end", () => console.log("done"));
  await pipeline.run("/events.ndjson");
  return { counts: pipeline.counts, bad, mean: times.reduce((a, b) => a + b, 0) / times.length };
}
main();
//= result: { counts: { view: 2, click: 1 }, bad: ["line 3: SyntaxError"], mean: 20 }
//= console.log: done
