async () => {
  const parse = (text) => {
    const tokens = text.match(/[()]|"(?:\\.|[^"\\])*"|[^\s()]+/g);
    const read = () => {
      const token = tokens.shift();
      if (token === '(') { const list = []; while (tokens[0] !== ')') list.push(read()); tokens.shift(); return list; }
      if (token[0] === '"') return { text: JSON.parse(token) };
      return isNaN(token) ? token : Number(token);
    };
    return read();
  };
  const globals = { '+': (...a) => a.reduce((x, y) => x + y), '*': (...a) => a.reduce((x, y) => x * y), '-': (a, b) => a - b, '<': (a, b) => a < b, list: (...a) => a, map: (f, l) => l.map((x) => f(x)) };
  const evaluate = (x, env) => {
    if (typeof x === 'string') return env[x];
    if (typeof x === 'number') return x;
    if (!Array.isArray(x)) return x.text;
    const [op, ...rest] = x;
    if (op === 'if') return evaluate(evaluate(rest[0], env) ? rest[1] : rest[2], env);
    if (op === 'define') return (env[rest[0]] = evaluate(rest[1], env));
    if (op === 'lambda') return (...args) => evaluate(rest[1], Object.assign(Object.create(env), Object.fromEntries(rest[0].map((n, i) => [n, args[i]]))));
    return evaluate(op, env)(...rest.map((r) => evaluate(r, env)));
  };
  const env = Object.create(globals);
  evaluate(parse('(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))'), env);
  return [evaluate(parse('(fact 10)'), env), evaluate(parse('(map (lambda (x) (* x x)) (list 1 2 3))'), env), evaluate(parse('(+ "a b" "\\n")'), env)];
}

//= result: [3628800, [1, 4, 9], "a b\n"]
