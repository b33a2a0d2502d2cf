// Writes down all text that can be reached: names, sources of functions, messages and stacks of
// errors, and what the errors of `state` say when it is used in every wrong way.
async () => {
  const seen = new Set();
  const lines = [];
  const note = (value) => {
    try {
      lines.push(String(value));
    } catch (error) {
      lines.push(`${error && error.message}`);
    }
  };
  const visit = (value, depth) => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return note(value);
    if (seen.has(value) || depth > 6) return;
    seen.add(value);
    if (typeof value === "function") note(value);
    let keys = [];
    try {
      keys = Reflect.ownKeys(value);
      visit(Object.getPrototypeOf(value), depth + 1);
    } catch (error) {
      note(error);
    }
    for (const key of keys) {
      note(key.toString());
      try {
        const property = Object.getOwnPropertyDescriptor(value, key);
        for (const part of [property.value, property.get, property.set]) visit(part, depth + 1);
      } catch (error) {
        note(error);
      }
    }
  };
  visit(globalThis, 0);

  const arguments_ = [[], ["/missing"], [""], ["\0"], ["/"], [1], [{}], [null], [[]], ["/".repeat(5000)], ["/a", "b", 3, 4], [{ path: "/missing", extra: 1 }], ["/missing", { recursive: "yes" }], ["/missing/x", Symbol("s")], ["[", "["]];
  for (const name of Object.keys(state)) {
    for (const list of arguments_) {
      try {
        await state[name](...list);
      } catch (error) {
        visit(error, 0);
        note(error.stack);
      }
    }
  }
  for (const wrong of ["null.x", "(", "let let", "undefined_name", "[].reduce((a) => a)", "new Array(-1)", "'x'.repeat(-1)", "decodeURIComponent('%')", "JSON.parse('{')", "new RegExp('(')"]) {
    try {
      (0, eval)(wrong);
    } catch (error) {
      visit(error, 0);
      note(error.stack);
    }
  }
  return lines.join("\n");
}
