import fc from 'fast-check';
import { asRoot } from '@forgemesh/testing';
import { makeRepository, type TestProject } from './testing/fixtures';

const root = asRoot();

/**
 * Names of refs and paths that mean something to git, to a shell, to a file system or to nobody.
 */
const piece = fc.constantFrom(
  ...[
    'main',
    'HEAD',
    '-',
    '--',
    '..',
    '.',
    '/',
    '\n',
    '\r',
    '\0',
    ' ',
    '~1',
    '^',
    '^{tree}',
    '@{1}',
    ':',
    '*',
    '?',
    '[',
  ],
  ...[
    '\\',
    '.lock',
    '.git',
    'refs/heads/',
    'refs/',
    '--upload-pack=x',
    '$(id)',
    '`id`',
    '%2e%2e',
    '\ud800',
    'é',
    '\u202e',
  ],
);
const name = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
);

function encode(text: string): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

describe('hostile names of refs and paths', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await makeRepository();
  });

  it('are answered by success or a clear refusal, never by an error of ours', async () => {
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        const word = encode(text);
        const { repository } = project;
        const body = {
          branch: text,
          commit_message: 'm',
          actions: [{ action: 'create', file_path: text, content: '' }],
        };
        const answers = await Promise.all([
          root.get(`${repository}/commits?ref_name=${word}`),
          root.get(`${repository}/commits?path=${word}`),
          root.get(`${repository}/commits/${word}`),
          root.get(`${repository}/tree?ref=${word}`),
          root.get(`${repository}/tree?path=${word}`),
          root.get(`${repository}/files/${word}?ref=main`),
          root.get(`${repository}/files/README.md/raw?ref=${word}`),
          root.get(`${repository}/compare?from=main&to=${word}`),
          root.get(`${repository}/branches/${word}`),
          root.get(`${repository}/branches?search=${word}`),
          root.get(`${repository}/blobs/${word}`),
          root.post(`${repository}/branches`, { branch: `x/${text}`, ref: text }),
          root.post(`${repository}/commits`, body),
          root.post(`${repository}/commits`, {
            ...body,
            branch: 'main',
            actions: [{ action: 'delete', file_path: text }],
          }),
        ]);
        for (const { status, body: said } of answers)
          if (status >= 500) throw new Error(`${status} ${JSON.stringify(said)}`);
      }),
      { numRuns: 60 },
    );
  });
});
