() => process.env.HOME

//= throws: ReferenceError
//= message: process is not defined; there is no process; the program's input is its argument `input`
//= at: 1:7
