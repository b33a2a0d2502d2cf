//! [limits]
//! result_bytes = 100

() => ({ list: Array.from({ length: 50 }, (_, i) => i), text: "x".repeat(50) })

//= result: { list: [0, 1, 2, 3, 4, 5, 6, 7, 8, cut(41 items)], "...": cut(1 members) }
