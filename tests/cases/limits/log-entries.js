//! [limits]
//! log_entries = 2

() => { for (let i = 0; i < 5; i++) console.log(i); }

//= result: undefined
//= console.log: 0
//= console.log: 1
//= dropped: 3 log entries, 3 bytes
