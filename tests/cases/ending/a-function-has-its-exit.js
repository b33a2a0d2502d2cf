async () => {
  process.on("uncaughtException", () => console.log("never: the program is a function"));
  process.on("exit", (code) => console.log("exit", code));
  throw new TypeError("no");
}
//= throws: TypeError
//= message: no
//= at: 4:9
//= console.log: exit 1
