//! [files]
//! "/a" = "1"

async () => {
  //+ value-or-code
  await E(() => state.appendFile("/a", 2));
  return E(() => state.readFile("/a"));
}

//= result: "1"
