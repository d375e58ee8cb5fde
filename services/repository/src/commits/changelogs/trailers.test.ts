import { trailerOf } from './trailers';

const read = (message: string) => trailerOf(message, 'Changelog');

describe('trailers of a commit message', () => {
  it('are lines of the last paragraph', () => {
    expect(read('Title\n\nText\n\nChangelog: added\n')).toBe('added');
    expect(read('Title\n\nIssue: 1\nChangelog:fixed\n\n\n')).toBe('fixed');
    expect(read('Title\n\nChangelog : fixed\r\nOther: x\r\n')).toBe('fixed');
    expect(read('Title\n\nChangelog: one\nChangelog: two')).toBe('two');
    expect(read('Title\n\nChangelog: a long\n  value')).toBe('a long value');
    expect(read('Title\n\nChangelog:')).toBe('');
  });

  it('are not the title, an earlier paragraph, another name or a line of text', () => {
    expect(read('Changelog: added')).toBeUndefined();
    expect(read('Title\nChangelog: added')).toBeUndefined();
    expect(read('Title\n\nChangelog: added\n\nText')).toBeUndefined();
    expect(read('Title\n\nchangelog: added')).toBeUndefined();
    expect(read('Title\n\nSome text\nChangelog: added')).toBeUndefined();
    expect(read('Title\n\n My-Changelog: added')).toBeUndefined();
  });

  it('may be mixed with other lines if git wrote one of them', () => {
    expect(read('Title\n\nSome text\nSigned-off-by: A <a@b.c>\nChangelog: added')).toBe('added');
    const text = 'one\n'.repeat(9);
    expect(read(`Title\n\n${text}Signed-off-by: A <a@b.c>\nChangelog: added`)).toBeUndefined();
  });
});
