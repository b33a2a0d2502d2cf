//! about = "Files are moved to a folder with a slash that does not exist."
//! [files]
//! "/conf/app.yml" = "a: 1\n"
//! "/conf/db.yml" = "b: 2\n"

async () => {
  for (const file of await state.glob("/conf/*.yml")) {
    await state.mv(file, "/backup/");
  }
  return state.readdir("/backup");
}
//= throws: Error
//= message: ENOTDIR: not a directory, which the slash at its end asks for, mv '/backup'; write state.mv("/conf/app.yml", "/backup/app.yml")
//= code: ENOTDIR
//= path: /backup
//= at: 8:17
