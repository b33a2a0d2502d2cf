//! [files]
//! "/a.json" = "\"\\u00e9\\ud83d\\ude00\""

async () => state.readJson("/a.json")

//= result: "é😀"
