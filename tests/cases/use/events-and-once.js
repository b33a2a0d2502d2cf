const { EventEmitter, once } = require("events");
const emitter = new EventEmitter();
once(emitter, "done").then(([value]) => console.log("done", value));
emitter.on("step", (n) => console.log("step", n));
emitter.emit("step", 1);
emitter.emit("done", 2);
//= result: true
//= console.log: step 1
//= console.log: done 2
