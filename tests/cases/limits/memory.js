//! [limits]
//! memory_bytes = 4_194_304

() => { const list = []; for (;;) list.push(new Uint8Array(65536)); }

//= limit: memory
//= message: the program needs more memory than its limit of 4 MiB: work on smaller pieces, or raise the memory limit
