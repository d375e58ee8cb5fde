import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { pack } from 'tar-stream';
import { repositoryState, type RepositoryState } from '../../measure/repository-state';
import { localCaller, type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import type { Pipe } from '../../worker/pipe';
import { receiveSnapshot } from './receive-snapshot';
import { streamSnapshot } from './stream-snapshot';

let git: LocalGit;
let scratch: ScratchRepository;
let folder: string;
let repo: string;

beforeEach(() => {
  git = localGit();
  scratch = new ScratchRepository();
  folder = mkdtempSync(join(tmpdir(), 'forgemesh-received-'));
  repo = join(folder, 'copy.git');
});

afterEach(() => {
  git.close();
  scratch.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function snapshot(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const write = async (bytes: Uint8Array): Promise<void> => void chunks.push(Buffer.from(bytes));
  await streamSnapshot(git.context, { repo: scratch.repo, with_logs: true, caller: localCaller }, {
    write,
  } as unknown as Pipe);
  return Buffer.concat(chunks);
}

function receive(tar: Buffer | undefined, expected: RepositoryState): Promise<boolean> {
  const chunks = tar === undefined ? [] : [tar.subarray(0, 700), tar.subarray(700)];
  const pipe = {
    read: async () => chunks.shift(),
    async *[Symbol.asyncIterator]() {
      yield* chunks.splice(0);
    },
  };
  return receiveSnapshot(git.context, { repo, expected }, pipe as unknown as Pipe);
}

function inCopy(...args: string[]): string {
  return execFileSync('git', args, { cwd: repo, encoding: 'utf8', stdio: 'pipe' }).trim();
}

describe('receiveSnapshot', () => {
  it('creates an identical repository, including hidden refs, unreachable objects and reflogs', async () => {
    const first = scratch.commit('first', { a: 'a' });
    scratch.git('repack', '-adq');
    scratch.git('update-ref', 'refs/merge-requests/1/head', first);
    const lost = scratch.git('commit-tree', '-m', 'lost', `${first}^{tree}`);
    mkdirSync(join(scratch.repo, 'logs/refs/heads'), { recursive: true });
    writeFileSync(join(scratch.repo, 'logs/refs/heads/main'), `${'0'.repeat(40)} ${first} A <a@b.c> 1 +0000\tmade\n`);
    const state = await repositoryState(git.context, { repo: scratch.repo });
    expect(await receive(await snapshot(), state)).toBe(true);
    inCopy('fsck', '--full', '--strict', '--no-dangling');
    expect(inCopy('for-each-ref', '--format=%(refname) %(objectname)').split('\n')).toEqual([
      `refs/heads/main ${first}`,
      `refs/merge-requests/1/head ${first}`,
    ]);
    expect(inCopy('cat-file', '-t', lost)).toBe('commit');
    expect(inCopy('reflog', 'show', 'main')).toContain('made');
    expect(readdirSync(folder)).toEqual(['copy.git']);
  });

  it('creates nothing when the original does not exist', async () => {
    expect(await receive(undefined, { checksum: '0'.repeat(40), head: null })).toBe(false);
    expect(existsSync(repo)).toBe(false);
  });

  it('refuses an unexpected result and leaves nothing behind', async () => {
    scratch.commit('first', { a: 'a' });
    const state = await repositoryState(git.context, { repo: scratch.repo });
    const tar = await snapshot();
    for (const other of [{ checksum: 'f'.repeat(40) }, { head: 'refs/heads/other' }])
      await expect(receive(tar, { ...state, ...other })).rejects.toMatchObject({ reason: 'refused' });
    await expect(receive(tar.subarray(0, tar.length / 2), state)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['config', 'hooks/post-receive', 'refs/../../outside', '/etc/passwd', 'objects/info/alternates'])(
    'refuses %s',
    async (name) => {
      const tar = pack();
      tar.entry({ name: 'HEAD' }, 'ref: refs/heads/main\n');
      tar.entry({ name }, 'x');
      tar.finalize();
      const chunks: Buffer[] = [];
      for await (const chunk of tar) chunks.push(chunk as Buffer);
      await expect(receive(Buffer.concat(chunks), { checksum: '0'.repeat(40), head: null })).rejects.toMatchObject({
        reason: 'refused',
      });
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
