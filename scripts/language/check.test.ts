import { checkFile } from './check.ts';

const textsOf = (path: string, content: string): string[] => checkFile(path, content).map(({ text }) => text);

describe('the language check', () => {
  it.each([
    ['a pronoun for a user', 'a.ts', '/** The user sets his password. */'],
    ['a word of another century', 'a.ts', 'read(); // lest it is read anew'],
    ['an unavailable service', 'a.proto', '  // The service is away.'],
    ['prose', 'a.md', 'Whoever asks is answered.'],
    ['a limit', 'a.ts', 'const MOST_ENTRIES = 5;'],
    ['a wide comment', 'a.ts', `// ${'word '.repeat(25)}`],
    ['a comment in markup', 'a.tsx', '      {/* The user sets his password. */}'],
    ['a comment in a stylesheet', 'a.css', '/* The sidebar is gone on narrow screens. */'],
    ['a long summary', 'a.proto', rpc(`Get ${'a very '.repeat(9)}long summary.`)],
    ['a missing summary', 'a.proto', rpc('')],
  ])('refuses %s', (_name, path, content) => {
    expect(textsOf(path, content)).toHaveLength(1);
  });

  it.each([
    ['code', 'a.ts', "const text = 'he is away';"],
    ['quoted names', 'a.md', 'Set `FORGE_PATIENCE_he` to 5.'],
    ['a short summary', 'a.proto', rpc('Get a project. It may be long after the first sentence of the comment.')],
  ])('accepts %s', (_name, path, content) => {
    expect(textsOf(path, content)).toEqual([]);
  });
});

function rpc(comment: string): string {
  const lines = ['service Things {', `  // ${comment}`, '  rpc GetThing(A) returns (B) {'];
  return [...lines.filter((line) => line !== '  // '), '    option (forgemesh.api.v1.operation) = {'].join('\n');
}
