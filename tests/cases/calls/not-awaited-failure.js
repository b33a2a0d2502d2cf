async () => { state.readFile("/missing"); return "done"; }

//= throws: Error
//= message: ENOENT: no such file or directory, readFile '/missing'
//= code: ENOENT
//= path: /missing
//= at: 1:21
//= console.warn: note: line 1: nobody waited for what failed here: write `await` before it, or handle it with .catch
