//! about = "what is written without a line end goes on, as in a terminal"

process.stdout.write("one ");
process.stdout.write("two ");
console.log("three");
process.stdout.write("a\nb\nc");
process.stdout.write("\n");
process.stdout.write("");
process.stderr.write("wait ");
console.warn("over");
process.stdout.write("begun");
console.error("other");
process.stdout.write("\n\n");
console.group();
process.stdout.write("at ");
console.log("in a\ngroup");
console.groupEnd();
process.stdout.write(new Uint8Array([104, 105]));
process.stdout.write("4a", "hex");
process.stdout.write("!\n", () => console.log("written"));
const failed = (call) => { try { return call(); } catch (error) { return `${error.code} ${error.message}`; } };
console.log(failed(() => process.stdout.write(5)), failed(() => process.stdout.write(null)));
await null;
process.stdout.write("the end");
//= result: true
//= console.log: one two three
//= console.log: "a\nb"
//= console.log: c
//= console.error: wait over
//= console.log: "begun\n"
//= console.error: other
//= console.log: "at   in a\n  group"
//= console.log: hiJ!
//= console.log: ERR_INVALID_ARG_TYPE The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5) ERR_STREAM_NULL_VALUES May not write null values to stream
//= console.log: written
//= console.log: the end
