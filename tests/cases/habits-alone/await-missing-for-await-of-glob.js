//+ files-project

const out = []; for await (const f of state.glob("**/*.ts")) out.push(f); return out
//= throws: TypeError
//= message: object is not iterable; it is a promise: await it first
//= at: 21:45
