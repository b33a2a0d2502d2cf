async () => {
  const helper = () => {
    const total = 1;
    const total = 2;
    return total;
  };
  return helper();
}

//= does not parse: SyntaxError
//= message: Identifier 'total' has already been declared
//= at: 4:11
