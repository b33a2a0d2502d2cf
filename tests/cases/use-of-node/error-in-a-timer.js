//! about = "An error in a timer ends the program after what was done before."
//! [files]
//! "/log.txt" = ""

const fs = require("fs");

let n = 0;
const timer = setInterval(() => {
  n += 1;
  fs.appendFileSync("/log.txt", `turn ${n}\n`);
  if (n === 3) throw new RangeError(`too many turns: ${n}`);
}, 10);
setTimeout(() => fs.appendFileSync("/log.txt", "in between\n"), 25);
setTimeout(() => { clearInterval(timer); console.log("never"); }, 100);
console.log("started");
//= throws: RangeError
//= message: too many turns: 3
//= at: 11:22
//= console.log: started
//= changed: /log.txt (0 -> 32)
