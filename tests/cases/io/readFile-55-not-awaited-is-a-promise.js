//! [files]
//! "/a.txt" = "hello"

async () => {
  const p = state.readFile("/a.txt");
  return [p instanceof Promise, typeof p.then, await p];
}

//= result: [true, "function", "hello"]
