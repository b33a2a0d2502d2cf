//! about = "A header goes on top of each file in its language, below a shebang, once."
//! [files]
//! "/src/a.js" = "'use strict';\n"
//! "/src/cli.js" = "#!/usr/bin/env node\nrun();\n"
//! "/src/b.py" = "# -*- coding: utf-8 -*-\nimport os\r\n"
//! "/src/c.css" = "/* (c) 2024 Demo */\na{}\n"
//! "/src/d.html" = "\ufeff<!doctype html>\r\n<p>\r\n"
//! "/src/e.bin" = { bytes = [0, 255, 1] }

async () => {
  const NOTICE = "(c) 2024 Demo";
  const styles = { ".js": ["// ", ""], ".py": ["# ", ""], ".css": ["/* ", " */"], ".html": ["<!-- ", " -->"] };
  const done = [];
  for (const path of await state.glob("/src/*")) {
    const style = styles[path.slice(path.lastIndexOf("."))];
    if (!style || (await state.detectFile(path)).binary) continue;
    const text = await state.readFile(path);
    if (text.includes(NOTICE)) continue;
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    const head = style[0] + NOTICE + style[1] + eol;
    const first = /^(\ufeff?)(#!.*\r?\n|# -\*-.*\r?\n|<!doctype.*\r?\n)?/i.exec(text)[0];
    await state.writeFile(path, first + head + text.slice(first.length));
    done.push([path, (await state.readFile(path)).slice(0, 60)]);
  }
  return done;
}
//= result: [
//=   ["/src/a.js", "// (c) 2024 Demo\n'use strict';\n"],
//=   ["/src/b.py", "# -*- coding: utf-8 -*-\n# (c) 2024 Demo\r\nimport os\r\n"],
//=   ["/src/cli.js", "#!/usr/bin/env node\n// (c) 2024 Demo\nrun();\n"],
//=   ["/src/d.html", "\ufeff<!doctype html>\r\n<!-- (c) 2024 Demo -->\r\n<p>\r\n"],
//= ]
//= changed: /src/a.js (14 -> 31)
//= changed: /src/b.py (35 -> 52)
//= changed: /src/cli.js (27 -> 44)
//= changed: /src/d.html (25 -> 49)
