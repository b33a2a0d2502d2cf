//! [files]
//! "/a.txt" = "x"
//! "/b.txt" = "y"

async () => {
  const texts = [];
  (await state.glob("/*.txt")).forEach(async (path) => {
    texts.push(await state.readFile(path));
  });
  return texts;
}
//= result: ["x", "y"]
//= console.warn: note: line 7: forEach does not wait for an async function: write for (const item of list) { … } with `await` in it
