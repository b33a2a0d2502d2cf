//! about = "numbers as text, text as numbers, and the edges of small integers"

() => {
  const out = {};
  out.precision = [1e-120, 1.5e-300, 5e-324, 2.5, 35, 0.000001, 1e21, -9.005373770110524e-98, 123456, 0].map((n) => [n.toPrecision(3), n.toPrecision(1), n.toPrecision(21)]);
  out.exponential = [25, 2.5, 35, -45, 0, 1e-120, 0.999, 12345, 1.25].map((n) => [n.toExponential(0), n.toExponential(1), n.toExponential(20), n.toExponential()]);
  out.fixed = [4.921858198940754e-17, 2.5, 1.005, 0.5, -0.5, 1.45, 8.345, 10.235, -1e-10, 1e20, 1e21, 123.456, 0.000001, -2.345].map((n) => [n.toFixed(), n.toFixed(1), n.toFixed(2), n.toFixed(20)]);
  out.negativeZero = [(-0).toFixed(2), (-0).toPrecision(2), (-0).toExponential(1), String(-0), `${[-0]}`];
  const digits = ['18446462598732840960', '9007199254740993', '123456789012345678901234567890', '9'.repeat(25), '1'.repeat(400), '00000000000000000000000000000007'];
  out.parseInt = digits.map((text) => [parseInt(text), Number(text), parseFloat(text)]);
  out.parseIntRadix = [2, 3, 7, 8, 16, 27, 32, 36].map((radix) => [parseInt('1'.repeat(60), radix), parseInt('0010101010101010101010101010101010101010', radix), parseInt('10000000000000000000000000000000000000000000000000000011', radix)]);
  out.hex = [parseInt('0x10000000000000081'), Number('0x10000000000000081'), parseInt('0xfffffffffffffbff'), parseInt('-0x'), Number('0b' + '1'.repeat(60))];

  const least = -2147483648;
  const values = [0, -0, 1, -1, 5, -5, least, 2147483647];
  const exact = (n) => (Object.is(n, -0) ? '-0' : String(n));
  out.rest = values.map((a) => values.map((b) => exact(a % b)).join());
  out.quotient = values.map((a) => values.map((b) => exact(a / b)).join());
  out.product = values.map((a) => values.map((b) => exact(a * b)).join());
  out.restAssigned = values.map((a) => { let n = a; n %= -1; return exact(n); });
  out.power = [2 ** 53 ** -1, 2 ** -1074, (-2) ** 31, (-2) ** 63, 3 ** 40, 10 ** 308, 10 ** -5, 7 ** -3, 1 ** Infinity, (-1) ** -Infinity, 0 ** -1, (-0) ** -3, NaN ** 0].map(exact);
  out.shifts = [1 << 31, 1 << 32, least >> 31, least >>> 0, -1 >>> 31, 2 ** 32 + 5 | 0, 2 ** 53 + 2 | 0, -(2 ** 31) - 1 | 0, 1e300 | 0, ~least];
  let counter = 2147483647;
  counter++;
  let down = least;
  down--;
  out.overflow = [counter, down, -least, 65536 * 65536, 46341 * 46341, least - 1, least * -1];
  return out;
}
