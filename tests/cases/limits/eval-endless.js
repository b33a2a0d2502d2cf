//! about = "Code from text that never ends stops at the limit, at the place of the call"
//! [limits]
//! fuel = 50000000

() => {
  new Function("for (;;) {}")();
}
