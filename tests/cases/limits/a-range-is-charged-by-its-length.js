//! [files]
//! "/a" = "0123456789abcdefghijklmnopqrstuvwxyz"
//! [limits]
//! io_bytes = 10

async () => (await state.readFile("/a", { offset: 10, limit: 5 })) + (await state.readFile("/a", { offset: 20, limit: 5 }))

//= result: "abcdeklmno"
//= console.warn: note: offset and limit of state.readFile count bytes: write byteOffset and byteLength; lines are startLine and endLine
