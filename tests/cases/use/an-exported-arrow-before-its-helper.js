//! [files]
//! "/a.txt" = "x"

export default async (input) => render(input);
const render = async () => (await state.readFile("/a.txt")).toUpperCase();
//= result: "X"
