namespace Shapes { export const sides = 3 }
return Shapes.sides;

