//! [files]
//! "/d/é" = ""
//! "/d/z" = ""
//! "/d/é" = ""
//! "/d/中" = ""

async () => state.readdir("/d")

//= result: ["é", "z", "é", "中"]
