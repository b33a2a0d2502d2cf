//! [files]
//! "/a.json" = "{\"b\":1,\"2\":2,\"1\":3}"

async () => {
  return Object.keys(await state.readJson("/a.json"));
}

//= result: ["1", "2", "b"]
