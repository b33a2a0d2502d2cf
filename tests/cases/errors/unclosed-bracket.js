const pairs = await Promise.all([1, 2);
return [pairs
//= does not parse: SyntaxError
//= message: Unexpected token ')': expected comma or end of array
//= at: 1:38
