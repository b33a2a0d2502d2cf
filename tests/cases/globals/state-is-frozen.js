() => { "use strict"; try { state.readFile = 1; } catch (error) { return [error.name, typeof state.readFile]; } }

//= result: ["TypeError", "function"]
