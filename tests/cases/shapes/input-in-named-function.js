//! [options]
//! input = '[1, 2]'

async function sum(list) {
  return list.reduce((a, b) => a + b);
}

//= result: 3
