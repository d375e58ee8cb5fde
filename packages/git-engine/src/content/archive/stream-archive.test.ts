import { execFileSync } from 'node:child_process';
import { localCaller, type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import type { Pipe } from '../../worker/pipe';
import { type ArchiveFormat, streamArchive } from './stream-archive';

let git: LocalGit;
let scratch: ScratchRepository;

beforeEach(() => {
  git = localGit();
  scratch = new ScratchRepository();
});

afterEach(() => {
  git.close();
  scratch.remove();
});

async function archive(commitId: string, format: ArchiveFormat): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const pipe = { write: async (bytes: Uint8Array) => void chunks.push(Buffer.from(bytes)) } as unknown as Pipe;
  await streamArchive(
    git.context,
    { repo: scratch.repo, commit_id: commitId, format, prefix: 'top', caller: localCaller },
    pipe,
  );
  return Buffer.concat(chunks);
}

describe('streamArchive', () => {
  it.each([
    ['tar', ''],
    ['tar.gz', '-z'],
    ['tar.bz2', '-j'],
  ] as const)('contains all files as %s', async (format, flag) => {
    const id = scratch.commit('first', { 'folder/file': 'content\n', other: 'o' });
    const input = await archive(id, format);
    const list = execFileSync('tar', ['-t', '-f', '-', ...(flag ? [flag] : [])], { input }).toString();
    expect(list.split('\n').filter(Boolean)).toEqual(['top/', 'top/folder/', 'top/folder/file', 'top/other']);
  });

  it('fails if the commit does not exist', async () => {
    scratch.commit('first', { file: 'f' });
    await expect(archive('a'.repeat(40), 'zip')).rejects.toMatchObject({ reason: 'git_failed' });
  });
});
