//! options.javascript_only = true

const a: number = 1;
return a;

//= does not parse: SyntaxError
//= message: Expected initializer for const declaration. TypeScript is switched off here: remove the types and write JavaScript
//= at: 3:8
