//! [files]
//! "/a.json" = "-0"

async () => {
  return Object.is(await state.readJson("/a.json"), -0);
}

//= result: true
