namespace Shapes { export const sides = 3 }
return Shapes.sides;

//= does not parse: SyntaxError
//= message: TypeScript's `namespace` is not supported: write an object or plain functions instead, e.g. const Shapes = { area(shape) { … } }
//= at: 1:1
