() => { "😀é"; return nothing.here; }

//= throws: ReferenceError
//= message: nothing is not defined
//= at: 1:23
