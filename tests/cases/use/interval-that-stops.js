let count = 0;
const timer = setInterval(() => {
  count += 1;
  console.log("tick", count);
  if (count === 3) clearInterval(timer);
}, 2);
//= result: undefined
//= console.log: tick 1
//= console.log: tick 2
//= console.log: tick 3
