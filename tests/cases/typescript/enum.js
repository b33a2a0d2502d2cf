const before = 1;
enum Color { Red, Blue }
return Color.Red;

//= does not parse: SyntaxError
//= message: TypeScript's `enum` is not supported: write an object instead, e.g. const Color = { Red: "red", Blue: "blue" } as const
//= at: 2:1
