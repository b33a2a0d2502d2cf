async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
  await state.writeFile("/s/b.txt", "foo\n".repeat(10001)); await state.writeFile("/s/a.txt", "foo"); await state.writeFile("/s/c.txt", "foo");
  const r = await E(() => state.replaceInFiles("/s/*.txt", "foo", "bar", { dryRun: true })); const o = {}; for (const n of ["a", "b", "c"]) o[n] = (await state.readFile("/s/" + n + ".txt")).slice(0, 4);
  return [r, o];
}

//= recorded {"result": ["E:EFBIG", {"a": "foo", "b": "foo\n", "c": "foo"}]}
