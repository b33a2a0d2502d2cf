process.on("exit", () => { throw new RangeError("in the handler"); });
"done"
//= throws: RangeError
//= message: in the handler
//= at: 1:34
