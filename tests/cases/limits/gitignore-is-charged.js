//! [files]
//! "/p/.gitignore" = "*.log\n*.txt\n"
//! "/p/a.log" = ""
//! [limits]
//! io_bytes = 11

async () => {
  const all = await state.glob("/p/*");
  console.log(all);
  await state.glob("/p/*", { gitignore: true });
}
//= limit: io
//= message: the program read or wrote more than 11 bytes: narrow what it reads, or raise the limit of bytes
//= console.log: [ '/p/.gitignore', '/p/a.log' ]
