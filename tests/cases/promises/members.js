// What is asked of a promise, and has only its result, is told by the line.
async () => {
  await state.writeFile("/a.txt", "hello");
  const found = state.glob("**");
  const count = found.length;
  const first = found[0];
  const { size } = state.stat("/a.txt");
  const text = `${state.readFile("/a.txt")}`;
  const again = [];
  for (let i = 0; i < 3; i += 1) again.push(state.stat("/a.txt").size);
  return [count, first, size, text, again];
}
//= result: [undefined, undefined, undefined, "[object Promise]", [undefined, undefined, undefined]]
//= console.warn: note: line 5: found is a promise, and found.length is undefined: write const found = await state.glob(…)
//= console.warn: note: line 7: state.stat(…) is a promise, and its size is undefined: write await state.stat(…)
//= console.warn: note: line 8: state.readFile(…) is a promise, whose text is "[object Promise]": write await before it
//= console.warn: note: line 10: state.stat(…) is a promise, and its size is undefined: write (await state.stat(…)).size
//= console.warn: note: line 6: `0` was asked of a promise, which has none: await the promise first
//= created: /a.txt (- -> 5)
