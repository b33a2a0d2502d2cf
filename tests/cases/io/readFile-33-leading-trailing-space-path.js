//! [files]
//! "/ a " = "sp"

async () => state.readFile("/ a ")

//= result: "sp"
