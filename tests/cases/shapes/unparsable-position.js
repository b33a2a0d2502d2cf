async () => {
  const a = 1;
  const b = a +;
}

//= does not parse: SyntaxError
//= message: Unexpected token ';': primary expression
//= at: 3:16
