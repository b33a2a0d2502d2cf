//+ files-project

const out = []; for await (const entry of state.walk("/src")) out.push(entry.path); return out
//= throws: TypeError
//= message: object is not iterable; it is a promise: await it first
//= at: 21:49
