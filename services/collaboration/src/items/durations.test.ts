import { humanDuration, parseDuration } from './durations';

describe('durations', () => {
  it.each([
    ['3h30m', 12_600],
    ['1mo 2w 3d 4h 30m', (160 + 80 + 24 + 4.5) * 3_600],
    ['2', 7_200],
    ['1.5h', 5_400],
    ['-1h 30m', -5_400],
    ['0', 0],
    ['', null],
    ['-', null],
    ['soon', null],
    ['1x', null],
    ['9'.repeat(9), null],
    ['1h '.repeat(200), null],
  ])('reads %s', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each([
    [0, null, null],
    [(40 + 16 + 3) * 3_600, '1w 2d 3h', '59h'],
    [5_400, '1h 30m', '1h 30m'],
    [-3_605, '-1h 5s', '-1h 5s'],
  ])('tells %d seconds', (seconds, words, hours) => {
    expect(humanDuration(seconds, { hoursOnly: false })).toBe(words);
    expect(humanDuration(seconds, { hoursOnly: true })).toBe(hours);
  });
});
