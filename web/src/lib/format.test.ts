import { durationText } from './format';

describe('durationText', () => {
  it.each([
    [0, '0 s'],
    [4, '4 s'],
    [123, '2 min 3 s'],
    [120, '2 min'],
    [3900, '1 h 5 min'],
    [3601, '1 h'],
    [7325, '2 h 2 min'],
  ])('%d seconds', (seconds, text) => expect(durationText(seconds)).toBe(text));
});
