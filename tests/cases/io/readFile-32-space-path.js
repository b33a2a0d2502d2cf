//! [files]
//! "/my dir/my file.txt" = "x"

async () => state.readFile("/my dir/my file.txt")

//= result: "x"
