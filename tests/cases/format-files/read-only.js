//! [files]
//! "/a.csv" = "a\n"
//! [options]
//! read_only = true

async () => {
  //+ fails
  return [await state.readCsv("/a.csv"), await fails(() => state.writeCsv("/a.csv", [[1]])), await fails(() => state.writeYaml("/b", 1))];
}
//= result: [
//=   [["a"]],
//=   ["EROFS", "EROFS: this run may only read, writeCsv"],
//=   ["EROFS", "EROFS: this run may only read, writeYaml"],
//= ]
