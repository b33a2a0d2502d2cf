async () => Promise.reject(new Error("no"))

//= throws: Error
//= message: no
//= at: 1:28
