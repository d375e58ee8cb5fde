import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startGitWorker } from '../client';
import { zeroId } from '../refs/ref-folders';
import { compileWorker } from '../testing/compile-worker';
import { localGit, type LocalGit } from '../testing/local-context';
import { runGitSync } from './test-repository';
import { writeOperations } from './write-operations';

let root: string;
let git: LocalGit;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'forgemesh-operations-'));
  git = localGit();
});
afterEach(async () => {
  git.close();
  await rm(root, { recursive: true, force: true });
});

const ann = { name: 'Ann', email: 'ann@example.com', time: 1 };

function commit(repo: string, base_commit: string | null, content: string, last_commit_id?: string) {
  const action = base_commit === null ? 'create' : 'update';
  const actions = [{ action, file_path: 'a', content: new TextEncoder().encode(content), last_commit_id } as const];
  return writeOperations.commitActions(git.context, {
    repo,
    base_commit,
    actions,
    message: content,
    author: ann,
    committer: ann,
  });
}

describe('write operations', () => {
  it('commit and move refs in the worker, also after a folder was recreated', async () => {
    const repo = path.join(root, 'a.git');
    const update = (old: string, next: string) =>
      writeOperations.updateRefs(git.context, { repo, updates: [{ ref: 'refs/heads/main', old, new: next }] });
    await expect(update(zeroId, zeroId)).rejects.toMatchObject({ reason: 'repository_not_found' });
    for (const round of ['one', 'two']) {
      expect(await writeOperations.ensureRepository(git.context, { repo, default_branch: 'main' })).toBe(true);
      const first = await commit(repo, null, round);
      await update(zeroId, first.commit_id);
      const second = await commit(repo, first.commit_id, `${round} more`, first.commit_id);
      await update(first.commit_id, second.commit_id);
      await expect(commit(repo, second.commit_id, 'late', first.commit_id)).rejects.toMatchObject({
        reason: 'conflict',
      });
      await expect(update(first.commit_id, second.commit_id)).rejects.toMatchObject({
        reason: 'conflict',
        details: { ref: 'refs/heads/main', cause: 'moved' },
      });
      await expect(
        writeOperations.createBranch(git.context, { repo, name: 'main', commit_id: first.commit_id }),
      ).rejects.toMatchObject({ details: { cause: 'exists' } });
      await writeOperations.repack(git.context, { repo });
      await writeOperations.writeCommitGraph(git.context, { repo });
      await writeOperations.packRefs(git.context, { repo });
      expect(runGitSync(repo, ['log', '--format=%s', 'main'])).toBe(`${round} more\n${round}`);
      runGitSync(repo, ['fsck', '--full', '--strict']);
      await writeOperations.removeRepository(git.context, { root, repo });
    }
  });

  it('work with a real worker', async () => {
    const client = startGitWorker({ entry: compileWorker() });
    const repo = path.join(root, 'b.git');
    try {
      await client.ensureRepository({ repo, default_branch: 'main' });
      const content = Buffer.from([0, 255, 10]);
      const actions = [{ action: 'create' as const, file_path: 'bytes', content }];
      const input = { repo, base_commit: null, actions, message: 'm', author: ann, committer: ann };
      const { commit_id } = await client.commitActions(input);
      await client.createBranch({ repo, name: 'main', commit_id });
      const rivals = Array.from({ length: 4 }, () => client.deleteBranch({ repo, name: 'main', commit_id }));
      const results = await Promise.allSettled(rivals);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { name: 'GitError', reason: 'conflict', details: { ref: 'refs/heads/main', cause: 'missing' } },
      });
      expect(runGitSync(repo, ['cat-file', '-s', `${commit_id}:bytes`])).toBe('3');
    } finally {
      await client.close();
    }
  });
});
