import { randomBytes } from 'node:crypto';
import { ByteBlocks } from './byte-blocks';

const megabyte = 1024 * 1024;

it.each([
  ['an announced size', 300, 300],
  ['no announced size', undefined, 300],
  ['several blocks', 3 * megabyte + 7, 3 * megabyte + 7],
  ['several blocks of no announced size', undefined, 3 * megabyte + 7],
])('collects bytes of %s', (_name, expected, size) => {
  const bytes = randomBytes(size);
  const received = new ByteBlocks(expected);
  for (let at = 0; at < size; at += 65_537) received.add(bytes.subarray(at, at + 65_537));
  expect(Buffer.concat(received.finish()).equals(bytes)).toBe(true);
});

it('collects single bytes without keeping what they came in', () => {
  const received = new ByteBlocks(undefined);
  for (let at = 0; at < 100_000; at++) received.add(Buffer.alloc(1, at));
  const blocks = received.finish();
  expect(blocks).toHaveLength(2);
  expect(Buffer.concat(blocks)).toHaveLength(100_000);
});

it('is empty without bytes', () => expect(new ByteBlocks(undefined).finish()).toEqual([]));
