//! [files]
//! "/.config/app.json" = ""
//! "/.gitignore" = ""
//! "/README.md" = ""
//! "/dang" = { symlink = "gone" }
//! "/data/1.csv" = ""
//! "/data/10.csv" = ""
//! "/data/emo😀.csv" = ""
//! "/data/ä.csv" = ""
//! "/docs/!bang.md" = ""
//! "/docs/[x].md" = ""
//! "/docs/^caret$.md" = ""
//! "/docs/a+b(c).md" = ""
//! "/docs/a.md" = ""
//! "/docs/b.txt" = ""
//! "/docs/back\\slash.md" = ""
//! "/docs/sp ace.md" = ""
//! "/docs/{y}.md" = ""
//! "/flink" = { symlink = "/README.md" }
//! "/hollow" = { dir = true }
//! "/link" = { symlink = "/src" }
//! "/package.json" = ""
//! "/src/app.tsx" = ""
//! "/src/index.ts" = ""
//! "/src/util/.hidden.ts" = ""
//! "/src/util/deep/a/b.ts" = ""
//! "/src/util/math.ts" = ""
