import { labelDetails, labelNames, labelScope } from './item-labels';

const detailed = { id: 1, name: 'bug', color: '#d9534f', description: null };

describe('labelNames', () => {
  it('reads titles and details', () => expect(labelNames(['one', detailed])).toEqual(['one', 'bug']));
});

describe('labelDetails', () => {
  it('returns labels with their colours', () => expect(labelDetails([detailed])).toEqual([detailed]));
  it('returns nothing for titles', () => {
    expect(labelDetails(['bug'])).toBeUndefined();
    expect(labelDetails([])).toBeUndefined();
  });
});

describe('labelScope', () => {
  it.each([
    ['priority::high', 'priority', 'high'],
    ['a::b::c', 'a::b', 'c'],
    ['bug', undefined, 'bug'],
    ['::x', undefined, '::x'],
  ])('%s', (name, scope, value) => expect(labelScope(name)).toEqual({ scope, value }));
});
