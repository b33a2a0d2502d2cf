//! [files]
//! "/n" = "7"

async () => `n=${await state.readFile("/n")} ${`inner ${1 + 1}`}`

//= result: "n=7 inner 2"
