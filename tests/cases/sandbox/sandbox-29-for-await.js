//! [files]
//! "/a" = "1"
//! "/b" = "2"

async () => { const out = []; for await (const t of [state.readFile("/a"), state.readFile("/b")]) out.push(t); return out; }

//= result: ["1", "2"]
