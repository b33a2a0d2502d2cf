//+ files-project

const s = fs.createWriteStream("/o"); s.write("x"); s.end()
//= result: {
//=   fd: null,
//=   path: "/o",
//=   flags: "w",
//=   mode: 438,
//=   start: undefined,
//=   pos: undefined,
//=   flush: false,
//=   bytesWritten: 1,
//= }
//= created: /o (- -> 1)
