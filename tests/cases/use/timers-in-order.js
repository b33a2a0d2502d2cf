setTimeout(() => console.log("timeout 20"), 20);
setTimeout(() => console.log("timeout 1"), 1);
setImmediate?.(() => {});
Promise.resolve().then(() => console.log("microtask"));
console.log("sync");
//= result: undefined
//= console.log: sync
//= console.log: microtask
//= console.log: timeout 1
//= console.log: timeout 20
