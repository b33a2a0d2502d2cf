//+ files-project

const files = state.glob("/src/*.ts"); for (const f of await files) console.log(f)
//= result: undefined
//= console.log: /src/app.ts
//= console.log: /src/util.ts
