//! [limits]
//! quota_bytes = 10
//! [files]
//! "/a" = "123456"

async () => state.cp("/a", "/b").catch((error) => [error.code, error.message])

//= result: [
//=   "ENOSPC",
//=   "ENOSPC: no space left: the workspace would hold 12 bytes, at most 10 are allowed, cp",
//= ]
