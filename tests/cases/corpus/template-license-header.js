async () => {
  const files = { 'a.js': '#!/usr/bin/env node\nrun();\n', 'b.css': 'a {}\n', 'c.html': '<p>\n', 'd.js': '// Copyright 2020 Old\nx();\n' };
  const text = ['Copyright 2024 Acme', 'All rights reserved.'];
  const styles = { js: (l) => l.map((x) => `// ${x}`), css: (l) => ['/*', ...l.map((x) => ` * ${x}`), ' */'], html: (l) => ['<!--', ...l.map((x) => `  ${x}`), '-->'] };
  const out = {};
  for (const [name, body] of Object.entries(files)) {
    const ext = name.slice(name.lastIndexOf('.') + 1);
    const [, bang = '', rest] = /^(#!.*\n)?([\s\S]*)$/.exec(body);
    const bare = rest.replace(/^(\/\/ Copyright.*\n)+/, '');
    out[name] = bang + styles[ext](text).join('\n') + '\n' + bare;
  }
  return out;
}

//= result: {
//=   "a.js": "#!/usr/bin/env node\n// Copyright 2024 Acme\n// All rights reserved.\nrun();\n",
//=   "b.css": "/*\n * Copyright 2024 Acme\n * All rights reserved.\n */\na {}\n",
//=   "c.html": "<!--\n  Copyright 2024 Acme\n  All rights reserved.\n-->\n<p>\n",
//=   "d.js": "// Copyright 2024 Acme\n// All rights reserved.\nx();\n",
//= }
