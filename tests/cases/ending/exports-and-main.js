async function main() { console.log(await state.exists("/a")); }
if (require.main === module) main().then(() => console.log("done"));
module.exports = { ok: true };
//= result: { ok: true }
//= console.log: false
//= console.log: done
