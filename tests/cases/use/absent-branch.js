return state.branch("try");
//= throws: TypeError
//= message: state.branch is not a function. A program works on the branch on which it was started, and branches are made and merged outside of it: to come back to the files as they are, await state.checkpoint("before") and await state.restore("before")
//= at: 1:14
