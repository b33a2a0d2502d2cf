//! [files]
//! "/a.txt" = "hello"

async () => {
  const p = state.readFile("/a.txt");
  return [p instanceof Promise, typeof p.then, await p];
}

//= result: [true, "function", "hello"]
//= console.warn: note: line 6: p is a promise, and no value to compute or compare with: write await before it
