//! [files]
//! "/a" = "1"
//! "/b" = "2"

async () => { async function* g() { for (const n of await state.readdir("/")) yield [n, await state.readFile("/" + n)]; } const o = {}; for await (const [k, v] of g()) o[k] = v; return o; }

//= result: { a: "1", b: "2" }
