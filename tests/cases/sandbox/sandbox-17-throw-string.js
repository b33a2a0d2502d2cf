async () => { throw "boom"; }

//= throws: Error
//= message: boom
//= value: "boom"
