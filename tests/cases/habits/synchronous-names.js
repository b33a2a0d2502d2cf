//! [files]
//! "/a.txt" = "one\ntwo"

async () => {
  if (state.existsSync("/nothing")) throw new Error("a promise is always true");
  const thrown = (() => { try { state.readFileSync("/nothing"); } catch (error) { return error.code; } })();
  state.writeFileSync("/b.txt", "b");
  return [state.readFileSync("/a.txt", "utf8").split("\n"), await state.readFileSync("/b.txt"), state.existsSync("/a.txt"), thrown,
    state.statSync("/a.txt").isFile(), await state.readFileAsync("/a.txt").then((text) => text.length)];
}
//= result: [["one", "two"], "b", true, "ENOENT", true, 7]
//= created: /b.txt (- -> 1)
