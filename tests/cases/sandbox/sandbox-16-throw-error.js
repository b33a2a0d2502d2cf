async () => { throw new Error("boom"); }

//= throws: Error
//= message: boom
//= at: 1:21
