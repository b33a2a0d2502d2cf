// A promise is always true: conditions on calls that nobody awaits are told.
async () => {
  const seen = [];
  if (state.exists("/nowhere")) seen.push("there");
  if (!state.exists("/nowhere")) seen.push("not there");
  const kept = state.exists("/nowhere");
  seen.push(kept ? "kept" : "not kept");
  return seen;
}
//= result: ["there", "kept"]
//= console.warn: note: line 4: `state.exists("/nowhere")` is a promise here: write `await state.exists("/nowhere")`
//= console.warn: note: line 5: `state.exists("/nowhere")` is a promise here: write `await state.exists("/nowhere")`
//= console.warn: note: line 7: `kept` is a promise: write `kept = await state.exists("/nowhere")`
