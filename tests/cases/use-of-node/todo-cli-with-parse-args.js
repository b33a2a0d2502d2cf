//! about = "A parser of arguments is asked for, and there are none."
//! [files]
//! "/todo.json" = "[{\"id\":1,\"title\":\"a\",\"done\":false}]"

const { parseArgs } = require("node:util");
const fs = require("fs");

const { values, positionals } = parseArgs({
  args: ["add", "--title", "buy milk", "-p", "2", "--no-color", "--tag=x", "--tag", "y"],
  options: { title: { type: "string" }, priority: { type: "string", short: "p" }, tag: { type: "string", multiple: true }, color: { type: "boolean" } },
  allowPositionals: true,
  allowNegative: true,
});
const todos = JSON.parse(fs.readFileSync("/todo.json"));
if (positionals[0] === "add") todos.push({ id: todos.length + 1, title: values.title, priority: Number(values.priority), tags: values.tag, done: false });
fs.writeFileSync("/todo.json", JSON.stringify(todos));
console.log(values.color, positionals, todos);
//= throws: TypeError
//= message: parseArgs is not a function; a program has no arguments here but its `input`: give what is wanted as constants, or as members of `input`
//= at: 8:33
