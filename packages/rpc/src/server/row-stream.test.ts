import type { DownloadPart } from '@forgemesh/proto/api/v1/stream';
import { openContent, rowDownload, rowsOf } from './row-stream';

async function* each<T>(values: T[]): AsyncGenerator<T> {
  yield* values;
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

const rows = [{ text: 'line\nbreak' }, { text: 'ä€😀' }, { text: 'x'.repeat(100_000) }, {}];

describe('rows between services', () => {
  it('arrive unchanged, regardless of chunk boundaries', async () => {
    const sent = Buffer.concat(await collect(rowDownload(each(rows)).content));
    for (const size of [1000, 7, sent.length]) {
      const pieces = Array.from({ length: Math.ceil(sent.length / size) }, (_, at) =>
        sent.subarray(at * size, (at + 1) * size),
      );
      expect(await collect(rowsOf(each(pieces)))).toEqual(rows);
    }
  });

  it('are sent together, not one by one', async () => {
    const many = Array.from({ length: 1000 }, (_, id) => ({ id }));
    expect(await collect(rowDownload(each(many)).content)).toHaveLength(1);
  });

  it('may be empty', async () => {
    expect(await collect(rowsOf(rowDownload(each([])).content))).toEqual([]);
  });
});

describe('the content of a download', () => {
  const chunk = (text: string): DownloadPart => ({ part: { $case: 'chunk', value: Buffer.from(text) } });

  it('is returned when it has begun', async () => {
    const content = await openContent(each([chunk('one'), chunk('two')]));
    expect(Buffer.concat(await collect(content)).toString()).toBe('onetwo');
    expect(await collect(await openContent(each([])))).toEqual([]);
  });

  it('is not returned if it is refused', async () => {
    async function* refused(): AsyncGenerator<DownloadPart> {
      throw new Error('refused');
    }
    await expect(openContent(refused())).rejects.toThrow('refused');
  });
});
