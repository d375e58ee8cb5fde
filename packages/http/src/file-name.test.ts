import { cleanFileName, extensionOf } from './file-name';

describe('the name of an attached file', () => {
  it.each([
    ['a.png', 'a.png'],
    ['dir/../../etc/passwd', 'passwd'],
    ['C:\\temp\\b.txt', 'b.txt'],
    ['two words [x](y).md', 'two_words__x__y_.md'],
    ['line\nbreak\u0007"quoted".txt', 'line_break__quoted_.txt'],
    ['Äpfel+Birnen-日本.pdf', 'Äpfel+Birnen-日本.pdf'],
    ['..', '_..'],
    ['.gitignore', '.gitignore'],
    ['', 'unnamed'],
    ['100%.txt', '100_.txt'],
  ])('%j is %j', (sent, cleaned) => expect(cleanFileName(sent)).toBe(cleaned));

  it('keeps its extension when it is shortened', () => {
    const name = cleanFileName(`${'x'.repeat(500)}.tar`);
    expect(name).toHaveLength(200);
    expect(name.endsWith('.tar')).toBe(true);
  });

  it.each([
    ['a.PNG', 'png'],
    ['a', ''],
    ['.profile', ''],
  ])('of %s has the extension %j', (name, extension) => expect(extensionOf(name)).toBe(extension));
});
