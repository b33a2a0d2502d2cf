let sum = 0;
if (sum === 0) {
  let part = 1;
  var part = 2;
}
return sum;

//= does not parse: SyntaxError
//= message: Identifier 'part' has already been declared
//= at: 3:7
