//! [files]
//! "/a.ts" = "foo"

async () => {
  const files = await state.readdir("/");
  return files.filter((file) => file.name.endsWith(".ts"));
}
//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'endsWith'). state.readdir gives texts (string[]): state.readdirWithFileTypes(path) gives { name, type }
//= at: 6:43
//= console.warn: note: line 6: state.readdir gives an array of string; what is read here has no name; state.readdirWithFileTypes(path) gives { name, type }
