//! [options]
//! input = '{"n": 2, "list": [1, null]}'

async ({ n, list }) => [n * 2, list]

//= result: [4, [1, null]]
