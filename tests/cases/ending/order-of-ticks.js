//! about = "process.nextTick comes before promises, and after those of a promise that runs, as in Node"

const log = (text) => console.log(text);
setTimeout(() => { log("timer"); process.nextTick(log, "tick of the timer"); Promise.resolve().then(() => log("promise of the timer")); }, 0);
Promise.resolve().then(() => { log("promise 1"); process.nextTick(log, "tick of promise 1"); }).then(() => log("promise 3"));
queueMicrotask(() => log("microtask"));
process.nextTick(() => { log("tick 1"); process.nextTick(log, "tick of tick 1"); Promise.resolve().then(() => log("promise of tick 1")); });
process.nextTick((a, b) => log(a + b), "tick", " 2");
try { process.nextTick("no"); } catch (error) { log(`${error.code} ${error.message}`); }
log("end");
//= result: undefined
//= console.log: ERR_INVALID_ARG_TYPE The "callback" argument must be of type function. Received type string ('no')
//= console.log: end
//= console.log: tick 1
//= console.log: tick 2
//= console.log: tick of tick 1
//= console.log: promise 1
//= console.log: microtask
//= console.log: promise of tick 1
//= console.log: promise 3
//= console.log: tick of promise 1
//= console.log: timer
//= console.log: tick of the timer
//= console.log: promise of the timer
