async () => {
  await state.writeFile("/a", "x");
  console.log("before");
  state.writeFile("/b", "y").then(() => console.log("never"));
  try { process.exit(); } catch { console.log("caught"); } finally { console.log("finally"); }
  return 1;
}
//= result: undefined
//= console.log: before
//= created: /a (- -> 1)
//= created: /b (- -> 1)
