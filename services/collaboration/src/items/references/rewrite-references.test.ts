import { rewriteReferences } from './rewrite-references';

const secret = '0123456789abcdef0123456789abcdef';

describe('a text that moves from `group/inner/project`', () => {
  const moved = (text: string): string => rewriteReferences(text, 'group/inner/project');

  it.each([
    ['#1 and !2, %3', 'group/inner/project#1 and group/inner/project!2, group/inner/project%3'],
    ['other#1 other!2', 'group/inner/other#1 group/inner/other!2'],
    ['&7', 'group/inner&7'],
    ['see abcdef1234', 'see group/inner/project@abcdef1234'],
    [`![a](/uploads/${secret}/a.png)`, `![a](/group/inner/project/uploads/${secret}/a.png)`],
    [`/uploads/${secret}/a.png`, `/group/inner/project/uploads/${secret}/a.png`],
    ['`#1` and `` !2 ` `` #3', '`#1` and `` !2 ` `` group/inner/project#3'],
    ['```\n#1\n```\n#2\n\n    #3\n\n#4', '```\n#1\n```\ngroup/inner/project#2\n\n    #3\n\ngroup/inner/project#4'],
    ['<!-- #1 --> #2', '<!-- #1 --> group/inner/project#2'],
    ['\u{1f600} #1', '\u{1f600} group/inner/project#1'],
  ])('keeps its references: %j', (text, wanted) => expect(moved(text)).toBe(wanted));

  it('refers to copied files by their new secrets', () => {
    const [copy, other] = ['f'.repeat(32), 'e'.repeat(32)];
    const text = `![a](/uploads/${secret}/a.png) [b](/uploads/${other}/b.txt) \`/uploads/${secret}/a.png\` #1`;
    expect(rewriteReferences(text, 'group/project', new Map([[`${secret}/a.png`, copy]]))).toBe(
      `![a](/uploads/${copy}/a.png) [b](/group/project/uploads/${other}/b.txt) \`/uploads/${secret}/a.png\` group/project#1`,
    );
  });

  it.each([
    ['no reference', ''],
    ['what is named alike everywhere', '@user ~label ~"two words" %title %"10"'],
    ['a path', 'group/inner/project#1 a/b!2 a/b@abcdef1234 a&1'],
    ['an address', `https://forge.example/a/b/-/issues/1 https://x.example/uploads/${secret}/a`],
    ['another text', `C# a#1b \\#1 /uploads/short/a x/uploads/${secret}/a`],
  ])('stays unchanged if it has %s', (_what, text) => expect(moved(text)).toBe(text));
});
