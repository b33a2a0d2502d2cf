//! about = "AsyncLocalStorage: each request has its own value, through promises, timers, ticks and streams"

const { AsyncLocalStorage, AsyncResource } = require("node:async_hooks");
const { Readable } = require("node:stream");

const requests = new AsyncLocalStorage();
const log = [];
const say = (what) => log.push(`${requests.getStore()?.id ?? "-"} ${what}`);

async function handle(id) {
  return requests.run({ id }, async () => {
    say("begins");
    await null;
    say("after a promise");
    await new Promise((resolve) => setTimeout(resolve, 10 - id));
    say("after a timer");
    process.nextTick(() => say("tick"));
    queueMicrotask(() => say("microtask"));
    for await (const chunk of Readable.from(["chunk"])) say(chunk);
    await Promise.all([1, 2].map(async (part) => { await null; say(`part ${part}`); }));
    return requests.exit(() => requests.getStore() === undefined);
  });
}

async function main() {
  console.log(await Promise.all([handle(1), handle(2)]), requests.getStore());
  for (const id of [1, 2]) console.log(log.filter((line) => line.startsWith(`${id} `)));
  const later = requests.run({ id: 3 }, () => AsyncLocalStorage.bind(() => requests.getStore().id));
  const resource = requests.run({ id: 4 }, () => new AsyncResource("work"));
  console.log(later(), resource.runInAsyncScope(() => requests.getStore().id));
  requests.enterWith({ id: 5 });
  await null;
  console.log(requests.getStore());
}
main();
//= result: undefined
//= console.log: [ true, true ] undefined
//= console.log: "[\n  '1 begins',\n  '1 after a promise',\n  '1 after a timer',\n  '1 microtask',\n  '1 chunk',\n  '1 tick',\n  '1 part 1',\n  '1 part 2'\n]"
//= console.log: "[\n  '2 begins',\n  '2 after a promise',\n  '2 after a timer',\n  '2 microtask',\n  '2 chunk',\n  '2 tick',\n  '2 part 1',\n  '2 part 2'\n]"
//= console.log: 3 4
//= console.log: { id: 5 }
