import runtime from "regenerator-runtime";

// What a compiler makes of generators and asynchronous functions.
export default async () => {
  const marked = runtime.mark(function count(from, to) {
    var n;
    return runtime.wrap(function count$(context) {
      while (true) switch (context.prev = context.next) {
        case 0: context.prev = 0; n = from;
        case 2: if (!(n < to)) { context.next = 8; break; } context.next = 5; return n;
        case 5: n++; context.next = 2; break;
        case 8: return context.delegateYield(["x", "y"], "t0", 9);
        case 9: context.next = 14; break;
        case 11: context.prev = 11; context.t1 = context.catch(0); return context.abrupt("return", "caught " + context.t1);
        case 14: context.prev = 14; return context.finish(14);
        case 16: case "end": return context.stop();
      }
    }, marked, null, [[0, 11, 14, 16]]);
  });
  const thrown = marked(1, 5);
  thrown.next();
  const task = runtime.async(function task$(context) {
    while (true) switch (context.prev = context.next) {
      case 0: context.next = 2; return runtime.awrap(Promise.resolve(20));
      case 2: context.t0 = context.sent; return context.abrupt("return", context.t0 + 1);
      case 4: case "end": return context.stop();
    }
  });
  return {
    all: [...marked(1, 4)],
    thrown: [thrown.throw("E"), thrown.next()],
    returned: (() => { const it = marked(1, 4); return [it.next(), it.return(7), it.next()]; })(),
    task: await task,
    kinds: [runtime.isGeneratorFunction(marked), String(marked(0, 0)), Object.prototype.toString.call(marked(0, 0))],
    keys: (() => { const next = runtime.keys({ b: 1, a: 2 }); const found = []; for (let step = next(); !step.done; step = next()) found.push(step.value); return found; })(),
    values: runtime.values([1, 2]).next(),
  };
};
