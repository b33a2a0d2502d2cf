//+ files-project

return await $`ls /src`
//= throws: ReferenceError
//= message: $ is not defined; there are no libraries here: use what the language has, and the methods of `state`
//= at: 21:14
