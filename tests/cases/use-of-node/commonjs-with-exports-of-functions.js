//! about = "A CommonJS program that exports a function, which is the program."
//! [files]
//! "/todo.txt" = "x done\n- [ ] open one\n- [x] closed\n  - [ ] nested\n"

const fs = require("fs");
const { EventEmitter } = require("events");

exports.parse = (text) => text.split("\n").map((l) => /^(\s*)- \[( |x)\] (.*)$/.exec(l)).filter(Boolean).map(([, indent, mark, title]) => ({ depth: indent.length / 2, done: mark === "x", title }));

module.exports = async function main(input) {
  const bus = new EventEmitter();
  const seen = [];
  bus.on("item", ({ title, done }) => seen.push(`${done ? "+" : "-"}${title}`));
  exports.parse(fs.readFileSync("/todo.txt", "utf8")).forEach((item) => bus.emit("item", item));
  return { seen, input, isMain: require.main === module };
};
//= result: { seen: ["-open one", "+closed", "-nested"], input: undefined, isMain: true }
