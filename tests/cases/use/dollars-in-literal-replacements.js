//! [files]
//! "/a.txt" = "price: X\n"

await state.replaceInFile("/a.txt", "X", "$& $1 $$");
return state.readFile("/a.txt");
//= result: "price: $& $1 $$\n"
//= console.warn: note: $1 was taken literally: groups exist with { regex: true }
//= changed: /a.txt (9 -> 16)
