import { mentionsOf, newMentions } from './mentions';

describe('mentionsOf', () => {
  it.each([
    ['@ann look', ['ann'], []],
    ['@Ann, @bob: look, @carl', ['ann', 'bob'], ['carl']],
    ['hello @ann.', [], ['ann']],
    ['first\n> - @ann look', ['ann'], []],
    ['ask @ann\n@ann now', ['ann'], []],
    ['write to ann@example.com or @@bob', [], []],
    ['```\n@ann\n```\nand @bob', [], ['bob']],
    ['`@ann` and ``x ` @bob`` and @carl', [], ['carl']],
    ['a lone ` before @ann', [], ['ann']],
    ['<!-- @ann --> @bob-b_c', ['bob-b_c'], []],
    [null, [], []],
  ])('finds the mentions in %j', (text, direct, others) => {
    expect(mentionsOf(text)).toEqual({ direct, others });
  });

  it('takes linear time for any text', () => {
    const started = process.cpuUsage();
    for (const piece of ['@', '`', '@a ', '`` ` ', '@a-', '> ', '@a,', '<!--', '...'])
      mentionsOf(piece.repeat(100_000));
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });

  it('limits the number of mentions', () => {
    const names = Array.from({ length: 500 }, (_, index) => `@user${index}`).join(' ');
    expect(mentionsOf(`x ${names}`).others).toHaveLength(100);
  });
});

describe('newMentions', () => {
  it('leaves out users who were mentioned before', () => {
    expect(newMentions('@ann and @bob', 'for @ann, @carl')).toEqual({ direct: [], others: ['carl'] });
  });
});
