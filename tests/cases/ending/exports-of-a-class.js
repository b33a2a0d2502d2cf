//! about = "a class is not called: it is the result"

class Store {
  constructor() { console.log("made"); }
}
module.exports = class Cache extends Store {};
//= result: function(Cache)
