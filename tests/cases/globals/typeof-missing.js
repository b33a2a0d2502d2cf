() => [typeof require, typeof fetch, typeof process, typeof state, typeof console]

//= result: ["function", "function", "undefined", "object", "object"]
