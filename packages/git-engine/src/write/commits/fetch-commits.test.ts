import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureRepository } from '../../storage/ensure-repository';
import { forkRepository } from '../../storage/fork-repository';
import { compareAcross } from '../../diff/compare-across';
import { type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import { fetchCommits } from './fetch-commits';
import { runGitSync } from '../test-repository';

describe('between two repositories', () => {
  let upstream: ScratchRepository;
  let folder: string;
  let from: string;
  let repo: string;
  let git: LocalGit;
  let first: string;

  beforeEach(async () => {
    upstream = new ScratchRepository();
    folder = mkdtempSync(path.join(tmpdir(), 'forgemesh-fetch-'));
    from = upstream.repo;
    repo = path.join(folder, 'fork.git');
    git = localGit();
    first = upstream.commit('First', { 'a.txt': 'a\n'.repeat(100) });
    await forkRepository(git.context.repository(from), repo);
  });
  afterEach(() => {
    git.close();
    upstream.remove();
    rmSync(folder, { recursive: true });
  });

  const fetch = (...ids: string[]): Promise<void> => fetchCommits(git.context, { repo, from, ids });
  const countObjects = (): string => runGitSync(repo, ['rev-list', '--all', '--objects', '--count']);

  describe('fetchCommits', () => {
    it('copies missing objects, so that a ref may be set to the commit', async () => {
      upstream.commit('Second', { 'a.txt': `${'a\n'.repeat(100)}b\n`, 'b/c.txt': 'c' });
      const third = upstream.commit('Third', { 'b/d.txt': 'd' });
      await fetch(third);
      expect(runGitSync(repo, ['rev-list', '--count', third])).toBe('3');
      runGitSync(repo, ['update-ref', 'refs/heads/new', third]);
      runGitSync(repo, ['fsck', '--strict', '--connectivity-only']);
      // Only new objects: two commits, three trees each of the root and of `b`, and three files.
      const [pack = ''] = runGitSync(repo, ['count-objects', '-v'])
        .split('\n')
        .filter((line) => line.startsWith('in-pack'));
      expect(Number(pack.split(' ')[1])).toBeLessThan(12);
    });

    it('copies the whole history to an empty repository', async () => {
      repo = path.join(folder, 'empty.git');
      await ensureRepository(repo);
      const second = upstream.commit('Second', { 'b.txt': 'b' });
      await fetch(second, first);
      runGitSync(repo, ['update-ref', 'refs/heads/new', second]);
      expect(countObjects()).toBe(runGitSync(from, ['rev-list', '--all', '--objects', '--count']));
      runGitSync(repo, ['fsck', '--strict']);
    });

    it('copies unreachable commits, too', async () => {
      const deleted = upstream.commit('Gone', { 'b.txt': 'b' });
      upstream.git('reset', '-q', '--hard', first);
      await fetch(deleted);
      await fetch(deleted);
      runGitSync(repo, ['update-ref', 'refs/hidden/1', deleted]);
      runGitSync(repo, ['fsck', '--strict']);
    });

    it('refuses a missing commit and a missing target', async () => {
      const blob = upstream.git('rev-parse', 'HEAD:a.txt');
      await expect(fetch(blob)).rejects.toMatchObject({ reason: 'object_not_found' });
      await expect(fetch('1'.repeat(40))).rejects.toMatchObject({ reason: 'object_not_found' });
      repo = path.join(folder, 'nowhere.git');
      await expect(fetch(first)).rejects.toMatchObject({ reason: 'repository_not_found' });
    });
  });

  describe('compareAcross', () => {
    it('compares with a commit of another repository and changes neither', async () => {
      const upstreamId = upstream.commit('There', { 'there.txt': 't' });
      const clone = path.join(folder, 'clone');
      upstream.git('clone', '-q', repo, clone);
      upstream.git('-C', clone, 'commit', '-q', '--allow-empty', '-m', 'Here');
      upstream.git('-C', clone, 'push', '-q', 'origin', 'HEAD:here');
      const cloneId = upstream.git('-C', clone, 'rev-parse', 'HEAD');
      const { commits, merge_base_id, diff } = await compareAcross(git.context, {
        repo: from,
        from_repo: repo,
        from: cloneId,
        to: upstreamId,
      });
      expect(merge_base_id).toBe(first);
      expect(commits.map(({ id }) => id)).toEqual([upstreamId]);
      expect(diff.files.map(({ new_path }) => new_path)).toEqual(['there.txt']);
      expect(await git.context.repository(from).info(cloneId)).toBeUndefined();
      expect(await git.context.repository(repo).info(upstreamId)).toBeUndefined();
    });
  });
});
