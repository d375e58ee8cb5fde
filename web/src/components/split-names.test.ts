import { splitNames } from './split-names';

describe('splitNames', () => {
  it.each([
    ['ada', '', 'ada'],
    ['ada, be', 'ada, ', 'be'],
    ['ada,ben,', 'ada,ben,', ''],
    ['', '', ''],
  ])('%j', (names, before, last) => expect(splitNames(names)).toEqual({ before, last }));
});
