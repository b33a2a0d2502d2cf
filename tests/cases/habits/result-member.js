//! [files]
//! "/a" = "foo"

async () => {
  const result = await state.replaceInFiles("/a", "foo", "bar");
  return result.matches.length;
}
//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'length'). state.replaceInFiles gives { dryRun, files, totalFiles, totalReplacements }
//= at: 6:25
//= changed: /a (3 -> 3)
