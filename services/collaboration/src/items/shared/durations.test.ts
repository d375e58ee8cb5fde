import { humanDuration, parseDuration } from './durations';

describe('durations', () => {
  it.each([
    ['3h30m', 12_600],
    ['1mo 2w 3d 4h 30m', (160 + 80 + 24 + 4.5) * 3_600],
    ['1mo2w', (160 + 80) * 3_600],
    ['1mo', 160 * 3_600],
    ['1w', 40 * 3_600],
    ['1d', 8 * 3_600],
    ['1h', 3_600],
    ['1m', 60],
    ['1MO2W3D4H5M', (160 + 80 + 24 + 4) * 3_600 + 300],
    ['-1mo2w', -(160 + 80) * 3_600],
    ['1mo 2', 162 * 3_600],
    ['0.5mo', 80 * 3_600],
    ['1mow', null],
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

  it.each(['1mo', '1w', '1d', '1h', '1m', '1mo 2w', '3w 4d', '11mo 3w 4d 7h 59m', '25mo', '-1mo 2w 3d 4h 5m'])(
    'formats %s as it was written',
    (text) => {
      const shown = (written: string): string | null =>
        humanDuration(parseDuration(written) ?? 0, { hoursOnly: false });
      expect(shown(text)).toBe(text);
      expect(shown(text.replaceAll(' ', ''))).toBe(text);
    },
  );

  it.each([
    [0, null, null],
    [(160 + 80) * 3_600, '1mo 2w', '240h'],
    [159 * 3_600, '3w 4d 7h', '159h'],
    [-160 * 3_600, '-1mo', '-160h'],
    [(40 + 16 + 3) * 3_600, '1w 2d 3h', '59h'],
    [5_400, '1h 30m', '1h 30m'],
    [-3_605, '-1h 5s', '-1h 5s'],
  ])('formats %d seconds', (seconds, words, hours) => {
    expect(humanDuration(seconds, { hoursOnly: false })).toBe(words);
    expect(humanDuration(seconds, { hoursOnly: true })).toBe(hours);
  });
});
