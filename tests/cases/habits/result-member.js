//! [files]
//! "/a" = "foo"

async () => {
  const result = await state.replaceInFiles("/a", "foo", "bar");
  return result.matches.length;
}
//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'length'). state.replaceInFiles gives { dryRun, files, totalFiles, totalReplacements }
//= at: 6:25
//= console.warn: note: line 6: state.replaceInFiles gives { dryRun, files, totalFiles, totalReplacements }; it has no matches
//= changed: /a (3 -> 3)
