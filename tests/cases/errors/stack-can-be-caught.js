async () => {
  const dive = () => 1 + dive();
  try { dive(); } catch (error) { return [error instanceof RangeError, error.message, error.stack.split('\n')[1].trim()]; }
}

//= result: [true, "Maximum call stack size exceeded", "at dive (main.js:2:26)"]
