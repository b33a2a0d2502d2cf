async () => {
  function greet() {
    return super.greet();
  }
  return greet();
}

//= does not parse: SyntaxError
//= message: 'super' keyword unexpected here
//= at: 2:18
