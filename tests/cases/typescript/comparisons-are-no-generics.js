const a = 1, b = 2, c = 3, number = 4, T = 5, object = { p: 1 }, list = [1, 2];
const call = (x) => x;
return [
  a < b, a < b && c > (2), [a < b, c > (4)],
  a<b>(c), a<b>(0), call(a<b,c>(0)), a<T>(b), a<number>(0), a<object.p>(-1), a<1>(0), a<Infinity>(0), a<call>(0),
  a<Math.PI>(0), a<b|c>(0), a<b&&c>(0), list[0]<list[1]>(0), a<b>`x`, a<-b>(c), a<b.length>(0), a<c-1>(0),
];
//= result: [
//=   true,
//=   true,
//=   [true, false],
//=   false,
//=   true,
//=   true,
//=   false,
//=   true,
//=   true,
//=   false,
//=   true,
//=   false,
//=   true,
//=   1,
//=   true,
//=   true,
//=   false,
//=   false,
//=   false,
//=   true,
//= ]
