async () => {
  return [1, 2;
}

//= does not parse: SyntaxError
//= message: Unexpected token ';': expected comma or end of array
//= at: 2:15
