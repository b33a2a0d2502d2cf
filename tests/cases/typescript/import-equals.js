import fs = require('fs');
return fs;

//= does not parse: SyntaxError
//= message: `import x = …` is not supported: there are no modules here. Files are reached through the global `state`, e.g. await state.readFile(path)
//= at: 1:1
