async () => {
  const dive = (n) => 1 + dive(n + 1);
  let caught;
  try { dive(0); } catch (error) { caught = [error instanceof RangeError, error.name, error.message]; }
  const trampoline = (f) => (...args) => { let r = f(...args); while (typeof r === 'function') r = r(); return r; };
  const count = trampoline(function step(n, total = 0) { return n === 0 ? total : () => step(n - 1, total + n); });
  return { caught, sum: count(20000) };
}

//= result: { caught: [true, "RangeError", "Maximum call stack size exceeded"], sum: 200010000 }
