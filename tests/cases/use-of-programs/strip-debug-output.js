//! about = "Lines of debug output go, with a dry run first."
//! [files]
//! "/a.js" = "const x = 1;\nconsole.log(x);\n  console.debug('a', {\n});\nreturn x; // console.log stays\n"
//! "/b.js" = "let y;\r\nconsole.log(y);\r\nok();\r\n"

async () => {
  const pattern = "^[ \\t]*console\\.log\\(.*\\);?\\r?\\n";
  const preview = await state.replaceInFiles("/*.js", pattern, "", { regex: true, dryRun: true });
  console.log("would change", preview.totalFiles, "files");
  const done = await state.replaceInFiles("/*.js", pattern, "", { regex: true });
  return { planned: preview.totalReplacements, done: done.totalReplacements, a: await state.readFile("/a.js"), b: await state.readFile("/b.js") };
}
//= result: {
//=   planned: 2,
//=   done: 2,
//=   a: "const x = 1;\n  console.debug('a', {\n});\nreturn x; // console.log stays\n",
//=   b: "let y;\r\nok();\r\n",
//= }
//= console.log: would change 2 files
//= changed: /a.js (87 -> 71)
//= changed: /b.js (32 -> 15)
