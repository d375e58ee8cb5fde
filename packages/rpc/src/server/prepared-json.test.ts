import { preparedList, writeJson } from './prepared-json';

const one = { a: 'ä "1"', b: null };
const two = { a: 2 };
const list = () => preparedList<object>([one, two].map((value) => Buffer.from(JSON.stringify(value))));

describe('writeJson', () => {
  it.each([
    ['a list', list(), [one, two]],
    ['no entry', preparedList([]), []],
    ['a field', { id: 1, list: list(), name: undefined }, { id: 1, list: [one, two] }],
    ['the only field', { list: list() }, { list: [one, two] }],
    ['several fields', { list: list(), id: 1, none: preparedList([]) }, { list: [one, two], id: 1, none: [] }],
    ['nested fields', { inside: { list: list() } }, { inside: { list: [one, two] } }],
    ['no prepared parts', { id: 1 }, { id: 1 }],
    ['null', null, null],
  ])('writes %s', (_what, value, expected) => {
    expect(JSON.parse(writeJson(value).toString())).toEqual(expected);
  });
});
