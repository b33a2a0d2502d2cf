import { assign, createActor, createMachine, fromPromise, initialTransition, setup, toPromise, waitFor } from "xstate";

export default async () => {
  const log = [];
  const light = createActor(createMachine({ id: "light", initial: "green", states: { green: { on: { NEXT: "yellow" }, exit: () => log.push("leave green") }, yellow: { after: { 20: "red" } }, red: { entry: () => log.push("stop"), on: { NEXT: "green" } } } }));
  light.subscribe((state) => log.push(state.value));
  light.start();
  light.send({ type: "NEXT" });
  await waitFor(light, (state) => state.matches("red"));
  const machine = setup({
    actors: { load: fromPromise(async ({ input }) => (input > 1 ? Promise.reject(new Error("too much")) : "data " + input)) },
    guards: { isOpen: ({ context }) => context.n < 2 },
    actions: { count: assign({ n: ({ context, event }) => context.n + (event.by ?? 1) }) },
  }).createMachine({
    context: { n: 0, got: [] }, initial: "idle",
    states: {
      idle: { on: { GO: [{ guard: "isOpen", target: "busy", actions: "count" }, { target: "done" }] } },
      busy: { invoke: { src: "load", input: ({ context }) => context.n, onDone: { target: "idle", actions: assign({ got: ({ context, event }) => [...context.got, event.output] }) }, onError: { target: "idle", actions: assign({ got: ({ context, event }) => [...context.got, event.error.message] }) } } },
      done: { type: "final" },
    },
    output: ({ context }) => context.got,
  });
  const actor = createActor(machine).start();
  for (let i = 0; i < 3; i++) {
    actor.send({ type: "GO" });
    await waitFor(actor, (state) => state.matches("idle") || state.status === "done");
  }
  const parallel = createActor(createMachine({ type: "parallel", states: { a: { initial: "x", states: { x: { on: { E: "y" } }, y: {} } }, b: { initial: "h", states: { h: { on: { E: { target: "i", reenter: true } } }, i: {} } } } })).start();
  parallel.send({ type: "E" });
  return { log, output: await toPromise(actor), parallel: parallel.getSnapshot().value, first: initialTransition(machine)[0].value, kept: actor.getPersistedSnapshot().context };
};
