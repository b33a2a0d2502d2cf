const signal = AbortSignal.timeout(10);
await new Promise((resolve) => signal.addEventListener("abort", resolve));
console.log(signal.reason.name);
//= result: undefined
//= console.log: TimeoutError
