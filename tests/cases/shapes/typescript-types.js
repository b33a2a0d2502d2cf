async () => {
  const n: number = 1;
  return n;
}

//= does not parse: SyntaxError
//= message: Expected initializer for const declaration. This looks like TypeScript: remove the type annotation and write JavaScript
//= at: 2:10
