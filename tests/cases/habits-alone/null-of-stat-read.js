//+ files-project

const stat = await state.stat("/nope"); return stat.size
//= throws: TypeError
//= message: Cannot read properties of null (reading 'size'). state.stat gives null where nothing is: check it first
//= at: 21:53
