//! [options]
//! read_only = true
//! [files]
//! "/a" = "x"

async () => [await state.readFile("/a"), await state.writeFile("/a", "y").catch((error) => [error.code, error.message])]

//= result: ["x", ["EROFS", "EROFS: this run may only read, writeFile"]]
