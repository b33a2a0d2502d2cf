let n = 0;
setInterval(() => console.log("tick", ++n), 10).unref();
setTimeout(() => console.log("last"), 35);
const off = setTimeout(() => console.log("never"), 20);
off.unref();
clearTimeout(off);
setTimeout(() => console.log("unref"), 15).unref();
setTimeout(() => console.log("never"), 50).unref();
setImmediate(() => console.log("immediate")).unref();
AbortSignal.timeout(40).addEventListener("abort", () => console.log("never"));
console.log("set");
//= result: undefined
//= console.log: set
//= console.log: immediate
//= console.log: tick 1
//= console.log: unref
//= console.log: tick 2
//= console.log: tick 3
//= console.log: last
