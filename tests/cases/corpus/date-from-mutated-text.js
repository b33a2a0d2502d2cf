async () => {
  let state = 2024;
  const random = (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
  const pick = (list) => list[random(list.length)];
  const forms = [
    'Jan 5, 2024', 'January 5, 2024', '5 Jan 2024', '2024/01/05', '1/5/2024', '01/05/2024 14:30', '2024-01-05 14:30:15', '2024-01-05 14:30:15Z',
    '2024-01-05T14:30:15.123Z', '2024-01-05T14:30:15+01:00', '2024-01-05T14:30+0100', 'Fri Jan 05 2024 14:30:00 GMT+0100 (CET)', 'Fri, 05 Jan 2024 14:30:00 GMT',
    '2024-1-5', 'Jan 2024', 'Jan 5 2024 3:04 PM', '1/5/24', '10:00 PST Jan 5 2024', '+002024-01-05T10:00Z', '-000001-01-01', '2024', '2024.01.05 10:00:00.5', '5-Jan-2024 10:00 -0530',
  ];
  const bits = [
    '1', '0', '12', '31', '32', '2024', '99', '00005', '24', '60', 'Jan', 'December', 'mayo', 'AM', 'pm', 'Z', 't', 'UTC', 'EST', 'utcx', 'Friday', ',', ' ', ':', '::', '.', '-', '+', '/',
    '(x)', '(', '( (a) b)', ')', '\u00a0', '\u202f', '\u2013', '_', '24:00', '0:30', '12:59:59', '1.5', '10:00:00.123', '+01:00', '-0500', '2024-01-05', 'T10:00', 'T10:00:00Z',
  ];
  const mutated = () => {
    let text = random(3) ? pick(forms) : Array.from({ length: 1 + random(6) }, () => pick(bits)).join(random(2) ? ' ' : '');
    for (let left = random(4); left > 0; left--) {
      const at = random(text.length + 1), end = at + random(3);
      text = text.slice(0, at) + (random(3) ? pick(bits) : '') + text.slice(random(2) ? at : end);
    }
    return text;
  };
  const groups = [];
  for (let group = 0; group < 20; group++) {
    let dates = 0, sum = 0;
    for (let i = 0; i < 500; i++) {
      const time = Date.parse(mutated());
      if (!Number.isNaN(time)) dates += 1;
      sum = (Math.imul(sum, 31) + (Number.isNaN(time) ? 7 : time % 1000003)) | 0;
    }
    groups.push([dates, sum]);
  }
  return groups;
}
//= result: [
//=   [205, 669744163],
//=   [183, -1295248154],
//=   [180, -997350761],
//=   [174, -2092322791],
//=   [200, -1722502391],
//=   [210, 93148331],
//=   [182, 887953846],
//=   [192, -702107811],
//=   [195, -1325534456],
//=   [178, -287926858],
//=   [177, -299551120],
//=   [204, -866647258],
//=   [177, 1018227845],
//=   [166, 1483860131],
//=   [175, -840272681],
//=   [214, 78277515],
//=   [221, 1158091037],
//=   [193, -866336120],
//=   [194, 1912018149],
//=   [184, 495615835],
//= ]
