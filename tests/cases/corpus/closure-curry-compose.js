async () => {
  const curry = (f, ...got) => got.length >= f.length ? f(...got) : (...more) => curry(f, ...got, ...more);
  const compose = (...fs) => (x) => fs.reduceRight((v, f) => f(v), x);
  const add3 = curry((a, b, c) => a + b + c);
  const slugify = compose((s) => s.replace(/-+/g, '-'), (s) => s.replace(/[^a-z0-9]/g, '-'), (s) => s.toLowerCase(), (s) => s.trim());
  const debounceTrace = [];
  const partial = add3.bind(null, 1);
  debounceTrace.push(partial.name, partial.length, add3.length);
  return { sums: [add3(1)(2)(3), add3(1, 2)(3), partial(2)(3)], slug: slugify('  Hello,  World! '), debounceTrace };
}

//= result: { sums: [6, 6, 6], slug: "hello-world-", debounceTrace: ["bound ", 0, 0] }
