() => {
  console.log("before");
  throw new RangeError("after");
}

//= throws: RangeError
//= message: after
//= at: 3:9
//= console.log: before
