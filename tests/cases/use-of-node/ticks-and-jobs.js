//! about = "The order of ticks, jobs of promises and timers."

const order = [];
const add = (name) => () => order.push(name);
setTimeout(() => {
  order.push("timer1");
  Promise.resolve().then(add("job in timer"));
  process.nextTick(add("tick in timer"));
}, 0);
setTimeout(add("timer2"), 0);
Promise.resolve().then(() => {
  order.push("job1");
  process.nextTick(add("tick in job"));
}).then(add("job2"));
queueMicrotask(add("micro"));
process.nextTick((a, b) => {
  order.push(`tick1 ${a}${b}`);
  process.nextTick(add("tick in tick"));
  Promise.resolve().then(add("job in tick"));
}, "x", 2);
process.nextTick(add("tick2"));
order.push("sync");
process.on("exit", () => console.log(order.join("\n")));
//= result: {
//=   execArgv: [],
//=   platform: "linux",
//=   pid: 1,
//=   title: "isolate",
//=   version: "v24.0.0",
//=   versions: {},
//=   cwd: function(cwd),
//=   uptime: function(uptime),
//=   nextTick: function(nextTick),
//=   hrtime: function(""),
//=   on: function(on),
//=   once: function(once),
//=   off: function(off),
//=   emitWarning: function(emitWarning),
//=   exit: function(exit),
//=   env: {},
//=   stdout: { fd: 1, isTTY: false, _isStdio: true, _type: "pipe" },
//=   stderr: { fd: 2, isTTY: false, _isStdio: true, _type: "pipe" },
//=   stdin: { fd: 0, isTTY: false, setRawMode: function(setRawMode) },
//=   argv: [],
//=   addListener: function(on),
//=   removeListener: function(off),
//=   exitCode: undefined,
//= }
//= console.log: "sync\ntick1 x2\ntick2\ntick in tick\njob1\nmicro\njob in tick\njob2\ntick in job\ntimer1\ntick in timer\njob in timer\ntimer2"
//= console.warn: note: the result at $.stdin is a Readable, whose contents are not its members; return await require("stream/consumers").text(it)
