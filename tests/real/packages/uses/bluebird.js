import Bluebird from "bluebird/js/browser/bluebird.js";

export default async () => {
  const log = [];
  const run = (promise) => new Promise((resolve) => promise.then((value) => resolve(value), (error) => resolve([error.name, error.message])));
  class Own extends Error {}
  Bluebird.resolve(1).then(() => log.push("bluebird"));
  await Bluebird.delay(2);
  return {
    log,
    chain: await run(Bluebird.resolve([1, 2, 3]).then((list) => list.length).tap((n) => log.push(n))),
    all: await run(Bluebird.all([1, Bluebird.delay(5, 2), Promise.resolve(3)])),
    props: await run(Bluebird.props({ a: Bluebird.delay(3, "x"), b: 2 })),
    caught: await run(Bluebird.try(() => { throw new Own("mine"); }).catch(TypeError, () => "wrong").catch(Own, (error) => "own " + error.message)),
    spread: await run(Bluebird.resolve([1, 2]).spread((a, b) => a + b)),
    timeout: await run(Bluebird.delay(50).timeout(5, "late")),
    cancelled: await (async () => { const promise = Bluebird.delay(5); return promise.isPending(); })(),
    reflected: await run(Bluebird.reject(new Error("r")).reflect().then((inspection) => [inspection.isRejected(), inspection.reason().message])),
    race: await run(Bluebird.race([Bluebird.delay(9, "slow"), Bluebird.delay(1, "fast")])),
    finally: await run(Bluebird.resolve(5).finally(() => log.push("finally"))),
    method: await run(Bluebird.method((n) => { if (n) throw new RangeError("n"); })(1)),
    join: await run(Bluebird.join(1, Bluebird.resolve(2), (a, b) => a + b)),
  };
};
