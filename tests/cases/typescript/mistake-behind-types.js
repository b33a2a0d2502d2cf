const a: number = 1;
const b: string = ;
return a;

//= does not parse: SyntaxError
//= message: Unexpected token
//= at: 2:19
