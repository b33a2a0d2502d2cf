//! [files]
//! "/a" = "text"

const { readFile } = state;
module.exports = async function (input) { return (await readFile("/a")) + typeof input; };
//= result: "textundefined"
