import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureRepository } from '../storage/ensure-repository';
import { forkRepository } from '../storage/fork-repository';
import { compareAcross } from '../diff/compare-across';
import { type LocalGit, localGit } from '../testing/local-context';
import { ScratchRepository } from '../testing/scratch-repository';
import { fetchCommits } from './fetch-commits';
import { runGitSync } from './test-repository';

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
    it('brings what the target lacks, so that a ref may be set to it', async () => {
      upstream.commit('Second', { 'a.txt': `${'a\n'.repeat(100)}b\n`, 'b/c.txt': 'c' });
      const third = upstream.commit('Third', { 'b/d.txt': 'd' });
      await fetch(third);
      expect(runGitSync(repo, ['rev-list', '--count', third])).toBe('3');
      runGitSync(repo, ['update-ref', 'refs/heads/new', third]);
      runGitSync(repo, ['fsck', '--strict', '--connectivity-only']);
      // Only what is new: two commits, three trees of the root and of `b`, and three files.
      const [pack = ''] = runGitSync(repo, ['count-objects', '-v'])
        .split('\n')
        .filter((line) => line.startsWith('in-pack'));
      expect(Number(pack.split(' ')[1])).toBeLessThan(12);
    });

    it('brings the whole history to an empty repository', async () => {
      repo = path.join(folder, 'empty.git');
      await ensureRepository(repo);
      const second = upstream.commit('Second', { 'b.txt': 'b' });
      await fetch(second, first);
      runGitSync(repo, ['update-ref', 'refs/heads/new', second]);
      expect(countObjects()).toBe(runGitSync(from, ['rev-list', '--all', '--objects', '--count']));
      runGitSync(repo, ['fsck', '--strict']);
    });

    it('brings what no ref of the target or the source leads to, too', async () => {
      const gone = upstream.commit('Gone', { 'b.txt': 'b' });
      upstream.git('reset', '-q', '--hard', first);
      await fetch(gone);
      await fetch(gone);
      runGitSync(repo, ['update-ref', 'refs/hidden/1', gone]);
      runGitSync(repo, ['fsck', '--strict']);
    });

    it('refuses what is no commit of the source, and a target that is not there', async () => {
      const blob = upstream.git('rev-parse', 'HEAD:a.txt');
      await expect(fetch(blob)).rejects.toMatchObject({ reason: 'object_not_found' });
      await expect(fetch('1'.repeat(40))).rejects.toMatchObject({ reason: 'object_not_found' });
      repo = path.join(folder, 'nowhere.git');
      await expect(fetch(first)).rejects.toMatchObject({ reason: 'repository_not_found' });
    });
  });

  describe('compareAcross', () => {
    it('compares with a commit of the other one and leaves both as they are', async () => {
      const there = upstream.commit('There', { 'there.txt': 't' });
      const clone = path.join(folder, 'clone');
      upstream.git('clone', '-q', repo, clone);
      upstream.git('-C', clone, 'commit', '-q', '--allow-empty', '-m', 'Here');
      upstream.git('-C', clone, 'push', '-q', 'origin', 'HEAD:here');
      const here = upstream.git('-C', clone, 'rev-parse', 'HEAD');
      const { commits, merge_base_id, diff } = await compareAcross(git.context, {
        ...{ repo: from, from_repo: repo },
        ...{ from: here, to: there },
      });
      expect(merge_base_id).toBe(first);
      expect(commits.map(({ id }) => id)).toEqual([there]);
      expect(diff.files.map(({ new_path }) => new_path)).toEqual(['there.txt']);
      expect(await git.context.repository(from).info(here)).toBeUndefined();
      expect(await git.context.repository(repo).info(there)).toBeUndefined();
    });
  });
});
