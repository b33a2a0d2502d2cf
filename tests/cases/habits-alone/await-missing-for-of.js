//+ files-project

for (const p of state.glob("**/*.ts")) console.log(p)
//= throws: TypeError
//= message: object is not iterable; it is a promise: await it first
//= at: 21:23
