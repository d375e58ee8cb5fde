import { closingReferencesIn } from './closing-references';

const base = 'https://forge.example';

describe('closingReferencesIn', () => {
  it.each([
    ['Closes #1', ['#1']],
    ['closes #1, #2, and a/b#3 and #4; see #5', ['#1', '#2', 'a/b#3', '#4']],
    ['Fixed: issues #1 and #2 #3', ['#1', '#2']],
    ['implementing issue #1', ['#1']],
    [`resolves ${base}/a/b/-/issues/1`, [`${base}/a/b/-/issues/1`]],
    ['encloses #1, CLOSES #2, closes !3, `closes #4`, closes\n#5', []],
    ['Fixes #1. Related to #2. Resolving #3', ['#1', '#3']],
    [null, []],
  ])('reads %j', (text, expected) => {
    expect(closingReferencesIn(text, base).map((reference) => reference.text)).toEqual(expected);
  });
});
