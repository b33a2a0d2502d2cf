const a = 1, b = 2, c = 3;
return [a < b, a < b && c > (2), [a < b, c > (4)]];

//= result: [true, true, [true, false]]
