import { isTooSlow } from './body-pace';

const limits = { seconds: 3_600, bytesPerSecond: 1_024 };

it.each([
  ['a short body', { bytes: 10, seconds: 1, idle: 0 }, false],
  ['a slow start', { bytes: 0, seconds: 30, idle: 30 }, false],
  ['a trickle', { bytes: 31, seconds: 31, idle: 0 }, true],
  ['the minimum speed', { bytes: 1_024 * 31, seconds: 31, idle: 0 }, false],
  ['a long pause', { bytes: 1_024_000, seconds: 62, idle: 61 }, true],
  ['a fast body that takes too long', { bytes: 10_000_000_000, seconds: 3_601, idle: 0 }, true],
])('checks %s', (_name, progress, expected) => expect(isTooSlow(progress, limits)).toBe(expected));
