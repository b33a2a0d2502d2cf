//! [files]
//! "/s.jsonc" = """
//! {
//!   // Appearance
//!
//!   // the theme
//!   "theme": "dark", // or light
//!   "size": 12, /* points */
//!   "fonts": [
//!     "Mono", // first
//!     /* second */ "Sans"
//!     // more
//!   ],
//!   // the last
//!   "last": true // end
//! }
//! """

async () => {
  const update = async (operations) => (await state.updateJson("/s.jsonc", operations, { dryRun: true })).content;
  return [
    await update([{ op: "set", path: "size", value: 14 }]),
    await update([{ op: "append", path: "fonts", value: "Serif" }]),
    await update([{ op: "merge", path: "$", value: { last: false, new: { a: [1] } } }]),
    await update([{ op: "delete", path: "theme" }]),
    await update([{ op: "delete", path: "last" }]),
    await update([{ op: "delete", path: "fonts[0]" }, { op: "delete", path: "fonts[0]" }]),
    await update([{ op: "move", from: "/fonts", path: "/nested" }, { op: "add", path: "/size", value: { x: 1 } }]),
  ].join("-----\n");
}
//= result: "{\n  // Appearance\n\n  // the theme\n  \"theme\": \"dark\", // or light\n  \"size\": 14, /* points */\n  \"fonts\": [\n    \"Mono\", // first\n    /* second */ \"Sans\"\n    // more\n  ],\n  // the last\n  \"last\": true // end\n}\n-----\n{\n  // Appearance\n\n  // the theme\n  \"theme\": \"dark\", // or light\n  \"size\": 12, /* points */\n  \"fonts\": [\n    \"Mono\", // first\n    /* second */ \"Sans\",\n    \"Serif\"\n    // more\n  ],\n  // the last\n  \"last\": true // end\n}\n-----\n{\n  // Appearance\n\n  // the theme\n  \"theme\": \"dark\", // or light\n  \"size\": 12, /* points */\n  \"fonts\": [\n    \"Mono\", // first\n    /* second */ \"Sans\"\n    // more\n  ],\n  // the last\n  \"last\": false, // end\n  \"new\": {\n    \"a\": [\n      1\n    ]\n  }\n}\n-----\n{\n  // Appearance\n\n  \"size\": 12, /* points */\n  \"fonts\": [\n    \"Mono\", // first\n    /* second */ \"Sans\"\n    // more\n  ],\n  // the last\n  \"last\": true // end\n}\n-----\n{\n  // Appearance\n\n  // the theme\n  \"theme\": \"dark\", // or light\n  \"size\": 12, /* points */\n  \"fonts\": [\n    \"Mono\", // first\n    /* second */ \"Sans\"\n    // more\n  ]\n}\n-----\n{\n  // Appearance\n\n  // the theme\n  \"theme\": \"dark\", // or light\n  \"size\": 12, /* points */\n  \"fonts\": [\n    // more\n  ],\n  // the last\n  \"last\": true // end\n}\n-----\n{\n  // Appearance\n\n  // the theme\n  \"theme\": \"dark\", // or light\n  \"size\": {\n    \"x\": 1\n  }, /* points */\n  // the last\n  \"last\": true, // end\n  \"nested\": [\n    \"Mono\", // first\n    /* second */ \"Sans\"\n    // more\n  ]\n}\n"
