async () => notDefinedAnywhere

//= throws: ReferenceError
//= message: notDefinedAnywhere is not defined
//= at: 1:13
