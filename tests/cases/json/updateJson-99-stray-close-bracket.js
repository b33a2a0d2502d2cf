//! [files]
//! "/c.json" = "{\"a\":1}"

async () => state.updateJson("/c.json", [{ op: "set", path: "a]", value: 2 }])

//= throws: Error
//= message: operation 0 (set): Invalid JSON path: a] (the ']' closes nothing; write a key that holds it as ["…"]), updateJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 4:19
