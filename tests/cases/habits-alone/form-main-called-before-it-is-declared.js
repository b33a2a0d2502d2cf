//+ files-project

main(); async function main() { console.log((await state.readdir("/src")).length) }
//= result: undefined
//= console.log: 3
