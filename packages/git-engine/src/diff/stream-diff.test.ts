import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { localCaller, type LocalGit, localGit } from '../testing/local-context';
import { randomHistory } from '../testing/random-history';
import { ScratchRepository } from '../testing/scratch-repository';
import type { PipeMessage } from '../worker/messages';
import { Pipe } from '../worker/pipe';
import { streamDiff } from './stream-diff';

describe('streamDiff', () => {
  let git: LocalGit;
  let scratch: ScratchRepository;

  beforeEach(() => {
    git = localGit();
  });
  afterEach(() => {
    git.close();
    scratch.remove();
  });

  /** Reads a patch; acknowledges nothing until `release` resolves. */
  async function read(from: string, to: string, release: Promise<unknown> = Promise.resolve()): Promise<string> {
    const chunks: Buffer[] = [];
    const pipe: Pipe = new Pipe(1, (message: PipeMessage) => {
      if (message.kind !== 'data') return;
      chunks.push(Buffer.from(message.chunk));
      const { length } = message.chunk;
      void release.then(() => pipe.receive({ kind: 'ack', id: 1, bytes: length }));
    });
    await streamDiff(git.context, { repo: scratch.repo, from, to, caller: localCaller }, pipe);
    return Buffer.concat(chunks).toString('latin1');
  }

  const byGit = (from: string, to: string) =>
    execFileSync('git', ['-c', 'core.quotePath=false', 'diff', '--full-index', '--find-renames', from, to], {
      cwd: scratch.work,
      encoding: 'latin1',
      maxBuffer: 1 << 28,
    });

  it('returns what git diff prints, again and again from one process', async () => {
    scratch = randomHistory({ seed: 4, commits: 80 }).scratch;
    const ids = scratch.git('rev-list', '--all').split('\n');
    for (let n = 3; n < ids.length; n += 4) {
      const [from, to] = [ids[n]!, ids[n - 3]!];
      const expected = byGit(from, to);
      expect(await read(from, to)).toBe(expected);
      expect(await read(from, to)).toBe(expected);
    }
    const patches = await Promise.all([0, 1, 2, 3, 4].map((n) => read(ids[n]!, ids[n + 40]!)));
    expect(patches).toEqual([0, 1, 2, 3, 4].map((n) => byGit(ids[n]!, ids[n + 40]!)));
    expect(git.persistentProcesses()).toBeLessThanOrEqual(3);
  });

  it('streams a patch of any size to a slow reader', async () => {
    scratch = new ScratchRepository();
    const from = scratch.commit('empty');
    const to = scratch.commit('large', { large: `${'line of text\n'.repeat(400_000)}` });
    let release = (): void => undefined;
    const patch = read(from, to, new Promise<void>((resolve) => (release = resolve)));
    // The other lane serves a short patch in the meantime.
    const next = scratch.commit('small', { small: 'small\n' });
    expect(await read(to, next)).toContain('+small');
    release();
    expect(await patch).toBe(byGit(from, to));
  });

  it('reports an id that is not a commit', async () => {
    scratch = new ScratchRepository();
    const from = scratch.commit('one');
    await expect(read(from, '1'.repeat(40))).rejects.toMatchObject({ reason: 'object_not_found' });
  });

  it('does not find a patch of the repository that was in the same folder before', async () => {
    scratch = new ScratchRepository();
    const from = scratch.commit('one');
    const to = scratch.commit('two', { secret: 'secret\n' });
    expect(await read(from, to)).toContain('secret');
    const other = new ScratchRepository();
    other.commit('other');
    rmSync(scratch.repo, { recursive: true });
    cpSync(other.repo, scratch.repo, { recursive: true });
    other.remove();
    await expect(read(from, to)).rejects.toMatchObject({ reason: 'object_not_found' });
  });
});
