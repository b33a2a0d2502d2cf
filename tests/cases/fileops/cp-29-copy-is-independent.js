//! [files]
//! "/a" = "A"
//! "/b" = "B"
//! "/d/s/y" = "2"
//! "/d/x" = "1"
//! "/e" = { dir = true }
//! "/f/x" = "old"
//! "/f/z" = "3"

async () => {
  await state.cp("/d", "/n", { recursive: true }); await state.writeFile("/n/x", "changed");
  return [await state.readFile("/d/x"), await state.readFile("/n/x")];
}

//= result: ["1", "changed"]
//= created: /n (- -> 0)
//= created: /n/s (- -> 0)
//= created: /n/s/y (- -> 1)
//= created: /n/x (- -> 7)
