import { Readable } from 'node:stream';
import { jsonFile, jsonLines } from './ndjson';

async function read(...chunks: (string | Buffer)[]): Promise<unknown[]> {
  const values: unknown[] = [];
  const file = { read: () => Readable.from(chunks.map((chunk) => Buffer.from(chunk))) };
  for await (const value of jsonLines(file, 'labels')) values.push(value);
  return values;
}

describe('jsonLines', () => {
  it('returns the value of each line, also if chunks end within a line or a character', async () => {
    const letter = Buffer.from('"ä"\n');
    expect(await read('{"a":', '1}\n[2]\n', letter.subarray(0, 2), letter.subarray(2), '3')).toEqual([
      { a: 1 },
      [2],
      'ä',
      3,
    ]);
  });

  it('ignores blank lines and accepts carriage returns', async () => {
    expect(await read('\n1\r\n\n  \n2\n')).toEqual([1, 2]);
  });

  it.each([
    ['{"a"', 'labels has a line that is not valid JSON'],
    [`${'['.repeat(101)}${']'.repeat(101)}`, 'labels has a line that is nested too deeply'],
    [`${'{"a":'.repeat(200_000)}`, 'labels has a line that is nested too deeply'],
  ])('rejects %.20s', async (line, message) => {
    await expect(read(line)).rejects.toMatchObject({ reason: 'bad_request', message });
  });

  it('rejects a line above the maximum length before it is complete', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, ' ');
    let chunks = 0;
    const content = (function* () {
      for (; chunks < 100; chunks++) yield megabyte;
    })();
    const lines = jsonLines({ read: () => Readable.from(content) }, 'labels');
    await expect(lines.next()).rejects.toMatchObject({ message: 'labels has a line that is too long' });
    expect(chunks).toBeLessThan(70);
  });
});

describe('jsonFile', () => {
  const open = (text: string, size = text.length) =>
    jsonFile({ size, read: () => Readable.from([Buffer.from(text)]) }, 'group.json');

  it('counts nesting, not brackets in texts', async () => {
    const value = { text: `${'['.repeat(500)}"\\` };
    expect(await open(JSON.stringify(value, null, 2))).toEqual(value);
    const flat = Array.from({ length: 500 }, () => [1]);
    expect(await open(JSON.stringify(flat))).toEqual(flat);
  });

  it.each([
    ['{', 1, 'group.json is not valid JSON'],
    [`${'['.repeat(101)}${']'.repeat(101)}`, 202, 'group.json is nested too deeply'],
    ['{}', 51 * 1024 * 1024, 'group.json is too large'],
  ])('rejects %.20s of %i bytes', async (text, size, message) => {
    await expect(open(text, size)).rejects.toMatchObject({ reason: 'bad_request', message });
  });
});
