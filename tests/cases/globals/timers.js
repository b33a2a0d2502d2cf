async () => {
  const out = {};
  const said = [];
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const tried = (task) => {
    try {
      return task();
    } catch (error) {
      return [error.name, error.code, error.message];
    }
  };
  const timer = setTimeout(function (...args) { said.push(["timer", this === timer, args]); }, 5, 1, "two");
  out.class = [typeof timer, timer.constructor.name, String(Object.prototype.toString.call(timer))];
  out.methods = Object.getOwnPropertyNames(Object.getPrototypeOf(timer)).sort();
  out.ref = [timer.hasRef(), timer.unref() === timer, timer.hasRef(), timer.ref() === timer, timer.hasRef(), timer.refresh() === timer];
  out.number = [typeof +timer, `${timer}` === String(+timer), timer[Symbol.toPrimitive]() === +timer];
  const immediate = setImmediate(function () { said.push(["immediate", this === immediate, immediate.hasRef()]); });
  out.immediate = [immediate.constructor.name, Object.getOwnPropertyNames(Object.getPrototypeOf(immediate)).sort(), immediate.hasRef(), immediate.unref().hasRef(), immediate.ref().hasRef()];
  const never = (name) => () => said.push(["never", name]);
  clearTimeout(+setTimeout(never("number"), 1));
  clearTimeout(`${setTimeout(never("text"), 1)}`);
  clearInterval(setTimeout(never("clearInterval"), 1));
  clearTimeout(setInterval(never("clearTimeout"), 1));
  const closed = setTimeout(never("close"), 1);
  out.closed = [closed.close() === closed, closed.hasRef(), closed.refresh() === closed];
  {
    using timer = setTimeout(never("using"), 1);
    using immediate = setImmediate(never("using immediate"));
  }
  clearImmediate(setImmediate(never("clearImmediate")));
  clearTimeout(setImmediate(() => said.push(["clearTimeout clears no immediate"])));
  for (const none of [undefined, null, 0, -1, "a", {}, NaN, true, Symbol.iterator]) {
    clearTimeout(none);
    clearInterval(none);
    clearImmediate(none);
  }
  out.wrong = [
    tried(() => setTimeout("code")),
    tried(() => setInterval()),
    tried(() => setImmediate(null)),
    tried(() => setTimeout({})),
    tried(() => setTimeout([], 1)),
    tried(() => queueMicrotask(1)),
    tried(() => setTimeout(true)),
    tried(() => setTimeout(Symbol("s"))),
    tried(() => setTimeout(10n)),
    tried(() => setTimeout("it's a long text of code that is cut")),
    tried(() => setTimeout(Object.create(null))),
    tried(() => setTimeout(new (class Task {})())),
    tried(() => setTimeout(() => {}, 1n)).slice(0, 1),
    tried(() => setTimeout(() => {}, Symbol())).slice(0, 1),
  ];
  let ticks = 0;
  const interval = setInterval(() => {
    said.push(["tick", ++ticks, interval.hasRef()]);
    if (ticks === 3) interval.close();
  }, 3);
  await wait(40);
  // A timer that has called may be set again, one that was cleared may not.
  timer.refresh();
  closed.refresh();
  const watchdog = setTimeout(() => said.push(["watchdog"]), 30);
  for (let at = 0; at < 5; at++) {
    await wait(15);
    watchdog.refresh();
  }
  said.push(["not yet"]);
  await wait(60);
  let quick = 0;
  const again = setTimeout(() => {
    if (++quick < 3) again.refresh();
  }, 2);
  await wait(30);
  out.again = quick;
  out.shared = [require("timers").setTimeout === setTimeout, Object.keys(require("node:timers")), setTimeout.name, setTimeout.length, clearTimeout.length];
  return { ...out, said };
}
//= result: {
//=   class: ["object", "Timeout", "[object Object]"],
//=   methods: ["close", "constructor", "hasRef", "ref", "refresh", "unref"],
//=   ref: [true, true, false, true, true, true],
//=   number: ["number", true, true],
//=   immediate: ["Immediate", ["constructor", "hasRef", "ref", "unref"], true, false, true],
//=   closed: [true, true, true],
//=   wrong: [
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received type string ('code')",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received undefined",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received null",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received an instance of Object",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received an instance of Array",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received type number (1)",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received type boolean (true)",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received type symbol (Symbol(s))",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received type bigint (10n)",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received type string (\"it's a long text of code ...\")",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received [Object: null prototype] {}",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"callback\" argument must be of type function. Received an instance of Task",
//=     ],
//=     ["TypeError"],
//=     ["TypeError"],
//=   ],
//=   again: 3,
//=   shared: [
//=     true,
//=     [
//=       "setTimeout",
//=       "clearTimeout",
//=       "setImmediate",
//=       "clearImmediate",
//=       "setInterval",
//=       "clearInterval",
//=       "promises",
//=     ],
//=     "setTimeout",
//=     2,
//=     1,
//=   ],
//=   said: [
//=     ["immediate", true, false],
//=     ["clearTimeout clears no immediate"],
//=     ["tick", 1, true],
//=     ["timer", true, [1, "two"]],
//=     ["tick", 2, true],
//=     ["tick", 3, true],
//=     ["timer", true, [1, "two"]],
//=     ["not yet"],
//=     ["watchdog"],
//=   ],
//= }
