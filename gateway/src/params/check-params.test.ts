import { listOperations, parseDescriptors } from '@forgemesh/rpc';
import { fixtureDescriptors } from '../testing/fixture-mesh';
import { checkParams } from './check-params';
import { compileMessage } from './compile-params';
import type { MessageSpec } from './param-spec';
import { parseForm } from '../body/form';

const operations = listOperations(parseDescriptors(fixtureDescriptors()));

function specOf(name: string): MessageSpec {
  const operation = operations.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`no operation ${name}`);
  return compileMessage(operation.input, operation);
}

const echo = specOf('Echo');
const check = (raw: Record<string, unknown>): unknown => checkParams(echo, raw);

describe('values of a type', () => {
  it.each([
    ['text', 'a', 'a'],
    ['text', 12, '12'],
    ['text', true, 'true'],
    ['text', '', ''],
    ['size', '3', 3],
    ['size', 3, 3],
    ['size', '+7', 7],
    ['ratio', '1.5', 1.5],
    ['ratio', '2', 2],
    ['ratio', '1e2', 100],
    ['flag', true, true],
    ['flag', 'True', true],
    ['flag', '1', true],
    ['flag', 1, true],
    ['flag', 'yes', true],
    ['flag', 'ON', true],
    ['flag', 't', true],
    ['flag', 'False', false],
    ['flag', '0', false],
    ['flag', 0, false],
    ['flag', 'off', false],
    ['flag', 'no', false],
    ['flag', 'F', false],
    ['day', '2024-02-29', '2024-02-29'],
    ['day', '2024-02-29T00:00:00Z', '2024-02-29'],
    ['day', '2024-02-29T23:30:00.123-05:00', '2024-02-29'],
    ['day', '2024-02-29T00:30:00+02:00', '2024-02-29'],
    ['day', null, null],
    ['day', '', null],
    ['at', '2020-01-02T03:04:05Z', '2020-01-02T03:04:05.000Z'],
    ['at', '2020-01-02T03:04:05.678+02:00', '2020-01-02T01:04:05.678Z'],
    ['at', '2020-01-02T03:04:05', '2020-01-02T03:04:05.000Z'],
    ['at', '2020-01-02', '2020-01-02T00:00:00.000Z'],
    ['at', '2020-01-02 03:04:05 UTC', '2020-01-02T03:04:05.000Z'],
    ['assignee', '12', '12'],
    ['assignee', 12, '12'],
    ['assignee', 'NONE', 'None'],
    ['assignee', 'any', 'Any'],
    ['labels', 'a, b,,c', ['a', 'b', 'c']],
    ['labels', ['a,b', 'c'], ['a,b', 'c']],
    ['labels', '', []],
    ['labels', [''], []],
    ['ids', ['1', 2], [1, 2]],
    ['ids', { 0: '1', 1: '2' }, [1, 2]],
    ['ids', [], []],
    ['custom_attributes', { a: 'b', c: 1 }, { a: 'b', c: '1' }],
    ['not', { labels: ['a', 'b'] }, { labels: 'a,b' }],
    ['small', '2147483647', 2147483647],
    ['digits', 12, '12'],
    ['weight', null, null],
    ['weight', '', null],
    ['weight', 5, 5],
  ])('%s: %j becomes %j', (name, sent, expected) => {
    expect(check({ [name]: sent })).toEqual({ [name]: expected });
  });
});

describe('values that count as not sent', () => {
  it.each([
    ['size', null],
    ['size', ''],
    ['flag', ''],
    ['flag', null],
    ['at', ''],
    ['assignee', ''],
    ['labels', null],
    ['actions', null],
    ['custom_attributes', ''],
    ['target', {}],
    ['target', ''],
    ['optional_text', ''],
    ['hidden', 'x'],
    ['unknown', 'x'],
  ])('%s: %j is omitted', (name, sent) => {
    expect(check({ [name]: sent })).toEqual({});
  });
});

describe('values that are refused', () => {
  it.each([
    ['text', ['a'], 'text is invalid'],
    ['text', { a: 1 }, 'text is invalid'],
    ['text', 'a\u0000b', 'text is invalid'],
    ['text', '\ud800', 'text is invalid'],
    ['text', 'x'.repeat(21), 'text is too long (maximum is 20 characters)'],
    ['size', 'x', 'size is invalid'],
    ['size', '1.5', 'size is invalid'],
    ['size', 1.5, 'size is invalid'],
    ['size', true, 'size is invalid'],
    ['size', [1], 'size is invalid'],
    ['weight', '9007199254740993', 'weight is invalid'],
    ['size', 0, 'size does not have a valid value'],
    ['size', 101, 'size does not have a valid value'],
    ['ratio', 'NaN', 'ratio is invalid'],
    ['ratio', 'Infinity', 'ratio is invalid'],
    ['flag', 'maybe', 'flag is invalid'],
    ['flag', 2, 'flag is invalid'],
    ['flag', [], 'flag is invalid'],
    ['day', '2023-02-29', 'day is invalid'],
    ['day', '2020-1-2', 'day is invalid'],
    ['at', 'yesterday', 'at is invalid'],
    ['at', '2020-02-30T00:00:00Z', 'at is invalid'],
    ['assignee', 'someone', 'assignee is invalid'],
    ['kind', 'other', 'kind does not have a valid value'],
    ['labels', { a: 'b' }, 'labels is invalid'],
    ['ids', 'x', 'ids is invalid'],
    ['ids', ['1', 'x', 'y'], 'ids is invalid'],
    ['small', '2147483648', 'small is invalid'],
    ['digits', 'a', 'digits is invalid'],
    ['custom_attributes', 'x', 'custom_attributes is invalid'],
    ['custom_attributes', { a: { b: 1 } }, 'custom_attributes[a] is invalid'],
    ['actions', ['x'], 'actions[0] is invalid'],
    ['actions', 'x', 'actions is invalid'],
  ])('%s: %j is refused', (name, sent, problem) => {
    expect(() => check({ [name]: sent })).toThrow(new Error(problem));
  });

  it('counts characters, not UTF-16 units', () => {
    expect(check({ text: '😀'.repeat(20) })).toEqual({ text: '😀'.repeat(20) });
  });
});

