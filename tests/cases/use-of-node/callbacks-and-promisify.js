//! about = "Functions with callbacks, one of our own, as promises."
//! [files]
//! "/q/1.txt" = "one"
//! "/q/2.txt" = "two"

const fs = require("fs");
const util = require("util");
const path = require("path");

function countWords(file, options, callback) {
  if (typeof options === "function") {
    callback = options;
    options = {};
  }
  fs.readFile(file, options.encoding || "utf8", (error, text) => {
    if (error) return callback(error);
    callback(null, text.split(/\s+/).filter(Boolean).length, text.length);
  });
}
countWords[util.promisify.custom] = (file, options = {}) =>
  new Promise((resolve, reject) =>
    countWords(file, options, (error, words, letters) => (error ? reject(error) : resolve({ words, letters }))),
  );

const stat = util.promisify(fs.stat);
const exists = util.promisify(fs.exists);
const sleep = util.promisify(setTimeout);

(async function () {
  for (const name of await util.promisify(fs.readdir)("/q")) {
    const file = path.join("/q", name);
    console.log(name, await util.promisify(countWords)(file), (await stat(file)).isFile());
  }
  console.log(await exists("/q/3.txt"), await sleep(5, "slept"));
  await util.promisify(countWords)("/q/3.txt").catch((error) => console.log(error.code, error.path));
  const back = util.callbackify(async (a) => { if (!a) throw null; return a; });
  back(0, (error) => console.log(error.code, error.message));
  back(7, (error, value) => console.log(error, value));
})();
//= result: undefined
//= console.log: 1.txt { words: 1, letters: 3 } true
//= console.log: 2.txt { words: 1, letters: 3 } true
//= console.log: false slept
//= console.log: ENOENT /q/3.txt
//= console.log: ERR_FALSY_VALUE_REJECTION Promise was rejected with falsy value
//= console.log: null 7
