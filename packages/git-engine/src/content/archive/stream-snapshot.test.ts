import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localCaller, type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import type { Pipe } from '../../worker/pipe';
import { streamSnapshot } from './stream-snapshot';

let git: LocalGit;
let scratch: ScratchRepository;
let folder: string;

beforeEach(() => {
  git = localGit();
  scratch = new ScratchRepository();
  folder = mkdtempSync(join(tmpdir(), 'forgemesh-snapshot-'));
});

afterEach(() => {
  git.close();
  scratch.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Unpacks a snapshot; `onChunk` may change the repository while it is read. */
async function unpack(repo: string, onChunk: (count: number) => void = () => undefined): Promise<void> {
  const chunks: Buffer[] = [];
  const write = async (bytes: Uint8Array): Promise<void> => {
    chunks.push(Buffer.from(bytes));
    onChunk(chunks.length);
  };
  await streamSnapshot(git.context, { repo, caller: localCaller }, { write } as unknown as Pipe);
  execFileSync('tar', ['-x', '-f', '-', '-C', folder], { input: Buffer.concat(chunks) });
}

function inSnapshot(...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function fsck(): void {
  inSnapshot('fsck', '--full', '--strict', '--no-dangling');
}

describe('streamSnapshot', () => {
  it('contains loose and packed refs and objects', async () => {
    const first = scratch.commit('first', { a: 'a' });
    scratch.git('tag', '-a', '-m', 'tag', 'v1');
    scratch.git('pack-refs', '--all');
    scratch.git('repack', '-adq');
    const second = scratch.commit('second', { b: 'b' });
    await unpack(scratch.repo);
    fsck();
    expect(inSnapshot('rev-parse', 'main', 'v1^{commit}', 'HEAD').split('\n')).toEqual([second, first, second]);
    execFileSync('git', ['clone', '-q', folder, join(folder, 'clone')]);
    expect(inSnapshot('-C', 'clone', 'rev-parse', 'HEAD')).toBe(second);
  });

  it('works without any commit', async () => {
    await unpack(scratch.repo);
    expect(inSnapshot('for-each-ref')).toBe('');
    expect(inSnapshot('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  });

  it('contains the objects of alternates', async () => {
    const borrowed = scratch.commit('first', { a: 'a' });
    const fork = join(folder, 'fork.git');
    execFileSync('git', ['clone', '-q', '--bare', '--shared', scratch.repo, fork]);
    await unpack(fork);
    fsck();
    expect(inSnapshot('rev-parse', 'main')).toBe(borrowed);
    expect(inSnapshot('count-objects', '-v')).not.toContain('alternate');
  });

  it('is complete during commits and repacks', async () => {
    const noise = (): string => Array.from({ length: 3_000 }, () => Math.random().toString(36)).join('');
    for (let n = 0; n < 20; n++) scratch.commit(`commit ${n}`, { [`file-${n}`]: noise() });
    const before = scratch.git('rev-parse', 'main');
    let changes = 0;
    await unpack(scratch.repo, (count) => {
      if (count % 10 !== 5 || changes >= 2) return;
      changes += 1;
      scratch.commit(`while reading ${changes}`, { [`late-${changes}`]: noise() });
      scratch.git('pack-refs', '--all');
      scratch.git('repack', '-adq');
    });
    expect(changes).toBe(2);
    fsck();
    inSnapshot('merge-base', '--is-ancestor', before, 'main');
  });

  it('leaves out configuration, hooks, locks and unfinished files', async () => {
    scratch.commit('first', { a: 'a' });
    writeFileSync(join(scratch.repo, 'refs/heads/other.lock'), 'x');
    mkdirSync(join(scratch.repo, 'objects/tmp_objdir-incoming-1'));
    writeFileSync(join(scratch.repo, 'objects/tmp_objdir-incoming-1/file'), 'x');
    await unpack(scratch.repo);
    const names = execFileSync('find', ['.', '-type', 'f'], { cwd: folder, encoding: 'utf8' });
    expect(names).not.toMatch(/config|hooks|lock|incoming|logs/);
  });

  it('fails without a repository', async () => {
    await expect(unpack(join(scratch.work, 'none'))).rejects.toMatchObject({ reason: 'repository_not_found' });
  });
});
