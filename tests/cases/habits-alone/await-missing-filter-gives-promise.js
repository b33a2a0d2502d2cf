//+ files-project

const files = await state.glob("**/*.ts"); return files.filter(f => state.exists(f + ".bak"))
//= result: ["/link.ts", "/src/app.ts", "/src/util.ts"]
//= console.warn: note: line 21: the callback of filter gives a promise, which is always true: compute first, as in for (const item of list) if (await test(item)) kept.push(item)
