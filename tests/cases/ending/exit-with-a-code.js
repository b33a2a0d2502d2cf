async () => {
  await state.writeFile("/a", "x");
  await Promise.all([1].map(async () => process.exit(3)));
}
//= throws: Error
//= message: exited with code 3
//= created: /a (- -> 1)
