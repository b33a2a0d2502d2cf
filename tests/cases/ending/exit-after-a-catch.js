main().catch((error) => { console.error(error.message); process.exit(1); });
async function main() { throw new Error("boom"); }
//= throws: Error
//= message: exited with code 1
//= console.error: boom
