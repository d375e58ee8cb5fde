import { durationText, namesText, relativeTime, sizeText } from './format';

describe('namesText', () => {
  it.each([
    [['Ada'], 'Ada'],
    [['Ada', 'Ben'], 'Ada and Ben'],
    [['Ada', 'Ben', 'Cleo', 'Dora', 'Eve'], 'Ada, Ben, Cleo, and 2 others'],
  ])('%j', (names, text) => expect(namesText(names)).toBe(text));
});

describe('relativeTime', () => {
  const now = Date.parse('2026-06-01T12:00:00Z');
  it.each([
    ['2026-06-01T11:59:50Z', 'just now'],
    ['2026-06-01T11:00:00Z', '1 hour ago'],
    ['2026-05-31T11:00:00Z', 'yesterday'],
    ['2026-05-10T12:00:00Z', '3 weeks ago'],
  ])('%s', (time, text) => expect(relativeTime(time, now)).toBe(text));
});

describe('sizeText', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1536, '1.5 KiB'],
    [5 * 1024 * 1024, '5.0 MiB'],
  ])('%d', (bytes, text) => expect(sizeText(bytes)).toBe(text));
});

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
