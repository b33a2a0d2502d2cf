async () => { state.readFile("/missing"); return "done"; }

//= result: "done"
//= console.error: Unhandled rejection: Error: ENOENT: no such file or directory, readFile '/missing' (line 1; is an `await` missing?)
