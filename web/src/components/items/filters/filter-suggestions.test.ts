import { filterKinds, type FilterKind } from './filter-kinds';
import { addressNameOf, filterTyped, suggestFilters, suggestValues, type Suggestion } from './filter-suggestions';

const kinds = filterKinds.issues;
const kindOf = (name: string): FilterKind => kinds.find((kind) => kind.name === name) as FilterKind;

function textsOf(suggestions: readonly Suggestion[]): string[] {
  return suggestions.map((entry) => {
    if (entry.action === 'search') return `search ${entry.text}`;
    return entry.action === 'filter' ? entry.kind.text : entry.choice.text;
  });
}

const labels = [
  { value: 'bug', text: 'bug' },
  { value: 'big change', text: 'big change' },
];

describe('suggestions of filters', () => {
  it('are all filters without a text', () => {
    expect(textsOf(suggestFilters(kinds, ' '))).toEqual(kinds.map(({ text }) => text));
  });

  it('begin with a search for the text', () => {
    expect(textsOf(suggestFilters(kinds, 'mile'))).toEqual(['search mile', 'Milestone']);
  });
});

describe('suggestions of values', () => {
  const suggested = (name: string, text: string, isExcluded = false): string[] =>
    textsOf(suggestValues({ kind: kindOf(name), isExcluded }, name === 'labels' ? labels : [], text));

  it('have the text', () => {
    expect(suggested('labels', '')).toEqual(['No label', 'Any label', 'bug', 'big change']);
    expect(suggested('labels', 'CHANGE')).toEqual(['big change', 'CHANGE']);
  });

  it('include the text itself, unless it is offered or no value', () => {
    expect(suggested('labels', 'Bug')).toEqual(['bug']);
    expect(suggested('author', 'somebody')).toEqual(['somebody']);
    expect(suggested('confidential', 'perhaps')).toEqual([]);
  });

  it('have no words to exclude', () => {
    expect(suggested('labels', '', true)).toEqual(['bug', 'big change']);
  });
});

describe('a filter that is typed', () => {
  it.each([
    ['label:', 'labels'],
    ['Labels:', 'labels'],
    ['-label:', 'not[labels]'],
    ['my reaction:', 'reaction'],
    // Confidential issues are excluded by the value "No".
    ['-confidential:', 'confidential'],
  ])('%s', (text, name) => {
    const pending = filterTyped(kinds, text);
    expect(pending && addressNameOf(pending)).toBe(name);
  });

  it.each(['label', 'unknown:', ':', ''])('%s is none', (text) => expect(filterTyped(kinds, text)).toBeUndefined());
});
