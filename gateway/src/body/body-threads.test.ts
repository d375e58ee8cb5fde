import { BodyThreads } from './body-threads';
import { ByteBlocks } from './byte-blocks';

const megabyte = 1024 * 1024;
const threads = new BodyThreads();

const parse = (kind: 'json' | 'form', text: string) => {
  const body = new ByteBlocks(undefined);
  body.add(Buffer.from(text));
  return threads.parse('caller', kind, body);
};
const long = 'ä'.repeat(megabyte);

it.each([
  ['small JSON', 'json', '{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
  ['large JSON', 'json', JSON.stringify({ a: [1, { b: null }], long }), { a: [1, { b: null }], long }],
  ['a small form', 'form', 'a[]=1', { a: ['1'] }],
  ['a large form', 'form', `a[]=1&long=${long}`, { a: ['1'], long }],
] as const)('parses %s', async (_name, kind, text, expected) => {
  expect({ ...(await parse(kind, text)) }).toEqual(expected);
});

it.each([
  ['malformed JSON', 'json', `{"a":"${long}`, 'message body does not match declared format'],
  ['deep JSON', 'json', `${'['.repeat(65)}${long}`, 'parameters are nested too deep'],
  ['many values', 'form', 'a[]=1&'.repeat(200_000), 'too many parameters'],
  ['contradictory names', 'form', `a=1&a[b]=2&long=${long}`, 'a is invalid'],
] as const)('refuses a large body with %s', async (_name, kind, text, message) => {
  await expect(parse(kind, text)).rejects.toMatchObject({ reason: 'invalid_parameters', message });
});

it('keeps names that could reach a prototype as names', async () => {
  const params = await parse('json', `{"__proto__":{"polluted":1},"long":"${long}"}`);
  expect(Object.keys(params)).toContain('__proto__');
  expect(params['polluted']).toBeUndefined();
});
