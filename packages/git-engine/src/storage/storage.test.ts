import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runGitSync } from '../write/test-repository';
import { ensureRepository } from './ensure-repository';
import { emptyTrash, removeRepository } from './remove-repository';
import { repositoryPath } from './repository-path';
import { setHead } from './set-head';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'forgemesh-storage-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('repository folders', () => {
  it('are derived from a hash of id and kind', () => {
    const hash = '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b';
    expect(repositoryPath('/r', 1)).toBe(`/r/@hashed/6b/86/${hash}.git`);
    expect(repositoryPath('/r', 1, 'wiki')).toBe(`/r/@hashed/6b/86/${hash}.wiki.git`);
    expect(() => repositoryPath('/r', Number('../x'))).toThrow(TypeError);
  });

  it('are created once, completely, and accepted by git', async () => {
    const repo = repositoryPath(root, 7);
    const created = await Promise.all(Array.from({ length: 8 }, () => ensureRepository(repo, 'trunk')));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await ensureRepository(repo, 'other')).toBe(false);
    expect(readdirSync(path.dirname(repo))).toEqual([path.basename(repo)]);
    expect(runGitSync(repo, ['rev-parse', '--is-bare-repository'])).toBe('true');
    expect(runGitSync(repo, ['symbolic-ref', 'HEAD'])).toBe('refs/heads/trunk');
    runGitSync(repo, ['fsck', '--strict']);
  });

  it('change their default branch', async () => {
    const repo = repositoryPath(root, 7);
    await ensureRepository(repo);
    await setHead(repo, 'feature/x');
    expect(runGitSync(repo, ['symbolic-ref', 'HEAD'])).toBe('refs/heads/feature/x');
    await expect(setHead(repo, 'a..b')).rejects.toMatchObject({ reason: 'invalid_ref' });
  });

  it('are removed, but only inside their storage', async () => {
    const repo = repositoryPath(root, 7);
    await ensureRepository(repo);
    await removeRepository(root, repo);
    await removeRepository(root, repo);
    expect(existsSync(repo)).toBe(false);
    expect(await emptyTrash(root)).toBe(0);
    await expect(removeRepository(root, path.join(root, '..'))).rejects.toThrow(TypeError);
    await expect(removeRepository(root, root)).rejects.toThrow(TypeError);
  });
});
