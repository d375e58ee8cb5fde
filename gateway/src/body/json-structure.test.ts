import fc from 'fast-check';
import { assertStructure } from './json-structure';

const check = (text: string): void => assertStructure(Buffer.from(text));
const list = (count: number, element: string): string => `[${new Array<string>(count).fill(element).join(',')}]`;

describe('the number of values', () => {
  it.each([
    ['numbers', 100_000, list(100_000, '1')],
    ['empty lists', 100_000, list(100_000, '[]')],
    ['empty objects', 100_000, list(100_000, ' { } ')],
    ['strings', 100_000, list(100_000, '""')],
    ['members of objects', 100_000, list(50_000, '{"a":1}')],
    ['members of lists', 100_000, list(25_000, '[1,2,3]')],
  ])('counts %s', (_name, _count, text) => {
    expect(() => check(text)).not.toThrow();
    expect(() => check(`[0,${text.slice(1)}`)).toThrow('too many parameters');
  });

  it('counts no characters of strings', () => {
    const text = ',[]{}:\\"\\\\'.repeat(50_000);
    expect(() => check(`["${text}","${text}\\\\",1]`)).not.toThrow();
  });
});

it('counts the keys of each object, and not the elements of lists', () => {
  const object = (count: number): string => `{${new Array<string>(count).fill('"a":[1,2]').join(',')}}`;
  expect(() => check(list(10, object(1_000)))).not.toThrow();
  expect(() => check(`[${object(1_001)}]`)).toThrow('too many parameters');
  expect(() => check(`{"a":${list(5_000, '1')}}`)).not.toThrow();
});

it('counts depth by nesting and not by the number of brackets', () => {
  expect(() => check('['.repeat(64) + ']'.repeat(64))).not.toThrow();
  expect(() => check('['.repeat(65))).toThrow('parameters are nested too deep');
  expect(() => check('{"a":'.repeat(65))).toThrow('parameters are nested too deep');
  expect(() => check(list(1_000, '[[{"a":[]}]]'))).not.toThrow();
});

it.each(['', '"', '"\\', ']]]]', '{]}[', ',,,,', '[1,', '\u0000', '"a', '["\\"', 'nul'])(
  'leaves %j to the parser',
  (text) => expect(() => check(text)).not.toThrow(),
);

/** Number of values, lists and objects included, without the outermost. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, entry) => sum + 1 + countValues(entry), 0);
}

it('finds the end of every string', () => {
  // One value less than too many, then any JSON: it is refused if it has values of its own.
  const full = list(99_998, '1').slice(1);
  const json = fc.json({ maxDepth: 4, depthSize: 'medium', stringUnit: 'binary' });
  const escapes = fc.stringMatching(/^[\\"a]{0,200}$/).map((text) => JSON.stringify([text, [text]]));
  fc.assert(
    fc.property(fc.oneof(json, escapes), (text) => {
      const isFull = countValues(JSON.parse(text)) > 1;
      const run = (): void => check(`[${text},${full}`);
      if (isFull) expect(run).toThrow('too many parameters');
      else expect(run).not.toThrow();
    }),
    { numRuns: 100 },
  );
});
