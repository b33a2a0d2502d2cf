//! [files]
//! "/a" = "1"

async () => { const { readFile, writeFile } = state; await writeFile("/b", await readFile("/a") + "2"); return readFile("/b"); }

//= result: "12"
//= created: /b (- -> 2)
