using handle = open();
return handle;

//= does not parse: SyntaxError
//= message: `using` declarations are not supported: release what is held in a `finally` block
//= at: 1:1
