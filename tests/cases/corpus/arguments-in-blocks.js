() => {
  const checks = {};
  checks.inside = (function (x) { { function arguments() { return x; } return [arguments(), typeof arguments]; } })(3);
  checks.parameter = (function (arguments) { { function arguments() {} } return arguments; })('given');
  checks.whole = (function () { function arguments() {} return typeof arguments; })(1);
  checks.other = (function () { { function later() { return 'later'; } } return later(); })();
  checks.arrow = (function () { return (() => { { const f = () => arguments.length; return f(); } })(); })(1, 2);
  return checks;
}
//= result: { inside: [3, "function"], parameter: "given", whole: "function", other: "later", arrow: 2 }
