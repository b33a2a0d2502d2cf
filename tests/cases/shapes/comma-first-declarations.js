//! about = "A declaration goes on where a comma begins the next line"

async () => {
  let first = 1
    , second = first + 1

    // A comment in between.
    , third
  const fourth = 4
  , fifth = 5
  var sixth = 6
    , seventh = 7
  let sum = 0
  for (let at = 0
    , end = 3; at < end; at++) sum += at
  return [first, second, third, fourth, fifth, sixth, seventh, sum];
}
//= result: [1, 2, undefined, 4, 5, 6, 7, 3]
