let n = 0;
const timer = setInterval(() => {
  console.log(++n);
  if (n === 3) clearInterval(timer);
}, 10);
undefined;
//= result: undefined
//= console.log: 1
//= console.log: 2
//= console.log: 3
