async () => {
  await state.writeFile("/a", "x\n".repeat(9999)); await state.writeFile("/b", "x\n".repeat(9999) + "y");
  return (await state.diff("/a", "/b")).split("\n");
}

//= recorded {"result": ["--- /a", "+++ /b", "@@ -9997,4 +9997,4 @@", " x", " x", " x", "-", "+y"]}
