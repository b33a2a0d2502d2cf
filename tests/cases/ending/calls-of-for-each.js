//! [files]
//! "/a" = "1"
//! "/b" = "2"

async () => {
  ["/a", "/b"].forEach(async (path) => {
    const text = await state.readFile(path);
    await state.writeFile(`${path}.copy`, text);
    console.log(path);
  });
  return "returned first";
}
//= result: "returned first"
//= console.warn: note: line 6: forEach does not wait for an async function: write for (const item of list) { … } with `await` in it
//= console.log: /a
//= console.log: /b
//= created: /a.copy (- -> 1)
//= created: /b.copy (- -> 1)
