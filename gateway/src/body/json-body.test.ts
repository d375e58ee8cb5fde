import { parseJsonBody } from './json-body';

it('reads an object', () => {
  expect(parseJsonBody(Buffer.from('{"a":[1,{"b":null}]}'))).toEqual({ a: [1, { b: null }] });
});

it.each(['', '{', '[1]', '"a"', '12', '{"a":1}x'])('refuses %j', (text) => {
  expect(() => parseJsonBody(Buffer.from(text))).toThrow('message body does not match declared format');
});

it('refuses invalid UTF-8', () => {
  expect(() => parseJsonBody(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow('message body');
});

it('treats null as an empty object', () => {
  expect(Object.keys(parseJsonBody(Buffer.from('null')))).toEqual([]);
});

it('limits depth', () => {
  const nested = (depth: number): Buffer => Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
  expect(() => parseJsonBody(nested(65))).toThrow('parameters are nested too deep');
  expect(parseJsonBody(nested(64))).toBeDefined();
});

it('limits the keys of an object', () => {
  const keys = (count: number): Buffer =>
    Buffer.from(JSON.stringify({ a: Object.fromEntries(Array.from({ length: count }, (_, id) => [`k${id}`, [id]])) }));
  expect(() => parseJsonBody(keys(1_001))).toThrow('too many parameters');
  expect(parseJsonBody(keys(1_000))).toBeDefined();
});

it('limits the number of values', () => {
  const list = (length: number): Buffer => Buffer.from(JSON.stringify({ a: new Array<number>(length).fill(1) }));
  expect(() => parseJsonBody(list(100_000))).toThrow('too many parameters');
  expect(parseJsonBody(list(99_999))).toBeDefined();
});
