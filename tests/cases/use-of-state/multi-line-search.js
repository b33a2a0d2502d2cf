//! about = "Blocks of several lines are found and replaced, with CRLF between."
//! [files]
//! "/m/a.js" = "try {\r\n  f();\r\n} catch (e) {\r\n}\r\ntry {\r\n  g();\r\n} catch (e) {\r\n}\r\n"
//! "/m/b.js" = "try {\n  h();\n} catch (e) {\n}\n"

async () => {
  const pattern = "catch (e) {\n}";
  const literal = await state.searchFiles("/m/*.js", pattern);
  const regex = await state.searchFiles("/m/*.js", /catch \(e\) \{\s*\}/);
  const replaced = await state.replaceInFiles("/m/*.js", /catch \(e\) \{(\r?\n)\}/g, "catch {$1  // nothing$1}");
  return {
    literal: literal.map((f) => [f.path, f.matches.map((m) => [m.line, m.column, m.lineText])]),
    regex: regex.map((f) => [f.path, f.matches.map((m) => m.line)]),
    replaced: replaced.files.map((f) => [f.path, f.replaced]),
    a: await state.readFile("/m/a.js"),
  };
}
//= result: {
//=   literal: [["/m/b.js", [[3, 3, "} catch (e) {"]]]],
//=   regex: [],
//=   replaced: [["/m/a.js", 2], ["/m/b.js", 1]],
//=   a: "try {\r\n  f();\r\n} catch {\r\n  // nothing\r\n}\r\ntry {\r\n  g();\r\n} catch {\r\n  // nothing\r\n}\r\n",
//= }
//= console.warn: note: searchFiles found nothing in 1 file whose lines end in \r\n, where the query has \n: '/m/a.js'; \r?\n in a regular expression is found in both
//= changed: /m/a.js (66 -> 86)
//= changed: /m/b.js (29 -> 38)