describe('lists', () => {
  const filter = specOf('ListThings');
  const listed = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));
  const numbers = (count: number) => ({ iids: listed(count) });

  it('of reads have at most 500 values', () => {
    expect(checkParams(filter, { labels: listed(500) })).toMatchObject({ labels: listed(500) });
    for (const labels of [listed(501), listed(501).join(), Object.fromEntries(listed(501).map((each) => [each, each]))])
      expect(() => checkParams(filter, { labels })).toThrow('labels has too many values (maximum is 500)');
  });

  it('have at most the declared number of values', () => {
    expect(checkParams(filter, numbers(3))).toMatchObject({ iids: [0, 1, 2] });
    expect(() => checkParams(filter, numbers(4))).toThrow('iids has too many values (maximum is 3)');
  });

  it('of writes are not limited unless that is declared', () => {
    expect(check({ labels: listed(501) })).toEqual({ labels: listed(501) });
  });
});

describe('several problems', () => {
  it('are reported in the order of the fields', () => {
    expect(() => check({ flag: 'x', text: ['a'], size: 'y' })).toThrow(
      'text is invalid, size is invalid, flag is invalid',
    );
  });

  it('are those of an optional message only if it has values', () => {
    expect(() => check({ target: { content: 'a' } })).toThrow(
      'target[action] is missing, target[file_path] is missing',
    );
  });

  it('name nested fields', () => {
    const actions = [{ action: 'create', file_path: 'a' }, { action: 'x' }, { file_path: '' }];
    expect(() => check({ actions })).toThrow(
      'actions[1][action] does not have a valid value, actions[1][file_path] is missing, ' +
        'actions[1][content], actions[1][file_path] are missing, at least one parameter must be provided, ' +
        'actions[2][action] is missing, actions[2][file_path] is empty',
    );
  });
});

describe('rules over several parameters', () => {
  it('refuses mutually exclusive parameters', () => {
    expect(() => check({ left: 'a', right: 'b' })).toThrow('left, right are mutually exclusive');
    expect(check({ left: 'a' })).toEqual({ left: 'a' });
  });

  it('refuses incomplete groups', () => {
    expect(() => check({ start: 1 })).toThrow('start, end provide all or none of parameters');
    expect(check({ start: 1, end: 2 })).toEqual({ start: 1, end: 2 });
  });

  it('requires parameters that another value needs', () => {
    expect(() => check({ kind: 'sized' })).toThrow('size is missing');
    expect(check({ kind: 'plain' })).toEqual({ kind: 'plain' });
  });
});

describe('required, defaults and aliases', () => {
  const create = specOf('CreateThing');

  it('distinguishes missing from empty', () => {
    expect(() => checkParams(create, { id: '1' })).toThrow(new Error('name is missing'));
    expect(() => checkParams(create, { id: '1', name: null })).toThrow(new Error('name is missing'));
    expect(() => checkParams(create, { id: '1', name: '' })).toThrow(new Error('name is empty'));
    expect(() => checkParams(create, { id: '1', name: ' \n\t' })).toThrow(new Error('name is empty'));
    expect(checkParams(specOf('UpdateSecret'), { value: '' })).toEqual({ value: '' });
  });

  it('applies a default', () => {
    expect(checkParams(create, { name: 'a' })).toEqual({ name: 'a', visibility: 'private' });
  });

  it('prefers the name to an alias', () => {
    expect(check({ txt: 'alias' })).toEqual({ text: 'alias' });
    expect(check({ txt: 'alias', text: 'own' })).toEqual({ text: 'own' });
  });
});

describe('names that could reach a prototype', () => {
  it('have no effect', () => {
    const raw = parseForm(
      'custom_attributes[__proto__][polluted]=1&__proto__[polluted]=1&constructor[prototype][polluted]=1',
    );
    expect(() => check(raw)).toThrow(new Error('custom_attributes[__proto__] is invalid'));
    const parsed = JSON.parse('{"custom_attributes":{"__proto__":"x","a":"b"}}') as Record<string, unknown>;
    expect(() => check(parsed)).toThrow(new Error('custom_attributes[__proto__] is invalid'));
    expect(() => check({ custom_attributes: { constructor: 'x' } })).toThrow(
      new Error('custom_attributes[constructor] is invalid'),
    );
    expect(check(parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1'))).toEqual({});
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('parameters of a flattened message', () => {
  const things = specOf('ListThings');

  it('are those of the request, and are passed together', () => {
    expect(checkParams(things, { id: '7', choice: 'that', inner: ['1'] })).toMatchObject({
      id: '7',
      shared: { choice: 'that', inner: [1] },
    });
    expect(checkParams(things, { id: '7', shared: { choice: 'that' } })).toMatchObject({ shared: { choice: 'this' } });
  });

  it('keep their rules', () => {
    expect(() => checkParams(things, { id: '7', choice: 'none' })).toThrow('choice does not have a valid value');
    expect(() => checkParams(things, { id: '7', inner: ['1'], iids: ['1'] })).toThrow(
      'inner, iids are mutually exclusive',
    );
  });
});
