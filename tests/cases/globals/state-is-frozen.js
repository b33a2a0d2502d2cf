() => { "use strict"; try { state.readFile = 1; } catch (error) { return [error.name, typeof state.readFile]; } }

//= result: ["TypeError", "function"]
//= console.warn: note: line 1: state keeps no values of its own: await state.writeJson(path, value) keeps one
