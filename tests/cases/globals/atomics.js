//! about = "Atomics on plain buffers; what waits needs shared memory, which is not there"

async () => {
  const why = (run) => { try { return run(); } catch (error) { return `${error.name}: ${error.message}`; } };
  const list = new Int32Array([1, 2, 3]);
  return {
    done: [Atomics.add(list, 0, 5), Atomics.sub(list, 0, 1), Atomics.and(list, 1, 3), Atomics.or(list, 1, 4), Atomics.xor(list, 2, 1), Atomics.exchange(list, 2, 9), Atomics.compareExchange(list, 2, 9, 7), Atomics.load(list, 2), Atomics.store(list, 0, 8)],
    list: [...list],
    large: Atomics.add(new BigInt64Array([1n]), 0, 2n),
    free: Atomics.isLockFree(4),
    woken: Atomics.notify(list, 0, 1),
    wait: why(() => Atomics.wait(list, 0, 0)),
    float: why(() => Atomics.add(new Float64Array(1), 0, 1)),
    outside: why(() => Atomics.load(list, 9)),
    shared: typeof SharedArrayBuffer,
  };
}
//= result: {
//=   done: [1, 6, 2, 2, 3, 2, 9, 7, 8],
//=   list: [8, 6, 7],
//=   large: 1n,
//=   free: true,
//=   woken: 0,
//=   wait: "TypeError: [object Int32Array] is not a shared typed array.",
//=   float: "TypeError: [object Float64Array] is not an integer typed array.",
//=   outside: "RangeError: Invalid atomic access index",
//=   shared: "undefined",
//= }
