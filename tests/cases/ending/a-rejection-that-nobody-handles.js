async () => {
  await state.writeFile("/kept", "x");
  const late = async () => { await null; await state.readFile("/missing"); };
  late();
  return "done";
}
//= throws: Error
//= message: ENOENT: no such file or directory, readFile '/missing'
//= code: ENOENT
//= path: /missing
//= at: 3:54
//= console.warn: note: line 3: nobody waited for what failed here: write `await` before it, or handle it with .catch
//= created: /kept (- -> 1)
