import { parseForm } from './form';

/** Restores the prototypes for comparison. */
function plain(text: string): unknown {
  return JSON.parse(JSON.stringify(parseForm(text)));
}

it.each([
  ['', {}],
  ['a=1', { a: '1' }],
  ['a', { a: '' }],
  ['a=1&a=2', { a: '2' }],
  ['a=b=c', { a: 'b=c' }],
  ['a=x+y%2Bz', { a: 'x y+z' }],
  ['&&a=1&', { a: '1' }],
  ['a%5B%5D=1&a[]=2', { a: ['1', '2'] }],
  ['not[labels]=x', { not: { labels: 'x' } }],
  ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
  ['actions[][action]=create&actions[][file_path]=a', { actions: [{ action: 'create', file_path: 'a' }] }],
  [
    'actions[][action]=create&actions[][file_path]=a&actions[][action]=delete&actions[][file_path]=b',
    {
      actions: [
        { action: 'create', file_path: 'a' },
        { action: 'delete', file_path: 'b' },
      ],
    },
  ],
  ['a[][t][]=1&a[][t][]=2', { a: [{ t: ['1', '2'] }] }],
  ['a[][x][y]=1&a[][x][z]=2&a[][x][y]=3', { a: [{ x: { y: '1', z: '2' } }, { x: { y: '3' } }] }],
  ['a[=1', { 'a[': '1' }],
  ['[]=1', { '[]': '1' }],
])('%s', (text, expected) => {
  expect(plain(text)).toEqual(expected);
});

it('refuses contradictory names', () => {
  expect(() => parseForm('a=1&a[b]=2')).toThrow('a is invalid');
  expect(() => parseForm('a[]=1&a[b]=2')).toThrow('a is invalid');
  expect(() => parseForm('a[b]=1&a[]=2')).toThrow('a is invalid');
});

it('refuses invalid escapes', () => {
  expect(() => parseForm('a=%zz')).toThrow('invalid %-encoding');
  expect(() => parseForm('%=1')).toThrow('invalid %-encoding');
});

it('replaces invalid UTF-8 so that every check refuses it', () => {
  expect(parseForm('a=%ff')['a']).toBe('\ud800');
});

it('limits depth', () => {
  expect(() => parseForm(`a${'[b]'.repeat(64)}=1`)).toThrow('parameters are nested too deep');
  expect(() => parseForm(`a${'[b]'.repeat(1_000_000)}=1`)).toThrow('parameters are nested too deep');
  expect(plain(`a${'[b]'.repeat(63)}=1`)).toBeDefined();
});

it('limits the number of values, lists and objects included', () => {
  expect(parseForm('a[]=1&'.repeat(99_999))['a']).toHaveLength(99_999);
  for (const text of ['a[]=1&'.repeat(100_000), '&'.repeat(100_000), 'a[][b]=1&'.repeat(50_000)])
    expect(() => parseForm(text)).toThrow('too many parameters');
  const nested = Array.from({ length: 1_600 }, (_, id) => `a[][b${id}]${'[c]'.repeat(61)}=1`);
  expect(() => parseForm(nested.join('&'))).toThrow('too many parameters');
});

it('limits the keys of an object', () => {
  const keys = (count: number, name: (id: number) => string): string =>
    Array.from({ length: count }, (_, id) => `${name(id)}=1`).join('&');
  for (const name of [(id: number) => `k${id}`, (id: number) => `a[b][k${id}]`, (id: number) => `a[][k${id}]`]) {
    expect(() => parseForm(keys(1_001, name))).toThrow('too many parameters');
    expect(plain(keys(1_000, name))).toBeDefined();
  }
});

it('exposes no prototype', () => {
  const params = parseForm('__proto__[x]=1&constructor=2');
  expect(Object.getPrototypeOf(params)).toBeNull();
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});
