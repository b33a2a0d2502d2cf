//! [files]
//! "/a" = "1"

async () => Promise.race([state.readFile("/a"), new Promise(() => {})])

//= result: "1"
