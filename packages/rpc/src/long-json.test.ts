import { decodeJson, encodeJson } from './long-json';

const LONG = 600_000;

describe('JSON with long texts', () => {
  it.each([
    ['base64', 'AAAA'.repeat(LONG / 2)],
    ['lines', 'a line\n'.repeat(LONG)],
    ['quotes', '"'.repeat(LONG)],
    ['backslashes', '\\'.repeat(LONG)],
    ['backslashes at another position', `a${'\\'.repeat(LONG)}`],
    ['control characters', '\u0001'.repeat(LONG)],
    ['characters of several bytes', 'ä中'.repeat(LONG)],
    ['characters of two units', `${'😀'.repeat(LONG)}`],
    ['characters of two units at another position', `a${'😀'.repeat(LONG)}`],
    ['a short text', 'a "short" text'],
  ])('is encoded and decoded like any other: %s', async (_name, text) => {
    const value = { id: 1, none: null, actions: [{ content: text, path: 'a "b" \\' }, { content: 'short' }], text };
    const json = await encodeJson(value);
    expect(json.equals(Buffer.from(JSON.stringify(value)))).toBe(true);
    const decoded = (await decodeJson(json)) as typeof value;
    expect(JSON.stringify(decoded) === JSON.stringify(value)).toBe(true);
  });

  it('is decoded with escapes that are not needed', async () => {
    const json = Buffer.from(`{"a":"${'\\ud83d\\ude00\\u00e9\\/'.repeat(LONG / 8)}"}`);
    expect(((await decodeJson(json)) as { a: string }).a === '😀é/'.repeat(LONG / 8)).toBe(true);
  });

  it('is refused if it is malformed', async () => {
    await expect(async () => decodeJson(Buffer.from(`{"a":"${'x'.repeat(LONG)}`))).rejects.toThrow(SyntaxError);
    await expect(async () => decodeJson(Buffer.from(`{"a":"${'\\x'.repeat(LONG)}"}`))).rejects.toThrow(SyntaxError);
  });
});
