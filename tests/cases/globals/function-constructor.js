() => new Function("return 1")()

//= throws: EvalError
//= message: code cannot be made from text here: write the code directly
//= at: 1:7
