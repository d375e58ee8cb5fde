import { isTooLongToMatch, PatternTimeoutError, UserPatterns } from './user-patterns';

/** Takes seconds with a text of 64 KiB. */
const slow = { source: '(\\w?){500}\\W$' };
const long = 'a'.repeat(64 * 1024);
const limits = { threads: 2, limitMs: 500, waitMs: 30_000 };

describe('patterns of users', () => {
  it('are found in texts', async () => {
    const patterns = new UserPatterns();
    expect(await patterns.match('a', { source: '^b' }, ['abc', 'a\nb', 'B'])).toEqual([false, true, false]);
    expect(await patterns.match('a', { source: '^b', ignore_case: true }, ['B', 'a\nb'])).toEqual([true, false]);
    expect(await patterns.match('a', { source: 'b' }, [])).toEqual([]);
  });

  it('are found in texts that fill several batches', async () => {
    const texts = Array.from({ length: 10 }, (_, index) => `${'x'.repeat(60_000)}${index}`);
    const matches = await new UserPatterns().match('a', { source: '[37]$' }, texts);
    expect(matches.flatMap((isMatch, index) => (isMatch ? [index] : []))).toEqual([3, 7]);
  });

  it('are checked before they are saved', async () => {
    const patterns = new UserPatterns();
    expect(await patterns.check('a', '')).toBeUndefined();
    expect(await patterns.check('a', '^[A-Z]{2,10}-\\d+')).toBeUndefined();
    expect(await patterns.check('a', slow.source)).toBeUndefined();
    expect(await patterns.check('a', '(')).toBe('is an invalid regular expression');
    expect(await patterns.check('a', '(a?){1000}')).toBe('is too complex');
    expect(await patterns.check('a', 'a{1000}'.repeat(70))).toBe('is too complex');
  });

  it('end at their time limit without delaying others', async () => {
    const patterns = new UserPatterns(limits);
    const outcomes: string[] = [];
    const late = patterns.match('a', slow, [long]).catch((error: unknown) => {
      outcomes.push('slow');
      return error;
    });
    await patterns.match('b', { source: 'x' }, ['x']).then(() => outcomes.push('quick'));
    expect(await late).toBeInstanceOf(PatternTimeoutError);
    expect(outcomes).toEqual(['quick', 'slow']);
    expect(await patterns.match('a', { source: 'x' }, ['x'])).toEqual([true]);
  });

  it('of one owner use one thread', async () => {
    const patterns = new UserPatterns(limits);
    const outcomes: string[] = [];
    const requests = Array.from({ length: 3 }, () =>
      patterns.match('a', slow, [long]).catch(() => outcomes.push('slow')),
    );
    await patterns.match('b', { source: 'x' }, ['x']).then(() => outcomes.push('quick'));
    await Promise.all(requests);
    expect(outcomes[0]).toBe('quick');
  });

  it('are rejected if they wait too long for a thread', async () => {
    const patterns = new UserPatterns({ ...limits, threads: 1, waitMs: 100 });
    const first = patterns.match('a', slow, [long]).catch((error: unknown) => error);
    await expect(patterns.match('b', { source: 'x' }, ['x'])).rejects.toBeInstanceOf(PatternTimeoutError);
    expect(await first).toBeInstanceOf(PatternTimeoutError);
  });

  it('are not matched with too long texts', async () => {
    expect(isTooLongToMatch('ä'.repeat(32 * 1024))).toBe(false);
    expect(isTooLongToMatch('ä'.repeat(32 * 1024 + 1))).toBe(true);
    await expect(new UserPatterns().match('a', { source: 'x' }, [`${long}a`])).rejects.toThrow(RangeError);
  });
});
