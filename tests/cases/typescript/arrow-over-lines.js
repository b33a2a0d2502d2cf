const f = <
  T
>(x: T): {
  value: T
} => ({ value: x });
return f(3).value;

//= result: 3
