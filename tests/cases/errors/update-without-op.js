// An operation that only has a path says nothing of what to do: it is no deletion.

async () => {
  await state.writeJson("/a.json", { b: 1, c: { d: 2 } });
  const told = [];
  for (const operation of [{ path: "b" }, { path: "$" }, { key: "c.d" }, { path: "b", op: undefined }, {}]) {
    try {
      await state.updateJson("/a.json", [operation]);
      told.push("done");
    } catch (error) {
      told.push(error.message.includes('must be one of "set", "delete"'));
    }
  }
  const set = await state.updateJson("/a.json", [{ path: "b", value: 3 }]).catch((error) => error.message);
  return { told, set: typeof set, left: await state.readJson("/a.json") };
}
//= result: { told: [true, true, true, true, true], set: "string", left: { b: 1, c: { d: 2 } } }
//= created: /a.json (- -> 38)
