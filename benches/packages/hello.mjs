// Times one library for Node: `node hello.mjs isolate-run|run|quickjs-emscripten`. Prints one line of JSON,
// with medians in microseconds and runs a second; `measure.py` calls it.
const [RUNS, CALLS, ROUNDS] = [500, 2_000, 9];
const loop = (calls) =>
  `async () => { for (let n = 0; n < ${calls}; n++) await bench.echo({ n }); return 1; }`;
// About two milliseconds.
const WORK = "() => { let sum = 0; for (let i = 0; i < 60000; i++) sum += i % 7; return sum; }";

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

async function timed(work) {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) * 1e3;
}

async function medianOf(times, work) {
  const all = [];
  for (let i = 0; i < times; i++) all.push(await work());
  return median(all);
}

async function hello(run) {
  for (let i = 0; i < 50; i++) await run();
  return medianOf(RUNS, () => timed(run));
}

async function calls(run) {
  return medianOf(ROUNDS, async () => {
    const all = await timed(() => run(loop(CALLS)));
    return (all - (await timed(() => run(loop(0))))) / CALLS;
  });
}

/** How many times as many runs eight promises do in a second as one does. */
async function together(run) {
  const doneIn = async (number) => {
    let count = 0;
    const until = performance.now() + 1000;
    const work = async () => {
      for (; performance.now() < until; count++) await run();
    };
    await Promise.all(Array.from({ length: number }, work));
    return count;
  };
  return medianOf(3, async () => (await doneIn(8)) / (await doneIn(1)));
}

const libraries = {
  async "isolate-run"() {
    const { Functions, Sandbox, Workspace } = await import("isolate-run");
    const [sandbox, workspace] = [await Sandbox.create(), await Workspace.memory()];
    const functions = new Functions().add("bench", "echo", (argument) => argument);
    const limits = { fuel: 1e13, timeoutMs: 60_000, hostCalls: 1e7 };
    const run = async (code, options) => (await sandbox.run(workspace, code, options)).result();
    return {
      hello: await hello(() => run("() => 'hello'")),
      call: await calls((code) => run(code, { functions, limits })),
      threads: await together(() => run(WORK)),
    };
  },
  async run() {
    const { createRunner } = await import("run");
    const runner = createRunner({ limits: { maxBridgeRequests: 1e6 } });
    const run = async (source, hostFunctions) => {
      const result = await runner.run({ source, ...(hostFunctions && { hostFunctions }) });
      if (result.status !== "completed") throw new Error(JSON.stringify(result));
    };
    return { hello: await hello(() => run("return 'hello'")) };
  },
  async "quickjs-emscripten"() {
    const { newQuickJSWASMModule, RELEASE_SYNC } = await import("quickjs-emscripten");
    return {
      hello: await hello(async () => {
        const module = await newQuickJSWASMModule(RELEASE_SYNC);
        if (module.evalCode("'hello'") !== "hello") throw new Error("no hello");
      }),
    };
  },
};

console.log(JSON.stringify(await libraries[process.argv[2]]()));
process.exit();
