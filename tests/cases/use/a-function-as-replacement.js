//! [files]
//! "/a.txt" = "a1 b2\n"

await state.replaceInFile("/a.txt", /\d/g, (digit) => Number(digit) * 10);
return state.readFile("/a.txt");
//= result: "a10 b20\n"
//= changed: /a.txt (6 -> 8)
