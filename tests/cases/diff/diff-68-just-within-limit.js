async () => {
  await state.writeFile("/a", "x\n".repeat(9999)); await state.writeFile("/b", "x\n".repeat(9999) + "y");
  return (await state.diff("/a", "/b")).split("\n");
}

//= result: [
//=   "--- /a",
//=   "+++ /b",
//=   "@@ -9997,3 +9997,4 @@",
//=   " x",
//=   " x",
//=   " x",
//=   "+y",
//=   "\\ No newline at end of file",
//=   "",
//= ]
//= created: /a (- -> 19998)
//= created: /b (- -> 19999)
