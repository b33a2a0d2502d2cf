async () => {
  const counter = (start = 0) => { let n = start; return { up: () => ++n, down: () => --n, get value() { return n; } }; };
  const once = (f) => { let done = false, result; return (...a) => (done ? result : ((done = true), (result = f(...a)))); };
  const a = counter(), b = counter(10);
  a.up(); a.up(); b.down();
  const init = once(() => a.up());
  init(); init();
  const fs = [];
  for (let i = 0; i < 3; i++) fs.push(() => i);
  var gs = [];
  for (var j = 0; j < 3; j++) gs.push(() => j);
  return { a: a.value, b: b.value, let: fs.map((f) => f()), var: gs.map((g) => g()) };
}

//= result: { a: 3, b: 9, let: [0, 1, 2], var: [3, 3, 3] }
