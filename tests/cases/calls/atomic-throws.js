//! [options]
//! commit = "atomic"

async () => {
  await state.writeFile("/a", "x");
  throw new Error("after all, no");
}

//= throws: Error
//= message: after all, no
//= at: 6:9
//= created: /a (- -> 1)
//= committed: no
