import fc from 'fast-check';
import { asRoot } from '@forgemesh/testing';
import { createRepository, type TestRepository } from './testing/fixtures';

const root = asRoot();

/**
 * Names of refs and paths that have a meaning for git, a shell or a file system, and arbitrary
 * ones.
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
  let project: TestRepository;
  beforeAll(async () => {
    project = await createRepository();
  });

  it('result in success or a client error, never in a server error', async () => {
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        const word = encode(text);
        const { repository } = project;
        const body = {
          branch: text,
          commit_message: 'm',
          actions: [{ action: 'create', file_path: text, content: '' }],
        };
        const responses = await Promise.all([
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
        for (const { status, body } of responses)
          if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`);
      }),
      { numRuns: 60 },
    );
  });
});
