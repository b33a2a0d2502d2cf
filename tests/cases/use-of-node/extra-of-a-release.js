//! about = "A release folder with fs-extra: emptied, filled, moved over the old one."
//! [files]
//! "/src/main.js" = "main();"
//! "/src/util/math.js" = "1;"
//! "/src/util/math.spec.js" = "2;"
//! "/build/old.js" = "old"
//! "/release/v0/x" = "zero"
//! "/package.json" = "{ \"name\": \"demo\", \"version\": \"1.2.3\" }"

const fse = require("fs-extra");
const path = require("path");

(async () => {
  const { version } = await fse.readJson("/package.json");
  await fse.emptyDir("/build");
  await fse.copy("/src", "/build", { filter: (file) => !/\.spec\.js$/.test(file) });
  await fse.outputJson("/build/meta/info.json", { version, files: 2 }, { spaces: 2 });
  await fse.outputFile("/build/README", "built\n");
  await fse.ensureDir("/build/empty/deep");
  await fse.ensureFile("/build/.keep");
  await fse.ensureSymlink("/build/main.js", "/build/index.js");
  try {
    await fse.move("/build", "/release/v0");
  } catch (error) {
    console.log(error.message);
  }
  await fse.move("/build", "/release/v0", { overwrite: true });
  console.log(await fse.pathExists("/build"), await fse.pathExists("/release/v0/x"));
  await fse.writeJson("/release/latest.json", { version });
  console.log(await fse.readFile("/release/latest.json", "utf8"));
  console.log(await fse.readFile("/release/v0/meta/info.json", "utf8"));
  console.log((await fse.readdir("/release/v0")).sort(), await fse.readJson("/none.json", { throws: false }).catch((e) => e.code));
  await fse.remove("/src");
  console.log(fse.existsSync("/src"), path.sep);
})();
//= result: undefined
//= console.log: dest already exists.
//= console.log: false false
//= console.log: "{\"version\":\"1.2.3\"}\n"
//= console.log: "{\n  \"version\": \"1.2.3\",\n  \"files\": 2\n}\n"
//= console.log: "[\n  '.keep',   'README',\n  'empty',   'index.js',\n  'main.js', 'meta',\n  'util'\n] ENOENT"
//= console.log: false /
//= created: /release/latest.json (- -> 20)
//= created: /release/v0/.keep (- -> 0)
//= created: /release/v0/README (- -> 6)
//= created: /release/v0/empty (- -> 0)
//= created: /release/v0/empty/deep (- -> 0)
//= created: /release/v0/index.js (- -> 14)
//= created: /release/v0/main.js (- -> 7)
//= created: /release/v0/meta (- -> 0)
//= created: /release/v0/meta/info.json (- -> 39)
//= created: /release/v0/util (- -> 0)
//= created: /release/v0/util/math.js (- -> 2)
//= deleted: /build (0 -> -)
//= deleted: /build/old.js (3 -> -)
//= deleted: /release/v0/x (4 -> -)
//= deleted: /src (0 -> -)
//= deleted: /src/main.js (7 -> -)
//= deleted: /src/util (0 -> -)
//= deleted: /src/util/math.js (2 -> -)
//= deleted: /src/util/math.spec.js (2 -> -)
