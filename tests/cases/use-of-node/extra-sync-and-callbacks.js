//! about = "fs-extra in its sync form, with callbacks, and its errors."
//! [files]
//! "/e/a.json" = "{\"a\": 1}"
//! "/e/bad.json" = "{"
//! "/e/dir/x" = "x"

const fse = require("fs-extra");

fse.outputFileSync("/e/deep/er/f.txt", "deep");
fse.outputJsonSync("/e/out/o.json", { b: [1, 2] }, { spaces: "\t", EOL: "\r\n" });
fse.writeJSONSync("/e/flat.json", { b: [1, 2], c: undefined });
fse.ensureDirSync("/e/ensured");
fse.mkdirpSync("/e/p/q");
fse.ensureLinkSync && console.log(typeof fse.ensureLinkSync);
console.log(fse.readJsonSync("/e/a.json"), fse.readJSONSync("/e/bad.json", { throws: false }), fse.pathExistsSync("/e/none"));
try { fse.readJsonSync("/e/bad.json"); } catch (e) { console.log(e.name, e.message); }
try { fse.moveSync("/e/a.json", "/e/flat.json"); } catch (e) { console.log(e.message); }
try { fse.copySync("/e/a.json", "/e/flat.json", { overwrite: false, errorOnExist: true }); } catch (e) { console.log(e.message); }
try { fse.copySync("/e/dir", "/e/dir/inside"); } catch (e) { console.log(e.message); }
try { fse.copySync("/e/none", "/e/x"); } catch (e) { console.log(e.code, e.syscall); }
fse.copySync("/e/dir", "/e/dir2");
fse.moveSync("/e/dir2", "/e/moved/to/dir3");
fse.emptyDirSync("/e/moved");
fse.removeSync("/e/none/at/all");
fse.createFileSync("/e/c/r.txt");
console.log(JSON.stringify(fse.readFileSync("/e/out/o.json", "utf8")), JSON.stringify(fse.readFileSync("/e/flat.json", "utf8")), fse.readdirSync("/e").sort());
fse.copy("/e/a.json", "/e/cb.json", (error) => {
  console.log("copied", error);
  fse.readJson("/e/cb.json", (e, json) => {
    console.log(e, json);
    fse.pathExists("/e/cb.json", (e2, yes) => {
      console.log(e2, yes);
      fse.remove("/e/cb.json", () => console.log("gone", fse.existsSync("/e/cb.json")));
    });
  });
});
try { fse.ensureFileSync("/e/dir"); } catch (e) { console.log(e.code); }
//= result: undefined
//= console.log: function
//= console.log: { a: 1 } null false
//= console.log: SyntaxError /e/bad.json: Expected property name or '}' in JSON at position 1 (line 1 column 2)
//= console.log: dest already exists.
//= console.log: '/e/flat.json' already exists
//= console.log: Cannot copy '/e/dir' to a subdirectory of itself, '/e/dir/inside'.
//= console.log: ENOENT lstat
//= console.log: "\"{\\r\\n\\t\\\"b\\\": [\\r\\n\\t\\t1,\\r\\n\\t\\t2\\r\\n\\t]\\r\\n}\\r\\n\" \"{\\\"b\\\":[1,2]}\\n\" [\n  'a.json',    'bad.json',\n  'c',         'deep',\n  'dir',       'ensured',\n  'flat.json', 'moved',\n  'out',       'p'\n]"
//= console.log: EISDIR
//= console.log: copied null
//= console.log: null { a: 1 }
//= console.log: null true
//= console.log: gone false
//= created: /e/c (- -> 0)
//= created: /e/c/r.txt (- -> 0)
//= created: /e/deep (- -> 0)
//= created: /e/deep/er (- -> 0)
//= created: /e/deep/er/f.txt (- -> 4)
//= created: /e/ensured (- -> 0)
//= created: /e/flat.json (- -> 12)
//= created: /e/moved (- -> 0)
//= created: /e/out (- -> 0)
//= created: /e/out/o.json (- -> 30)
//= created: /e/p (- -> 0)
//= created: /e/p/q (- -> 0)
