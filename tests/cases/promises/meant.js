// Promises that are passed on, kept and awaited later need no note.
async () => {
  await state.writeFile("/a.txt", "hello");
  const later = state.readFile("/a.txt");
  const both = [state.stat("/a.txt"), state.exists("/b")];
  const [stat, exists] = await Promise.all(both);
  const chained = state.exists("/a.txt").then((there) => (there ? "yes" : "no"));
  console.log(later, String(await later));
  if (await state.exists("/a.txt")) console.log(await chained);
  return { text: state.readFile("/a.txt"), size: stat.size, exists, later };
}
//= result: { text: "hello", size: 5, exists: false, later: "hello" }
//= console.log: Promise { 'hello' } hello
//= console.log: yes
//= created: /a.txt (- -> 5)
