//! [files]
//! "/a" = "1"

async () => (await Promise.allSettled([state.readFile("/a"), state.readFile("/zz")])).map((r) => r.status)

//= result: ["fulfilled", "rejected"]
