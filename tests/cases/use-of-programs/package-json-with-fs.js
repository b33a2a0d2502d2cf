//! about = "The same with fs, as scripts do it."
//! [files]
//! "/package.json" = "{\n  \"name\": \"app\",\n  \"version\": \"1.9.3\",\n  \"scripts\": {\n    \"test\": \"mocha\"\n  },\n  \"dependencies\": {\n    \"b\": \"^1.0.0\",\n    \"a\": \"~2.1.0\"\n  }\n}\n"

'use strict';

const fs = require('fs');
const path = require('path');

const file = path.join(process.cwd(), 'package.json');
const pkg = JSON.parse(fs.readFileSync(file, 'utf8'));
pkg.private = true;
delete pkg.dependencies.b;
fs.writeFileSync(file, JSON.stringify(pkg, null, 2) + '\n');
console.log('Updated %s (%d bytes)', path.basename(file), fs.statSync(file).size);
console.log(fs.readFileSync(file, 'utf8'));
//= result: undefined
//= console.log: Updated package.json (144 bytes)
//= console.log: "{\n  \"name\": \"app\",\n  \"version\": \"1.9.3\",\n  \"scripts\": {\n    \"test\": \"mocha\"\n  },\n  \"dependencies\": {\n    \"a\": \"~2.1.0\"\n  },\n  \"private\": true\n}\n"
//= changed: /package.json (144 -> 144)
