Promise.allSettled([Promise.resolve(1), Promise.reject(new Error("no")), new Promise((resolve) => setTimeout(resolve, 2, "late"))])
  .then((all) => console.log(all.map((one) => one.value ?? one.reason.message).join(",")));
//= result: undefined
//= console.log: 1,no,late
