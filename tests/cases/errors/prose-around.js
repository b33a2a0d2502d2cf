Sure! Here is the script you asked for:

const x = 1;
return x;

//= does not parse: SyntaxError
//= message: Expected a semicolon or an implicit semicolon after a statement, but found none. This looks like prose around the program: give the code only, or put it into a ``` fence
//= at: 1:6
