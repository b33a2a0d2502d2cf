//! [files]
//! "/a" = "0123456789abcdefghijklmnopqrstuvwxyz"
//! [limits]
//! io_bytes = 10

async () => (await state.readFile("/a", { offset: 10, limit: 5 })) + (await state.readFile("/a", { offset: 20, limit: 5 }))

//= result: "abcdeklmno"
