//! [files]
//! "/a.txt" = "x"

module.exports = async () => ({ names: await state.readdir("/") });
//= result: { names: ["a.txt"] }
