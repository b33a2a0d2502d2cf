//+ files-project

(async () => { console.log(await state.readdir("/src")) })()
//= result: undefined
//= console.log: [ 'app.ts', 'lib', 'util.ts' ]
