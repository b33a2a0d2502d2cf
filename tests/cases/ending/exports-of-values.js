exports.a = 1;
exports.b = [require.main === module, module.exports === exports];
//= result: { a: 1, b: [true, true] }
