const exports = 5;
exports + 1
//= result: 6
