//! [limits]
//! quota_bytes = 10

async () => {
  await state.writeFile("/a", "12345");
  await state.writeFile("/b", "123456");
}

//= throws: Error
//= message: ENOSPC: no space left: the workspace would hold 11 bytes, at most 10 are allowed, writeFile
//= code: ENOSPC
//= at: 6:15
//= created: /a (- -> 5)
