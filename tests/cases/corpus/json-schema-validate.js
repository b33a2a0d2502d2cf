async () => {
  const schema = {
    type: 'object', required: ['id', 'tags'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      email: { type: 'string', pattern: '^[^@\\s]+@[^@\\s]+$' },
      tags: { type: 'array', items: { type: 'string', enum: ['red', 'green'] } },
    },
    additionalProperties: false,
  };
  const typeOf = (v) => v === null ? 'null' : Array.isArray(v) ? 'array' : Number.isInteger(v) ? 'integer' : typeof v;
  function validate(s, v, path = '$') {
    const errors = [];
    const type = typeOf(v);
    if (s.type && type !== s.type && !(s.type === 'number' && type === 'integer')) return [`${path}: expected ${s.type}, got ${type}`];
    if (s.enum && !s.enum.includes(v)) errors.push(`${path}: not one of ${s.enum.join('|')}`);
    if (s.minimum !== undefined && v < s.minimum) errors.push(`${path}: below ${s.minimum}`);
    if (s.pattern && !new RegExp(s.pattern).test(v)) errors.push(`${path}: does not match`);
    if (s.items) v.forEach((item, i) => errors.push(...validate(s.items, item, `${path}[${i}]`)));
    for (const key of s.required ?? []) if (!(key in v)) errors.push(`${path}.${key}: missing`);
    for (const [key, value] of Object.entries(s.properties ? v : {})) {
      if (s.properties[key]) errors.push(...validate(s.properties[key], value, `${path}.${key}`));
      else if (s.additionalProperties === false) errors.push(`${path}.${key}: unknown`);
    }
    return errors;
  }
  return [{ id: 1, tags: ['red'] }, { id: 0, email: 'nope', tags: ['blue', 3] }, { id: 1.5, extra: 1 }, []].map((v) => validate(schema, v));
}

//= result: [
//=   [],
//=   [
//=     "$.id: below 1",
//=     "$.email: does not match",
//=     "$.tags[0]: not one of red|green",
//=     "$.tags[1]: expected string, got integer",
//=   ],
//=   ["$.tags: missing", "$.id: expected integer, got number", "$.extra: unknown"],
//=   ["$: expected object, got array"],
//= ]
