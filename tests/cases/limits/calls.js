//! [limits]
//! host_calls = 3

async () => { for (let i = 0; ; i++) await state.writeFile(`/f${i}`, "x"); }

//= limit: hostCalls
//= message: the program made more than 3 calls to state: use the batch methods (glob, searchFiles, replaceInFiles, applyEdits), or raise the limit of host calls
//= created: /f0 (- -> 1)
//= created: /f1 (- -> 1)
//= created: /f2 (- -> 1)
