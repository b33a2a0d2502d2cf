//! about = "methods of arrays whose getters, setters, arguments and callbacks add and remove elements"

() => {
  const out = {};
  const tried = (f) => { try { return f(); } catch (error) { return error.name; } };
  const state = (list) => [list.length, Object.getOwnPropertyNames(list).join(), Array.from({ length: list.length }, (_, i) => Object.getOwnPropertyDescriptor(list, i)?.value ?? '-').join()];
  const changes = {
    push: (list) => list.push('p', 'q'),
    pop: (list) => list.pop(),
    empty: (list) => { list.length = 0; },
    far: (list) => { list[12] = 'far'; },
    veryFar: (list) => { list[3000] = 'far'; },
    remove: (list) => delete list[2],
    fraction: (list) => { list[list.length] = 0.5; },
  };
  const calls = {
    shift: (list) => list.shift(),
    pop: (list) => list.pop(),
    push: (list) => list.push(7, 8),
    unshift: (list) => list.unshift(7, 8),
    splice: (list) => list.splice(1, 2),
    spliceAll: (list) => list.splice(0),
    spliceMore: (list) => list.splice(1, 1, 7, 8, 9),
    reverse: (list) => list.reverse(),
    fill: (list) => list.fill(5),
    copyWithin: (list) => list.copyWithin(0, 2),
    sort: (list) => list.sort(),
    concat: (list) => list.concat(list),
    slice: (list) => list.slice(),
    length: (list) => { list.length = 2; },
  };
  for (const [change, apply] of Object.entries(changes)) {
    for (const [call, use] of Object.entries(calls)) {
      for (const at of [0, 3]) {
        const list = [1, 2, 3, 4, 5];
        let left = 2, value = list[at];
        Object.defineProperty(list, at, { get() { if (left-- > 0) apply(list); return value; }, set(given) { value = given; if (left-- > 0) apply(list); }, enumerable: true, configurable: true });
        const got = tried(() => use(list));
        (out[`${change} while ${call}`] ??= []).push(Array.isArray(got) ? got.length : got ?? 'none', state(list));
      }
    }
    const asked = (list, index) => ({ valueOf() { apply(list); return index; } });
    for (const [call, use] of Object.entries({
      splice: (list) => list.splice(asked(list, 1), asked(list, 2)),
      slice: (list) => list.slice(asked(list, 1), 4),
      fill: (list) => list.fill(0, asked(list, 1)),
      copyWithin: (list) => list.copyWithin(asked(list, 1), 0),
      includes: (list) => list.includes(5, asked(list, 1)),
      indexOf: (list) => list.indexOf(5, asked(list, 1)),
      lastIndexOf: (list) => list.lastIndexOf(1, asked(list, 4)),
      at: (list) => list.at(asked(list, 4)),
      with: (list) => list.with(asked(list, 1), 0),
      toSpliced: (list) => list.toSpliced(asked(list, 1), 1),
      flat: (list) => list.flat(asked(list, 1)),
    })) {
      for (const list of [[1, 2, 3, 4, 5], [1.5, 2, 3, 4, 5], ['1', {}, 3, 4, 5], [1, , 3, , 5]]) {
        const got = tried(() => use(list));
        (out[`${change} for ${call}`] ??= []).push(Array.isArray(got) ? got.length : String(got), state(list)[0], Object.keys(list).length);
      }
    }
  }
  const text = JSON.stringify(out);
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
  return { sum, count: Object.keys(out).length, shift: out['push while shift'], splice: out['push for splice'], veryFar: out['veryFar while pop'] };
}
//= result: {
//=   sum: 2111984357,
//=   count: 175,
//=   shift: [1, [4, "0,1,2,3,length", "-,3,4,5"], 1, [4, "0,1,2,3,length", "2,3,4,-"]],
//=   splice: [2, 3, 3, 2, 3, 3, 2, 3, 3, 2, 3, 2],
//=   veryFar: [5, [4, "0,1,2,3,length", "-,2,3,4"], 5, [4, "0,1,2,3,length", "1,2,3,-"]],
//= }
