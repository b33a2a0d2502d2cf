//! about = "Code from text that never ends stops at the limit"
//! [limits]
//! fuel = 50000000

() => {
  new Function("for (;;) {}")();
}
//= limit: fuel
//= message: the program used all of its fuel (50000000): look for an endless loop, do less in one run, or raise the fuel limit
