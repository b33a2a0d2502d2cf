function add(a, b) {
  return a + b;
}
module.exports = { add };
if (require.main === module) console.log(add(1, 2));
//= result: { add: function(add) }
//= console.log: 3
