async () => state.writeFileBytes("/", new Uint8Array([1]))

//= throws: Error
//= message: EISDIR: illegal operation on a directory, writeFileBytes '/'; it is a directory: name a file in it
//= code: EISDIR
//= path: /
//= at: 1:19
