//! about = "Rejections are counted by a handler, and late handlers are in time."

let unhandled = 0;
process.on("unhandledRejection", (reason, promise) => {
  unhandled++;
  console.log("unhandled:", reason.message ?? reason, promise instanceof Promise);
});
Promise.reject(new Error("first"));
Promise.reject("a text");
const late = Promise.reject(new Error("late"));
queueMicrotask(() => late.catch((e) => console.log("caught", e.message)));
new Promise((_, reject) => setTimeout(reject, 10, new TypeError("from a timer")));
Promise.all([Promise.reject(new Error("x")), Promise.reject(new Error("y"))]).catch((e) => console.log("all:", e.message));
setTimeout(() => console.log("count", unhandled), 30);
//= result: undefined
//= console.log: caught late
//= console.log: all: x
//= console.log: unhandled: first true
//= console.log: unhandled: a text true
//= console.log: unhandled: from a timer true
//= console.log: count 3
