import { shownFile } from './shown-files';

describe('shownFile', () => {
  const anchors = ['diff-a', 'diff-b'];
  it.each([
    ['#diff-b', false, undefined],
    ['#diff-b', true, 1],
    ['', true, 0],
    ['#diff-unknown', true, 0],
    ['#note_12', true, undefined],
  ])('%s, one at a time: %s', (fragment, isOneShown, index) =>
    expect(shownFile(anchors, fragment, isOneShown)).toBe(index),
  );
});
