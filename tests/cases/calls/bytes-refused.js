async () => state.writeFileBytes("/a", [256])

//= throws: TypeError
//= message: state.writeFileBytes: "content" must be bytes (a Uint8Array or ArrayBuffer), but is an array of 1 — expected state.writeFileBytes(path, content)
//= code: EINVAL
//= at: 1:19
