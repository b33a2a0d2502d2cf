//+ files-project

const out = []; for (const [dir, dirs, files] of await state.walk("/src")) out.push(dir); return out
//= throws: TypeError
//= message: object is not iterable; Object.entries(object) gives its entries
//= at: 21:50
