//! [files]
//! "/a.txt" = "x"

async () => {
  state.readFile("/missing.txt").then((text) => text.length);
  return state.readFile("/a.txt");
}
//= throws: Error
//= message: ENOENT: no such file or directory, readFile '/missing.txt'
//= code: ENOENT
//= path: /missing.txt
//= at: 5:9
//= console.warn: note: line 5: nobody waited for what failed here: write `await` before it, or handle it with .catch
