() => [typeof require, typeof fetch, typeof process, typeof state, typeof console]

//= result: ["undefined", "undefined", "undefined", "object", "object"]
